import Testing

@testable import Imaging

@Suite struct ExifDirectoriesTests {
  func directories(_ bytes: [UInt8]) throws -> ExifDirectories {
    ExifDirectories(try #require(ExifBlock(bytes)))
  }

  func values(_ directories: ExifDirectories) -> [String: [UInt8]] {
    var all: [String: [UInt8]] = [:]
    for (directory, values) in directories.values {
      for (tag, value) in values { all["\(directory) \(tag) \(value.type)"] = value.bytes }
    }
    return all
  }

  @Test("A block laid out anew says the same, but for its thumbnail", arguments: [true, false])
  func same(littleEndian: Bool) throws {
    let source = try directories(SecretPhoto.exif(littleEndian: littleEndian))
    let block = try #require(source.block)
    #expect(!block.contains("SECRET thumbnail") && block.contains("SECRET maker note"))
    #expect(try values(directories(block)) == values(source))
    #expect(try directories(block).block == block)
    #expect(try #require(ExifBlock(block)).entries.contains { $0.tag.directory == .gps })
  }

  @Test("Another byte order changes numbers and neither texts nor their count")
  func order() throws {
    let little = try directories(SecretPhoto.exif(littleEndian: true))
    let big = try directories(SecretPhoto.exif(littleEndian: false))
    #expect(values(little.inOrder(littleEndian: false)) == values(big))
    #expect(values(big.inOrder(littleEndian: true)) == values(little))
    #expect(values(little.inOrder(littleEndian: true)) == values(little))
  }

  @Test("Directories that are empty are not there, and a block of them is none")
  func empty() throws {
    var directories = try directories(SecretPhoto.exif())
    for tag in Array((directories.values[.gps] ?? [:]).keys) {
      directories[ExifBlock.Tag(.gps, tag)] = nil
    }
    let block = try #require(directories.block.flatMap { ExifBlock($0) })
    #expect(!block.has(ExifBlock.Tag(.primary, 0x8825)))
    #expect(block.has(ExifBlock.Tag(.primary, 0x8769)))
    #expect(ExifDirectories(isLittleEndian: true).block == nil)
  }

  @Test("Values that lie upon each other are not multiplied")
  func overlapping() throws {
    // A thousand tags with the same long value.
    let count = 1000
    let length = 8000
    var bytes = Array("II*\0".utf8) + [8, 0, 0, 0] + [UInt8](count, 2, littleEndian: true)
    for tag in 0..<count {
      bytes += [UInt8](tag + 1, 2, littleEndian: true) + [7, 0]
      bytes += [UInt8](length, 4, littleEndian: true) + [UInt8](14, 4, littleEndian: true)
    }
    bytes += [0, 0, 0, 0]
    let laidOut = try #require(directories(bytes).block)
    #expect(laidOut.count < 2 * bytes.count)
  }
}
