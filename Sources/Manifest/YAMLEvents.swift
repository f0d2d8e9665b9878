import CYAML

/// The events of libyaml as values. It holds libyaml's parser, which points into itself and into
/// the text, so both stay where they are until this goes.
final class YAMLEvents {
  struct Event {
    enum Kind: Equatable {
      case start, documentStart, documentEnd, listStart, mappingStart
      /// Of a list, of a mapping or of the text.
      case end
      case alias(String)
      case scalar(String, isQuoted: Bool, isDoubleQuoted: Bool)
    }

    var kind: Kind
    /// Characters from the start of the text.
    var start: Int
    var end: Int
    var anchor: String?
    var tag: String?
  }

  struct SyntaxError: Error {
    var message: String
    /// Characters from the start of the text.
    var character: Int
  }

  private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
  private let text: UnsafeMutableBufferPointer<UInt8>

  init(_ bytes: [UInt8]) {
    text = .allocate(capacity: bytes.count + 1)
    _ = text.initialize(from: bytes + [0])
    yaml_parser_initialize(parser)
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, text.baseAddress, bytes.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
    text.deallocate()
  }

  func next() -> Result<Event, SyntaxError> {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { return .failure(syntaxError()) }
    defer { yaml_event_delete(&event) }
    var anchor: UnsafeMutablePointer<UInt8>?
    var tag: UnsafeMutablePointer<UInt8>?
    let kind: Event.Kind
    switch event.type {
    case YAML_STREAM_START_EVENT: kind = .start
    case YAML_DOCUMENT_START_EVENT: kind = .documentStart
    case YAML_DOCUMENT_END_EVENT: kind = .documentEnd
    case YAML_ALIAS_EVENT: kind = .alias(String(cString: event.data.alias.anchor))
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      kind = .scalar(
        String(decoding: bytes, as: UTF8.self), isQuoted: scalar.style != YAML_PLAIN_SCALAR_STYLE,
        isDoubleQuoted: scalar.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE)
      (anchor, tag) = (scalar.anchor, scalar.tag)
    case YAML_SEQUENCE_START_EVENT:
      kind = .listStart
      (anchor, tag) = (event.data.sequence_start.anchor, event.data.sequence_start.tag)
    case YAML_MAPPING_START_EVENT:
      kind = .mappingStart
      (anchor, tag) = (event.data.mapping_start.anchor, event.data.mapping_start.tag)
    default: kind = .end
    }
    return .success(
      Event(
        kind: kind, start: event.start_mark.index, end: event.end_mark.index,
        anchor: anchor.map { String(cString: $0) }, tag: tag.map { String(cString: $0) }))
  }

  private func syntaxError() -> SyntaxError {
    let error = parser.pointee
    let problem = error.problem.map { String(cString: $0) } ?? "cannot be read"
    let context = error.context.map { String(cString: $0) + ", " } ?? ""
    // The reader, which looks at characters before there are tokens, knows bytes only.
    let character =
      error.error == YAML_READER_ERROR
      ? text.prefix(error.problem_offset).count { $0 & 0xc0 != 0x80 } : error.problem_mark.index
    return SyntaxError(message: context + problem, character: character)
  }
}
