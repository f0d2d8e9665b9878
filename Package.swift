// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .unsafeFlags(["-warnings-as-errors"]),
]

/// A static Swift runtime starts in 10 ms instead of 15. Foundation's static archives leave these
/// three libraries to be named by hand.
let staticRuntime: [LinkerSetting] = [
  .unsafeFlags(
    [
      "-static-stdlib", "-l_FoundationCShims", "-l_FoundationCollections",
      "-lswiftSynchronization",
    ],
    .when(configuration: .release))
]

let package = Package(
  name: "minilab",
  targets: [
    .systemLibrary(name: "CVips", pkgConfig: "vips", providers: [.apt(["libvips-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .target(name: "CLinux"),

    .target(name: "Files", dependencies: ["CLinux", "CCrypto"], swiftSettings: strict),
    .target(name: "Manifest", dependencies: ["Files", "CYAML"], swiftSettings: strict),
    .target(name: "RenderProtocol", dependencies: ["Manifest"], swiftSettings: strict),
    .target(
      name: "Storage", dependencies: ["Manifest", "CSQLite"],
      resources: [.embedInCode("Migrations")], swiftSettings: strict),
    .target(name: "Imaging", dependencies: ["RenderProtocol", "CVips"], swiftSettings: strict),
    .target(
      name: "Workers", dependencies: ["Storage", "RenderProtocol"], swiftSettings: strict),
    .executableTarget(
      name: "minilab", dependencies: ["Workers"], swiftSettings: strict,
      linkerSettings: staticRuntime),
    .executableTarget(
      name: "minilab-render", dependencies: ["Imaging"], swiftSettings: strict,
      linkerSettings: staticRuntime),

    .target(
      name: "TestSupport", dependencies: ["Files"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .testTarget(name: "FilesTests", dependencies: ["Files"], swiftSettings: strict),
    .testTarget(name: "ManifestTests", dependencies: ["Manifest"], swiftSettings: strict),
    .testTarget(
      name: "RenderProtocolTests", dependencies: ["RenderProtocol"], swiftSettings: strict),
    .testTarget(
      name: "StorageTests", dependencies: ["Storage", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "ImagingTests", dependencies: ["Imaging"], swiftSettings: strict),
    .testTarget(
      name: "WorkersTests", dependencies: ["Workers", "TestSupport", "minilab-render"],
      swiftSettings: strict),
    .testTarget(name: "minilabTests", dependencies: ["minilab"], swiftSettings: strict),
    // Drives the built programs; links nothing of theirs that could be asked instead.
    .testTarget(
      name: "ProgramTests",
      dependencies: ["Files", "Storage", "Manifest", "TestSupport", "minilab", "minilab-render"],
      swiftSettings: strict),
  ]
)
