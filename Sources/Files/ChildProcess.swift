import CLinux
import Glibc

/// A process that we started and must reap.
public struct ChildProcess: Sendable {
  public let id: Int32

  /// How it ended.
  public enum End: Sendable, Equatable {
    case exit(Int32)
    case signal(Int32)
  }

  /// Starts a program with our end's partner as descriptor 3 and nothing else open.
  public static func start(
    _ program: BytePath, _ arguments: [String], socket: LocalSocket
  ) throws(SystemError) -> ChildProcess {
    var argv = ([program.text ?? "renderer"] + arguments).map { strdup($0) } + [nil]
    defer { for argument in argv { free(argument) } }
    let id = try SystemError.check("posix_spawn") {
      program.withCString { cl_spawn($0, &argv, socket.descriptor.raw) }
    }
    return ChildProcess(id: id)
  }

  /// Bytes of memory that it has in use; nil if it is gone.
  public var residentBytes: Int? {
    guard let file = try? Descriptor.open(BytePath("/proc/\(id)/statm"), O_RDONLY),
      let text = try? file.readAll()
    else { return nil }
    let pages = text.split(separator: UInt8(ascii: " ")).dropFirst().first
    return pages.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
      .map { $0 * sysconf(Int32(_SC_PAGESIZE)) }
  }

  /// Sends SIGUSR1.
  public func ask() { _ = Glibc.kill(id, SIGUSR1) }

  public func kill() { _ = Glibc.kill(id, SIGKILL) }

  /// Waits for its end. Call once.
  public func wait() -> End {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0 && errno == EINTR {}
    let signal = status & 0x7f
    return signal == 0 ? .exit((status >> 8) & 0xff) : .signal(signal)
  }
}
