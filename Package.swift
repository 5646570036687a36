// swift-tools-version: 6.2
import PackageDescription

/// The settings of every Swift target: unsafe expressions, imports and existentials are spelt out.
///
/// `TILEQUILL_STRICT`, set by the Makefile, turns warnings into errors for our own builds; people
/// who depend on the package keep plain warnings.
let house: [SwiftSetting] =
  [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (Context.environment["TILEQUILL_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)])

/// The settings of every C target of ours, with warnings as above.
let houseC: [CSetting] =
  Context.environment["TILEQUILL_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

let package = Package(
  name: "tilequill",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [
    .library(name: "QuillCore", targets: ["QuillCore"]),
    .library(name: "QuillBundle", targets: ["QuillBundle"]),
    .library(name: "QuillRaster", targets: ["QuillRaster"]),
    .library(name: "QuillCheck", targets: ["QuillCheck"]),
    .library(name: "QuillArchives", targets: ["QuillArchives"]),
    .library(name: "QuillServer", targets: ["QuillServer"]),
    .executable(name: "tilequill", targets: ["tilequill"]),
  ],
  targets: [
    // The C libraries, one folder each.
    .systemLibrary(
      name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .systemLibrary(
      name: "CDeflate", pkgConfig: "libdeflate",
      providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CISAL", pkgConfig: "libisal",
      providers: [.apt(["libisal-dev"]), .brew(["isa-l"])]),
    .systemLibrary(
      name: "CGzip", pkgConfig: "libdeflate",
      providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(
      name: "CJPEG", pkgConfig: "libjpeg",
      providers: [.apt(["libjpeg-dev"]), .brew(["jpeg-turbo"])]),
    .systemLibrary(
      name: "CLCMS", pkgConfig: "lcms2",
      providers: [.apt(["liblcms2-dev"]), .brew(["little-cms2"])]),
    .systemLibrary(
      name: "CMicrohttpd", pkgConfig: "libmicrohttpd",
      providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),
    .target(
      name: "CQuillPNG", dependencies: ["CPNG"], cSettings: houseC,
      linkerSettings: [.linkedLibrary("png")]),
    .target(
      name: "CQuillJPEG", dependencies: ["CJPEG"], cSettings: houseC,
      linkerSettings: [.linkedLibrary("jpeg")]),

    // The rooms. Libraries know QuillCore and never each other.
    .target(name: "QuillCore", swiftSettings: house),
    .target(name: "QuillBundle", dependencies: ["QuillCore"], swiftSettings: house),
    .target(
      name: "QuillRaster",
      dependencies: [
        "QuillCore", "CQuillPNG", "CQuillJPEG", "CDeflate", "CZlib", "CISAL", "CLCMS",
      ],
      swiftSettings: house),
    .target(name: "QuillCheck", dependencies: ["QuillCore"], swiftSettings: house),
    .target(
      name: "QuillArchives", dependencies: ["QuillCore", "CGzip", "CSQLite"], swiftSettings: house),
    .target(
      name: "QuillServer", dependencies: ["QuillCore", "CMicrohttpd"],
      resources: [
        .embedInCode("Page/page.html"), .embedInCode("Page/page.css"), .embedInCode("Page/map.js"),
        .embedInCode("Page/places.js"), .embedInCode("Page/walk.js"),
      ],
      swiftSettings: house),
    .executableTarget(
      name: "tilequill",
      dependencies: [
        "QuillCore", "QuillBundle", "QuillRaster", "QuillCheck", "QuillArchives", "QuillServer",
      ],
      swiftSettings: house),

    .executableTarget(
      name: "tilequill-bench", dependencies: ["QuillCore", "QuillRaster"], swiftSettings: house),

    // Tests mirror the rooms.
    .target(
      name: "QuillTestSupport", dependencies: ["QuillCore"], path: "Tests/QuillTestSupport",
      swiftSettings: house),
    .testTarget(
      name: "QuillCoreTests", dependencies: ["QuillCore", "QuillTestSupport"], swiftSettings: house),
    .testTarget(
      name: "QuillBundleTests", dependencies: ["QuillBundle", "QuillTestSupport"],
      swiftSettings: house),
    .testTarget(
      name: "QuillRasterTests", dependencies: ["QuillRaster", "QuillTestSupport"],
      swiftSettings: house),
    .testTarget(
      name: "QuillCheckTests", dependencies: ["QuillCheck", "QuillTestSupport"],
      swiftSettings: house),
    .testTarget(
      name: "tilequill-benchTests",
      dependencies: ["tilequill-bench", "QuillRaster", "QuillTestSupport"], swiftSettings: house),
    .testTarget(
      name: "QuillArchivesTests", dependencies: ["QuillArchives", "QuillTestSupport"],
      swiftSettings: house),
    .testTarget(
      name: "QuillServerTests", dependencies: ["QuillServer", "QuillTestSupport"],
      swiftSettings: house),
    .testTarget(
      name: "tilequillTests",
      dependencies: [
        "tilequill", "QuillCore", "QuillBundle", "QuillRaster", "QuillArchives", "QuillTestSupport",
      ],
      swiftSettings: house),
  ],
  swiftLanguageModes: [.v6]
)

// What `make fuzz` runs: it needs the fuzzer's own entry, so that nothing else builds it.
if Context.environment["TILEQUILL_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "QuillFuzz", dependencies: ["QuillCore", "QuillRaster", "QuillArchives", "CSQLite"],
      path: "Tests/QuillFuzz",
      swiftSettings: house + [.unsafeFlags(["-parse-as-library"])]))
}
