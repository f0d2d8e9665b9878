import Files
import Manifest

/// A file with other metadata; all else is as it was, bit for bit.
enum MetadataRewriting {
  /// Formats whose containers are known here.
  private static let formats: [ImageFormat] = [.jpeg, .png, .webp]

  struct Result {
    let bytes: [UInt8]
    let losses: [String]
  }

  /// - Throws: DECODE_FAILED where the container is damaged, WOULD_LOSE, PRIVATE_DATA_LEFT.
  static func rewrite(
    _ bytes: [UInt8], format: String, _ policy: MetadataPolicy
  ) throws(Failure) -> Result {
    guard let known = ImageFormat(rawValue: format), formats.contains(known) else {
      throw Failure(
        .wouldLose, "the metadata of \(format) cannot be changed without encoding the picture anew",
        hint: "set `reencode: true`", stage: .encode)
    }
    var edit = MetadataEdit(MetadataRules(policy, known, keepsPicture: true))
    if !edit.rules.removesAnything && policy.set.isEmpty {
      return Result(bytes: bytes, losses: [])
    }
    var output: [UInt8]
    let end: Int
    switch known {
    case .jpeg:
      guard let container = JPEGContainer(bytes) else { throw damaged(format) }
      let blocks = try edit.apply(to: container.blocks)
      output = container.rewritten(blocks, &edit)
      output += try furtherPictures(behind: container.end, of: bytes, &edit)
      return Result(bytes: output, losses: edit.losses)
    case .png:
      guard let container = PNGContainer(bytes) else { throw damaged(format) }
      let blocks = try edit.apply(to: container.blocks)
      output = container.rewritten(blocks, &edit)
      end = container.end
    default:
      guard let container = WebPContainer(bytes) else { throw damaged(format) }
      let blocks = try edit.apply(to: container.blocks)
      output = container.rewritten(blocks, &edit)
      end = container.end
    }
    output += try trailer(bytes[end...], &edit)
    return Result(bytes: output, losses: edit.losses)
  }

  private static func damaged(_ format: String) -> Failure {
    Failure(
      .decodeFailed, "the \(format) file is damaged or cut off",
      hint: "its metadata can be changed only if the file is whole", stage: .decode)
  }

  /// Pictures behind the first one, such as a gain map. Each keeps its length, so that whoever
  /// tells their places or lengths goes on to be right.
  private static func furtherPictures(
    behind end: Int, of bytes: [UInt8], _ edit: inout MetadataEdit
  ) throws(Failure) -> [UInt8] {
    let policy = edit.rules.policy
    let rules = MetadataRules(
      MetadataPolicy(policy.base, remove: policy.remove), .jpeg, keepsPicture: true)
    guard rules.removesAnything else { return Array(bytes[end...]) }
    var output: [UInt8] = []
    var place = end
    while true {
      let next = bytes[place...].firstIndex { $0 != 0 } ?? bytes.count
      output += bytes[place..<next]
      guard let picture = JPEGContainer(bytes, from: next) else {
        return output + (try trailer(bytes[next...], &edit))
      }
      var own = MetadataEdit(rules)
      let blocks = try own.apply(to: picture.blocks)
      let rewritten = picture.rewritten(blocks, &own)
      for loss in own.losses { edit.lose(loss) }
      output += rewritten
      output += [UInt8](repeating: 0, count: max(0, picture.end - next - rewritten.count))
      place = picture.end
    }
  }

  /// What lies behind the file's end.
  private static func trailer(
    _ rest: ArraySlice<UInt8>, _ edit: inout MetadataEdit
  ) throws(Failure) -> [UInt8] {
    if !edit.rules.removesAnything || rest.allSatisfy({ $0 == 0 }) { return Array(rest) }
    let all = Array(rest)
    if all.contains("ftyp") || all.place(of: [0xff, 0xd8, 0xff]) != nil {
      throw Failure(
        .wouldLose,
        "behind the picture lies a film or another picture, whose metadata cannot be changed",
        hint: "set `reencode: true` to write the picture alone", stage: .encode)
    }
    edit.lose("\(rest.count) bytes behind the picture that are not known here")
    return []
  }
}
