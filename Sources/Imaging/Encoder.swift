import Manifest

/// The saver of a format with its settings; what is left out here is libvips' own default.
struct Encoder {
  let name: String
  private(set) var arguments: [(String, Argument)] = []

  init(_ output: OutputSettings) {
    let encoding = output.encoding
    let quality = Argument.number(encoding.quality ?? output.format.defaultQuality ?? 0)
    /// 0…9 spread over what the saver has.
    func effort(_ range: ClosedRange<Int>, default usual: Int) -> Argument {
      let wanted = encoding.effort.map {
        range.lowerBound + (range.upperBound - range.lowerBound) * $0 / 9
      }
      return .number(wanted ?? usual)
    }
    // libvips stops subsampling at quality 90 by itself.
    let subsampling = Argument.text(encoding.subsampling == .on ? "on" : "off")
    switch output.format {
    case .jpeg:
      name = "jpegsave_target"
      arguments = [
        ("Q", quality), ("subsample-mode", subsampling), ("optimize-coding", true),
        ("interlace", .flag(encoding.progressive)),
      ]
    case .png:
      name = "pngsave_target"
      arguments = [
        ("compression", effort(0...9, default: 6)), ("interlace", .flag(encoding.progressive)),
      ]
      if let colours = encoding.palette {
        let bits = [1, 2, 4].first { colours <= 1 << $0 } ?? 8
        arguments += [("palette", true), ("bitdepth", .number(bits))]
      }
    case .webp:
      name = "webpsave_target"
      arguments = [
        ("Q", quality), ("effort", effort(0...6, default: 4)),
        ("lossless", .flag(encoding.lossless)),
      ]
    case .avif, .heic:
      name = "heifsave_target"
      // libaom's own default takes seconds for a photo.
      arguments = [
        ("compression", output.format == .avif ? "av1" : "hevc"), ("Q", quality),
        ("effort", effort(0...9, default: 2)), ("lossless", .flag(encoding.lossless)),
        ("subsample-mode", encoding.lossless ? "off" : subsampling),
      ]
    case .jxl:
      name = "jxlsave_target"
      arguments = [
        ("Q", quality), ("effort", effort(1...9, default: 4)),
        ("lossless", .flag(encoding.lossless)),
      ]
    case .tiff:
      name = "tiffsave_target"
      // LZW is read everywhere; who asks for effort wants small files.
      arguments = [
        ("compression", encoding.effort == nil ? "lzw" : "deflate"), ("predictor", "horizontal"),
      ]
    case .gif:
      name = "gifsave_target"
      arguments = [("effort", effort(1...10, default: 4))]
    }
  }
}
