/// What the table knows of an operation.
public struct OperationSpec: Sendable {
  /// One of the ways to write an operation's parameters.
  public struct Form: Sendable {
    public let parameters: [Parameter]

    init(_ parameters: [Parameter]) { self.parameters = parameters }

    func parameter(_ name: String) -> Parameter? { parameters.first { $0.name == name } }
  }

  public let name: String
  /// One sentence without a full stop.
  public let summary: String
  public let forms: [Form]
  /// The parameter that a bare value sets, as in `sepia: 0.8`.
  public let shorthand: String?
  /// One line of YAML.
  public let example: String

  init(
    _ name: String, _ summary: String, shorthand: String? = nil, example: String,
    _ parameters: [Parameter] = [], forms: [Form] = []
  ) {
    self.name = name
    self.summary = summary
    self.forms = forms.isEmpty ? [Form(parameters)] : forms
    self.shorthand = shorthand
    self.example = example
  }

  /// Whether the name alone says all.
  public var isBare: Bool { forms[0].parameters.allSatisfy { !$0.isRequired } }

  /// All parameters of all forms, each name once.
  public var parameters: [Parameter] {
    var seen: Set<String> = []
    return forms.flatMap(\.parameters).filter { seen.insert($0.name).inserted }
  }

  /// The form that has most of these parameters; of several the first.
  func form(for names: some Sequence<String> & Sendable) -> Form {
    func count(_ form: Form) -> Int { names.count { form.parameter($0) != nil } }
    return forms.reduce(forms[0]) { count($1) > count($0) ? $1 : $0 }
  }

  /// A parameter as declared, or else its default.
  public func value(of parameter: String, in operation: Operation) -> Operation.Value? {
    operation.parameters[parameter]
      ?? form(for: operation.parameters.keys).parameter(parameter)?.defaultValue
  }
}

extension Operation {
  /// With the table's defaults where nothing was declared; itself if the table does not know it.
  public var filled: Operation {
    guard let spec = OperationTable.find(name) else { return self }
    var filled = self
    for parameter in spec.form(for: parameters.keys).parameters {
      filled.parameters[parameter.name] = spec.value(of: parameter.name, in: self)
    }
    return filled
  }
}
