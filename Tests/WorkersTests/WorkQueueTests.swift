import Dispatch
import Testing

@testable import Workers

@Suite struct WorkQueueTests {
  @Test("Every element is taken once, by whoever comes")
  func once() {
    let queue = WorkQueue<Int>(capacity: 8)
    let group = DispatchGroup()
    let taken = WorkQueue<Int>()
    for _ in 0..<4 {
      DispatchQueue(label: "taker").async(group: group) {
        while let element = queue.take().first { taken.add([element]) }
      }
    }
    for number in 0..<500 { queue.add([number]) }
    queue.close()
    group.wait()
    #expect(taken.takeAll().sorted() == Array(0..<500))
  }

  @Test("Who waits on an empty queue goes home when it closes")
  func closing() {
    let queue = WorkQueue<Int>()
    let home = DispatchSemaphore(value: 0)
    DispatchQueue(label: "taker").async {
      if queue.take().isEmpty { home.signal() }
    }
    queue.close()
    home.wait()
  }

  @Test("What is taken back is not worked on")
  func takingBack() {
    let queue = WorkQueue<Int>()
    queue.add([1, 2, 3])
    #expect(queue.take(upTo: 2) == [1, 2])
    #expect(queue.takeAll() == [3])
    #expect(queue.count == 0)
  }
}
