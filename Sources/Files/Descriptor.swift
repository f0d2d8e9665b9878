import CLinux
import Glibc

/// An open file, folder, socket or memory file; closed when the last reference goes.
public final class Descriptor: Sendable {
  public let raw: Int32

  /// Takes ownership of an open descriptor.
  public init(owning raw: Int32) { self.raw = raw }
  deinit { close(raw) }

  public static func open(
    _ path: BytePath, _ flags: Int32, mode: UInt32 = 0o666
  ) throws(SystemError) -> Descriptor {
    let raw = try SystemError.check("open") {
      path.withCString { Glibc.open($0, flags | O_CLOEXEC, mode) }
    }
    return Descriptor(owning: raw)
  }

  public func status() throws(SystemError) -> FileStatus {
    var s = stat()
    try SystemError.check("fstat") { fstat(raw, &s) }
    return FileStatus(s)
  }

  /// Reads up to `buffer.count` bytes at `offset` without moving the shared file offset.
  public func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(SystemError) -> Int {
    try SystemError.check("pread") { pread(raw, buffer.baseAddress, buffer.count, Int(offset)) }
  }

  /// Bytes from a place on without moving the shared file offset; fewer where the file ends before.
  public func read(_ count: Int, at offset: Int64) throws(SystemError) -> [UInt8] {
    let left = try status().size - offset
    var bytes = [UInt8](repeating: 0, count: max(0, min(count, Int(left))))
    var length = 0
    while length < bytes.count {
      let read = try SystemError.check("pread") {
        bytes.withUnsafeMutableBytes {
          pread(raw, $0.baseAddress! + length, $0.count - length, Int(offset) + length)
        }
      }
      if read == 0 { break }
      length += read
    }
    return Array(bytes[..<length])
  }

  /// All bytes of a file from its start.
  public func readAll() throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let offset = bytes.count
      let count = try SystemError.check("pread") {
        chunk.withUnsafeMutableBytes { pread(raw, $0.baseAddress, $0.count, offset) }
      }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
  }

  /// All that a pipe, terminal or file gives from where it stands.
  public func readStream() throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try SystemError.check("read") {
        chunk.withUnsafeMutableBytes { Glibc.read(raw, $0.baseAddress, $0.count) }
      }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
  }

  public func writeAll(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = try SystemError.check("write") { Glibc.write(raw, rest.baseAddress, rest.count) }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  public func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    try bytes.withUnsafeBufferPointer { (buffer) throws(SystemError) in
      try writeAll(UnsafeRawBufferPointer(buffer))
    }
  }

  /// Writes without moving the shared file offset.
  public func write(_ bytes: [UInt8], at offset: Int64) throws(SystemError) {
    try bytes.withUnsafeBufferPointer { (buffer) throws(SystemError) in
      var written = 0
      while written < buffer.count {
        written += try SystemError.check("pwrite") {
          pwrite(raw, buffer.baseAddress! + written, buffer.count - written, Int(offset) + written)
        }
      }
    }
  }

  /// Puts bytes in place of all that a file holds; who reads meanwhile finds a mixture only behind
  /// them.
  public func replaceContent(with bytes: [UInt8]) throws(SystemError) {
    try write(bytes, at: 0)
    try SystemError.check("ftruncate") { ftruncate(raw, off_t(bytes.count)) }
  }

  /// Copies all of another file here, in the kernel where it can.
  public func copyAll(of source: Descriptor) throws(SystemError) {
    var offset: off_t = 0
    while true {
      let count = try SystemError.check("sendfile") { sendfile(raw, source.raw, &offset, 1 << 30) }
      if count == 0 { return }
    }
  }

  /// Waits until the file, or a folder's names, are on disk.
  public func sync() throws(SystemError) { try SystemError.check("fsync") { fsync(raw) } }

  /// Gives this file the mode of another, and its owner where we may.
  public func takeOwnership(of other: FileStatus) throws(SystemError) {
    // Changing the owner clears mode bits, so the mode comes last.
    if other.owner != geteuid() || other.group != getegid() {
      _ = fchown(raw, other.owner, other.group)
    }
    try setMode(other.mode)
  }

  public func setMode(_ mode: UInt32) throws(SystemError) {
    try SystemError.check("fchmod") { fchmod(raw, mode & 0o7777) }
  }

  /// - Parameter nanoseconds: since 1970; the access time becomes the same.
  public func setModified(nanoseconds: Int64) throws(SystemError) {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    // The rest of a time before 1970 counts from the second below.
    let time =
      rest < 0
      ? timespec(tv_sec: Int(seconds) - 1, tv_nsec: Int(rest) + 1_000_000_000)
      : timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))
    var times = [time, time]
    try SystemError.check("futimens") { futimens(raw, &times) }
  }

  /// Gives this file the extended attributes of another, as far as we may and the file system can.
  public func takeExtendedAttributes(of other: Descriptor) {
    cl_copy_attributes(other.raw, raw)
  }

  /// Sets the file's times to now.
  public func touch() { futimens(raw, nil) }

  /// Starts writing to disk without waiting; a hint, so failures are of no matter.
  public func startWriteback() { _ = cl_start_writeback(raw) }

  /// Takes the exclusive whole-file lock; false if somebody holds it. It lives as long as the
  /// descriptor, whatever ends the process.
  public func tryLock() throws(SystemError) -> Bool {
    do {
      try SystemError.check("flock") { flock(raw, LOCK_EX | LOCK_NB) }
      return true
    } catch {
      if error.number == EWOULDBLOCK { return false }
      throw error
    }
  }

  /// Waits for the whole-file lock, which any number may share.
  public func lockShared() throws(SystemError) {
    try SystemError.check("flock") { flock(raw, LOCK_SH) }
  }

  /// Waits until nobody else has the whole-file lock.
  public func lockAlone() throws(SystemError) {
    try SystemError.check("flock") { flock(raw, LOCK_EX) }
  }

  /// False while some process has the file open for writing; nil where the file system cannot tell.
  public func nobodyWrites() -> Bool? {
    let answer = cl_nobody_writes(raw)
    return answer < 0 ? nil : answer == 1
  }
}
