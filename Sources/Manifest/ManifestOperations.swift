extension JobManifest {
  /// All operations: of the edit, of the selection's entries and of the outputs' finishes.
  public var operations: [Operation] {
    (edit ?? []) + select.flatMap { $0.edit ?? [] }
      + outputs.flatMap(\.variants).flatMap(\.finish)
  }

  /// The same with every operation changed.
  public func changingOperations(
    _ change: (Operation) throws -> Operation
  ) rethrows -> JobManifest {
    var changed = self
    changed.edit = try edit?.map(change)
    for index in select.indices { changed.select[index].edit = try select[index].edit?.map(change) }
    for (index, output) in outputs.enumerated() {
      for (variant, settings) in output.variants.enumerated() {
        changed.outputs[index].variants[variant].finish = try settings.finish.map(change)
      }
    }
    return changed
  }
}
