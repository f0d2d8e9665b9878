import CLinux

/// Anonymous files in memory, which a renderer fills and a lane seals.
public enum MemoryFile {
  public static func make() throws(SystemError) -> Descriptor {
    Descriptor(owning: try SystemError.check("memfd_create") { cl_memory_file("minilab-output") })
  }

  /// From now on nobody can change the file, not even who still holds it open.
  public static func seal(_ file: Descriptor) throws(SystemError) {
    try SystemError.check("F_ADD_SEALS") { cl_seal(file.raw) }
  }
}
