/// The pictures on their way through the pipeline: one, or the frames of an animation. All are of
/// one size.
struct Frames {
  var pictures: [Picture]
  /// What the pictures' size would be had the decoder not shrunk them.
  var fullSize: Size
  /// Decoded pixels per full-size pixel.
  var decodeScale: Double

  var first: Picture { pictures[0] }

  mutating func change(_ body: (Picture) throws -> Picture) rethrows {
    pictures = try pictures.map(body)
  }
}
