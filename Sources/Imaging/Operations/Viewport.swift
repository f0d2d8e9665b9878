import Manifest

/// A phone's viewport over a picture, which lies in it with its top left corner in the viewport's,
/// fitted, then zoomed, then panned. All of that only says which of the picture's own pixels show:
/// nothing is ever resampled.
struct Viewport {
  private let width: Double
  private let height: Double
  private let fitsWidth: Bool
  private let factor: Double
  /// The point of the viewport that stays where it is when zooming.
  private let fixed: (x: Double, y: Double)
  private let pan: (x: Double, y: Double)

  /// nil if the operation asks for none.
  init?(_ operation: Operation) {
    guard let area = operation.parameters["area"]?.box else { return nil }
    width = Double(area.width)
    height = Double(area.height)
    fitsWidth = operation.text("fit") == "width"
    let zoom = operation.mapping("zoom")
    factor = if case .number(let factor)? = zoom["by"] { factor } else { 1 }
    fixed = zoom["at"]?.pair ?? (width / 2, height / 2)
    pan = operation.parameters["pan"]?.pair ?? (0, 0)
  }

  /// The viewport's edges in the picture's pixels.
  func edges(of picture: Size) -> (across: Edges, down: Edges) {
    let scale = (fitsWidth ? width / Double(picture.width) : 1) * factor
    /// - Parameter corner: where zooming and panning take the picture's corner in the viewport.
    func edges(_ corner: Double, _ length: Double) -> Edges {
      (-corner / scale, (length - corner) / scale)
    }
    return (
      edges(fixed.x * (1 - factor) + pan.x, width), edges(fixed.y * (1 - factor) + pan.y, height)
    )
  }
}
