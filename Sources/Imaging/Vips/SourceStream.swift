import CVips
import Files

/// A libvips source that reads a descriptor with `pread`: the offset of a descriptor is shared
/// with the process that sent it, which reads the file too.
final class SourceStream {
  let source: UnsafeMutablePointer<VipsSource>

  init(_ descriptor: Descriptor) throws(SystemError) {
    let size = try descriptor.status().size
    let custom = vips_source_custom_new()!
    source = UnsafeMutableRawPointer(custom).assumingMemoryBound(to: VipsSource.self)
    // The closures live as long as the source, which a picture may hold longer than we do.
    let cursor = Unmanaged.passRetained(Cursor(descriptor, size: size))
    g_signal_connect_data(
      custom, "seek", unsafeBitCast(seekCallback, to: GCallback.self), cursor.toOpaque(), nil,
      GConnectFlags(rawValue: 0))
    g_signal_connect_data(
      custom, "read", unsafeBitCast(readCallback, to: GCallback.self), cursor.toOpaque(),
      { cursor, _ in Unmanaged<Cursor>.fromOpaque(cursor!).release() }, GConnectFlags(rawValue: 0))
  }

  deinit { g_object_unref(source) }

  var argument: Argument { .object(source) }
}

private final class Cursor {
  let descriptor: Descriptor
  let size: Int64
  var offset: Int64 = 0

  init(_ descriptor: Descriptor, size: Int64) {
    self.descriptor = descriptor
    self.size = size
  }
}

private let readCallback:
  @convention(c) (
    UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, Int64, UnsafeMutableRawPointer?
  ) -> Int64 = { _, room, count, cursor in
    let cursor = Unmanaged<Cursor>.fromOpaque(cursor!).takeUnretainedValue()
    let buffer = UnsafeMutableRawBufferPointer(start: room, count: Int(count))
    guard let got = try? cursor.descriptor.read(into: buffer, at: cursor.offset) else { return -1 }
    cursor.offset += Int64(got)
    return Int64(got)
  }

private let seekCallback:
  @convention(c) (UnsafeMutableRawPointer?, Int64, Int32, UnsafeMutableRawPointer?) -> Int64 = {
    _, offset, whence, cursor in
    let cursor = Unmanaged<Cursor>.fromOpaque(cursor!).takeUnretainedValue()
    let start: Int64 =
      switch whence {
      case SEEK_CUR: cursor.offset
      case SEEK_END: cursor.size
      default: 0
      }
    guard start + offset >= 0 else { return -1 }
    cursor.offset = start + offset
    return cursor.offset
  }
