/// The two things in an XMP packet that an edit makes untrue.
enum XMPPacket {
  /// Does it say that the file holds a gain map (Ultra HDR)?
  static func claimsGainMap(_ packet: [UInt8]) -> Bool {
    packet.contains("http://ns.adobe.com/hdr-gain-map/".utf8) || packet.contains("hdrgm:".utf8)
  }

  /// The packet with orientation 1, nil if it says that or nothing already. Its length stays.
  static func resettingOrientation(_ packet: [UInt8]) -> [UInt8]? {
    guard let name = packet.firstIndex(of: "tiff:Orientation".utf8) else { return nil }
    // As an attribute or as an element: the number is the next digit.
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard let place = packet[name...].firstIndex(where: digits.contains), place - name < 24,
      packet[place] != UInt8(ascii: "1")
    else { return nil }
    var changed = packet
    changed[place] = UInt8(ascii: "1")
    return changed
  }
}
