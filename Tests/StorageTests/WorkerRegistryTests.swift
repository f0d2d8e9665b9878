import Files
import Glibc
import Manifest
import Testing

@testable import Storage

@Suite struct WorkerRegistryTests {
  let sample: SampleLibrary

  init() throws { sample = try SampleLibrary() }

  private func worker(_ id: Int64) throws -> WorkerRegistry.Worker {
    try #require(try WorkerRegistry.unended(sample.library).first { $0.id == id })
  }

  private func path(_ worker: WorkerRegistry.Worker) -> BytePath {
    sample.library.folder.appending("workers").appending(BytePath(worker.name + ".lock"))
  }

  @Test("A worker whose lock is held is alive")
  func alive() throws {
    let worker = try worker(sample.worker)
    #expect(worker.kind == "run")
    #expect(worker.pid == Int64(getpid()))
    #expect(WorkerRegistry.isAlive(worker, sample.library))
    #expect(try WorkerRegistry.takeLock(of: worker, sample.library) == nil)
  }

  @Test("A worker whose lock is gone is dead, is taken by one only, and is buried")
  func dead() throws {
    var lock: WorkerLock? = try WorkerLock(sample.library, kind: .worker)
    let worker = try worker(try #require(lock).id)
    lock = nil
    #expect(!WorkerRegistry.isAlive(worker, sample.library))
    let dead = try #require(try WorkerRegistry.takeLock(of: worker, sample.library))
    #expect(try WorkerRegistry.takeLock(of: worker, sample.library) == nil)
    try WorkerRegistry.bury(dead, sample.library)
    #expect(try WorkerRegistry.unended(sample.library).map(\.id) == [sample.worker])
    #expect(try FileStatus.of(path(worker)) == nil)
  }

  @Test("A process holds its lock until it is killed")
  func killed() throws {
    var lock: WorkerLock? = try WorkerLock(sample.library, kind: .worker)
    let worker = try worker(try #require(lock).id)
    lock = nil
    // A shell holds the lock in the worker's stead.
    let (ours, theirs) = try LocalSocket.pair()
    let line = "exec 8<>'\(path(worker))' && flock 8 && echo up >&3; read line <&3"
    let child = try ChildProcess.start("/bin/sh", ["-c", line], socket: theirs)
    #expect(try ours.receive().bytes == Array("up\n".utf8))
    #expect(WorkerRegistry.isAlive(worker, sample.library))
    child.kill()
    #expect(child.wait() == .signal(SIGKILL))
    #expect(!WorkerRegistry.isAlive(worker, sample.library))
  }

  @Test("A worker whose lock file was removed is dead")
  func removed() throws {
    let worker = try worker(sample.worker)
    #expect(path(worker).withCString { unlink($0) } == 0)
    #expect(!WorkerRegistry.isAlive(worker, sample.library))
    try WorkerRegistry.bury(
      try #require(try WorkerRegistry.takeLock(of: worker, sample.library)), sample.library)
  }

  @Test("A worker that ends in good order leaves nothing to rescue")
  func end() throws {
    let lock = try WorkerLock(sample.library, kind: .submit)
    let worker = try worker(lock.id)
    try lock.end()
    #expect(try WorkerRegistry.unended(sample.library).map(\.id) == [sample.worker])
    #expect(try FileStatus.of(path(worker)) == nil)
  }
}
