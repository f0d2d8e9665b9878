import Manifest

/// Texts of a policy as Dublin Core's properties.
/// Source: ISO 16684-1 (XMP), section 8.3; IPTC Photo Metadata 2021.1.
extension XMPPacket {
  /// The packet with these texts at its end; a new one if there is none.
  static func adding(_ texts: [MetadataPolicy.Text: String], to packet: [UInt8]?) -> [UInt8]? {
    guard !texts.isEmpty else { return packet }
    let added = Array(description(texts).utf8)
    if let packet, let end = XMPPacket(packet)?.end {
      return packet[..<end] + added + packet[end...]
    }
    return Array(
      """
      <?xpacket begin="\u{feff}" id="W5M0MpCehiHzreSzNTczkc9d"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="\(rdf)">

      """.utf8) + added + Array("</rdf:RDF></x:xmpmeta>\n<?xpacket end=\"w\"?>".utf8)
  }

  private static func description(_ texts: [MetadataPolicy.Text: String]) -> String {
    let properties = MetadataPolicy.Text.allCases.compactMap { text in
      texts[text].map { property(text, escaped($0)) }
    }
    return """
      <rdf:Description rdf:about="" xmlns:rdf="\(rdf)" xmlns:dc="\(XMPNames.dublinCore)">
      \(properties.joined(separator: "\n"))
      </rdf:Description>

      """
  }

  /// What is one person's is a sequence, what is in a language a choice of them.
  private static func property(_ text: MetadataPolicy.Text, _ value: String) -> String {
    let name = "dc:" + XMPNames.name(of: text).local
    let content =
      text == .creator
      ? "<rdf:Seq><rdf:li>\(value)</rdf:li></rdf:Seq>"
      : "<rdf:Alt><rdf:li xml:lang=\"x-default\">\(value)</rdf:li></rdf:Alt>"
    return "<\(name)>\(content)</\(name)>"
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.append(character)
      }
    }
  }
}
