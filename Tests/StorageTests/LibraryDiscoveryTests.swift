import Files
import Testing

@testable import Storage

@Suite struct LibraryDiscoveryTests {
  let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  @Test("The nearest library at or above a folder is found, and a folder without catalog is none")
  func nearest() throws {
    try temporary.write("a/.minilab/catalog.sqlite")
    try temporary.makeFolder("a/b/.minilab")
    try temporary.write("a/b/c/.minilab/catalog.sqlite")
    try temporary.makeFolder("a/b/c/d/e")
    let a = temporary.path.appending("a")
    for (start, found) in [
      ("a", "a"), ("a/b", "a"), ("a/b/c", "a/b/c"), ("a/b/c/d/e", "a/b/c"),
    ] as [(BytePath, BytePath)] {
      #expect(
        LibraryDiscovery.nearest(above: temporary.path.appending(start))
          == temporary.path.appending(found).appending(".minilab"))
    }
    #expect(LibraryDiscovery.nearest(above: a.parent) == LibraryDiscovery.nearest(above: "/"))
  }

  @Test(
    "The user's own library follows XDG: only an absolute folder counts",
    arguments: [
      (["XDG_DATA_HOME": "/data", "HOME": "/home/u"], "/data/minilab"),
      (["XDG_DATA_HOME": "data", "HOME": "/home/u"], "/home/u/.local/share/minilab"),
      (["XDG_DATA_HOME": "", "HOME": "/home/u"], "/home/u/.local/share/minilab"),
      ([:], nil),
    ] as [([String: BytePath], BytePath?)])
  func personal(environment: [String: BytePath], folder: BytePath?) {
    #expect(LibraryDiscovery.personal { environment[$0] } == folder)
  }
}
