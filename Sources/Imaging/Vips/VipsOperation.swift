import CVips

/// A value for one property of a libvips operation.
enum Argument: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral
{
  /// As libvips reads it for the property's type; names of enumerations too.
  case text(String)
  case picture(Picture)
  case pictures([Picture])
  /// Any other GObject.
  case object(UnsafeMutableRawPointer)

  init(stringLiteral value: String) { self = .text(value) }
  init(integerLiteral value: Int) { self = .text("\(value)") }
  init(floatLiteral value: Double) { self = .text("\(value)") }
  init(booleanLiteral value: Bool) { self = .text("\(value)") }

  static func number(_ value: Int) -> Argument { .text("\(value)") }
  static func number(_ value: Double) -> Argument { .text("\(value)") }
  static func flag(_ value: Bool) -> Argument { .text("\(value)") }
  static func numbers(_ values: [Double]) -> Argument {
    .text(values.map { "\($0)" }.joined(separator: " "))
  }
}

/// Runs an operation of libvips by its name, as its variadic C functions do, which Swift cannot
/// call.
/// - Returns: its output "out"; nil for savers, which have none.
@discardableResult
func runOperation(_ name: String, _ arguments: [(String, Argument)]) throws -> Picture? {
  try runOperation(name, arguments) { operation in
    guard !name.contains("save_target") else { return nil }
    guard let out = minilab_get_object(operation, "out") else { throw VipsError() }
    return Picture(owning: out.assumingMemoryBound(to: VipsImage.self))
  }
}

/// Runs an operation whose outputs are whole numbers.
func runOperation(
  _ name: String, _ arguments: [(String, Argument)], numbers: [String]
) throws -> [Int] {
  try runOperation(name, arguments) { operation in
    numbers.map { Int(minilab_get_int(operation, $0)) }
  }
}

/// - Parameter outputs: reads what came of it.
private func runOperation<Result>(
  _ name: String, _ arguments: [(String, Argument)],
  outputs: (UnsafeMutableRawPointer) throws -> Result
) throws -> Result {
  guard let operation = vips_operation_new(name) else { throw VipsError() }
  let raw = UnsafeMutableRawPointer(operation)
  let object = raw.assumingMemoryBound(to: VipsObject.self)
  defer { g_object_unref(raw) }
  for (property, value) in arguments {
    switch value {
    case .text(let text):
      guard vips_object_set_argument_from_string(object, property, text) == 0 else {
        throw VipsError()
      }
    case .picture(let picture): minilab_set_object(raw, property, picture.image)
    case .pictures(let pictures):
      var images: [UnsafeMutablePointer<VipsImage>?] = pictures.map(\.image)
      minilab_set_images(raw, property, &images, Int32(images.count))
    case .object(let other): minilab_set_object(raw, property, other)
    }
  }
  // A failed operation may hold outputs already; they go with it.
  defer { vips_object_unref_outputs(object) }
  guard vips_object_build(object) == 0 else { throw VipsError() }
  return try outputs(raw)
}

extension Picture {
  /// Runs an operation on this picture.
  /// - Parameter input: the property that takes the picture; "input" for some operations.
  func call(
    _ name: String, _ arguments: [(String, Argument)] = [], input: String = "in"
  ) throws -> Picture {
    try runOperation(name, [(input, .picture(self))] + arguments)!
  }
}
