import Glibc
import Testing

@testable import Files

@Suite struct ChildProcessTests {
  /// Runs a line of shell with descriptor 3 as our partner; returns the child and our end.
  private func start(_ line: String) throws -> (ChildProcess, LocalSocket) {
    let (ours, theirs) = try LocalSocket.pair()
    return (try ChildProcess.start("/bin/sh", ["-c", line], socket: theirs), ours)
  }

  private func readToEnd(_ socket: LocalSocket) throws -> String {
    var all: [UInt8] = []
    while case let bytes = try socket.receive().bytes, !bytes.isEmpty { all += bytes }
    return String(decoding: all, as: UTF8.self)
  }

  @Test("A child's exit status is told", arguments: [0, 7, 255] as [Int32])
  func exit(status: Int32) throws {
    let (child, _) = try start("exit \(status)")
    #expect(child.wait() == .exit(status))
  }

  @Test("A child that is killed ends with the signal")
  func kill() throws {
    let (child, ours) = try start("echo up >&3; read line <&3")
    #expect(try ours.receive().bytes == Array("up\n".utf8))
    #expect(getpgid(child.id) == child.id)
    child.kill()
    #expect(child.wait() == .signal(SIGKILL))
  }

  @Test("A child that waits for us ends when our end closes")
  func closing() throws {
    let child: ChildProcess
    do {
      let ours: LocalSocket
      (child, ours) = try start("read line <&3; exit 4")
      _ = consume ours
    }
    #expect(child.wait() == .exit(4))
  }

  @Test("Only the standard descriptors and the socket are open in a child")
  func descriptors() throws {
    // One that would be inherited, if it were not closed.
    let stray = Descriptor(owning: fcntl(1, F_DUPFD, 200))
    #expect(fcntl(stray.raw, F_GETFD) & FD_CLOEXEC == 0)
    let (child, ours) = try start(
      """
      n=0
      while [ $n -lt 400 ]; do
        [ -e /proc/self/fd/$n ] && echo $n >&3
        n=$((n+1))
      done
      exit 0
      """)
    #expect(try readToEnd(ours) == "0\n1\n2\n3\n")
    #expect(child.wait() == .exit(0))
    _ = consume stray
  }

  @Test("Signals that we ignore are not ignored by a child")
  func signals() throws {
    let before = signal(SIGUSR1, SIG_IGN)
    defer { signal(SIGUSR1, before) }
    let (child, _) = try start("kill -USR1 $$; exit 0")
    #expect(child.wait() == .signal(SIGUSR1))
  }

  @Test("A program that is not there is an error")
  func missing() throws {
    let (_, theirs) = try LocalSocket.pair()
    #expect(
      errorNumber { _ = try ChildProcess.start("/nowhere/x", [], socket: theirs) } == ENOENT)
  }
}
