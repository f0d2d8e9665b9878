import Files
import Manifest
import Testing

@testable import minilab

@Suite struct ProgressViewTests {
  private let recorder = Recorder()
  private let failure = Failure(.decodeFailed, "cut off")

  private func view(terminal: Bool, json: Bool = false) -> ProgressView {
    ProgressView(
      output: recorder.printing(json: json),
      terminal: Terminal(input: terminal, output: terminal, error: terminal, colour: false),
      width: { 20 })
  }

  private func snapshot(_ done: Int, at elapsed: Double) -> ProgressSnapshot {
    ProgressSnapshot(total: 9, succeeded: done, elapsed: elapsed)
  }

  @Test func `the bar is painted ten times a second at most`() {
    let view = view(terminal: true)
    view.update(snapshot(1, at: 0))
    view.update(snapshot(2, at: 0.05))
    view.update(snapshot(3, at: 0.1))
    #expect(
      recorder.error == "\r[=           ]  1/9\u{1b}[K\r[====        ]  3/9\u{1b}[K")
  }

  @Test func `failures stand above the bar`() {
    let view = view(terminal: true)
    view.update(snapshot(0, at: 0))
    view.failed("trip/b.jpg", failure)
    view.finish(snapshot(1, at: 1))
    #expect(
      recorder.error
        == "\r[            ]  0/9\u{1b}[K\r\u{1b}[K✗ trip/b.jpg  DECODE_FAILED  cut off\n"
        + "\r[            ]  0/9\u{1b}[K\r\u{1b}[K")
    #expect(recorder.output == "")
  }

  @Test func `a log gets failures at once and a line every few seconds`() {
    let view = view(terminal: false)
    view.update(snapshot(0, at: 0))
    view.update(snapshot(1, at: 4.9))
    view.failed("a\nb.jpg", failure)
    view.update(snapshot(2, at: 5))
    view.update(snapshot(3, at: 9))
    view.finish(snapshot(9, at: 9.5))
    #expect(
      recorder.output == """
        ✗ a\\x0ab.jpg  DECODE_FAILED  cut off
        2 of 9 done
        9 of 9 done

        """)
    #expect(recorder.error == "")
  }

  @Test func `programs that read JSON see no progress`() {
    for terminal in [false, true] {
      let view = view(terminal: terminal, json: true)
      view.update(snapshot(1, at: 60))
      view.failed("a.jpg", failure)
      view.finish(snapshot(9, at: 61))
    }
    #expect(recorder.output == "" && recorder.error == "")
  }

  @Test func `a person sees the bar while JSON goes to a file`() {
    let view = ProgressView(
      output: recorder.printing(json: true),
      terminal: Terminal(input: true, output: false, error: true, colour: false), width: { 20 })
    view.update(snapshot(1, at: 0))
    #expect(recorder.error == "\r[=           ]  1/9\u{1b}[K")
  }
}
