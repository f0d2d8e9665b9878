import Manifest

extension Color {
  /// "#rrggbb" or "#rrggbbaa"; nil for anything else.
  init?(hex text: String) {
    guard text.hasPrefix("#"), text.count == 7 || text.count == 9,
      let number = UInt32(text.dropFirst(), radix: 16)
    else { return nil }
    let rgba = text.count == 7 ? number << 8 | 255 : number
    self.init(
      UInt8(rgba >> 24), UInt8(rgba >> 16 & 255), UInt8(rgba >> 8 & 255), UInt8(rgba & 255))
  }
}
