struct ManifestErrors: Error {}
extension Output { func report(_ e: ManifestErrors) {} }
