import CVips

/// Header fields by libvips' names. Only a picture that nobody else has yet may be changed.
extension Picture {
  var fieldNames: [String] {
    guard let names = vips_image_get_fields(image) else { return [] }
    defer { g_strfreev(names) }
    var found: [String] = []
    while let name = names[found.count] { found.append(String(cString: name)) }
    return found
  }

  func hasField(_ name: String) -> Bool { vips_image_get_typeof(image, name) != 0 }

  func integer(_ name: String) -> Int? {
    var value: Int32 = 0
    guard hasField(name), vips_image_get_int(image, name, &value) == 0 else { return nil }
    return Int(value)
  }

  func text(_ name: String) -> String? {
    var value: UnsafePointer<CChar>?
    guard hasField(name), vips_image_get_string(image, name, &value) == 0 else { return nil }
    return value.map { String(cString: $0) }
  }

  func blob(_ name: String) -> [UInt8]? {
    var start: UnsafeRawPointer?
    var count = 0
    guard hasField(name), vips_image_get_blob(image, name, &start, &count) == 0 else { return nil }
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  func set(_ name: String, _ value: Int) { vips_image_set_int(image, name, Int32(value)) }

  func set(_ name: String, blob: [UInt8]) {
    vips_image_set_blob_copy(image, name, blob, blob.count)
  }

  func set(_ name: String, _ text: String) { vips_image_set_string(image, name, text) }

  func takeField(_ name: String, from other: Picture) {
    var value = GValue()
    guard other.hasField(name), vips_image_get(other.image, name, &value) == 0 else { return }
    vips_image_set(image, name, &value)
    g_value_unset(&value)
  }

  func remove(_ name: String) { vips_image_remove(image, name) }
}
