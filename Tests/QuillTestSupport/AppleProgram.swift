public import Foundation

/// A program made for a test out of Swift that names Apple's frameworks, against the declarations
/// in `Tests/AppleNames` and not on a device.
///
/// It is compiled as an app's own code would be: in Swift 6 mode, and a warning is an error.
public final class AppleProgram {
  /// What can go wrong before it runs.
  public enum Fault: Error {
    /// What the compiler said.
    case notCompiled(String)
  }

  private let scratch: ScratchFolder
  private let compiler: BuiltProgram
  private let isLinkingBundle: Bool

  /// Whether it can be compiled here: on Linux, with a compiler, and with objects beside the tests
  /// that no sanitizer watches.
  public static var isPossible: Bool {
    #if os(Linux)
      BuiltProgram.path(of: "swiftc") != nil
        && ProcessInfo.processInfo.environment["ASAN_OPTIONS"] == nil
    #else
      false
    #endif
  }

  /// Compiles the program.
  ///
  /// - Parameters:
  ///   - sources: Its files; one has the `@main` type, or is named `main.swift`.
  ///   - bundle: Whether it uses QuillBundle, which is then compiled with its overlay.
  /// - Throws: `Fault.notCompiled`, or when the compiler cannot be started.
  public init(_ sources: [URL], usingBundle bundle: Bool) throws {
    scratch = try ScratchFolder()
    guard let swiftc = BuiltProgram.path(of: "swiftc") else { throw Fault.notCompiled("no swiftc") }
    compiler = BuiltProgram(url: swiftc)
    isLinkingBundle = bundle
    for name in ["CoreGraphics", "ImageIO", "MapKit"] {
      try compileModule(name, [Fixture.tests.appending(path: "AppleNames/\(name).swift")])
    }
    var objects = ["MapKit.o"]
    if bundle {
      let sources = Fixture.tests.deletingLastPathComponent().appending(path: "Sources/QuillBundle")
      let files = try FileManager.default.contentsOfDirectory(
        at: sources, includingPropertiesForKeys: nil)
      try compileModule("QuillBundle", files.filter { $0.pathExtension == "swift" })
      let core = try FileManager.default.contentsOfDirectory(
        at: built.appending(path: "QuillCore.build"), includingPropertiesForKeys: nil)
      objects += ["QuillBundle.o", "CoreGraphics.o", "ImageIO.o"]
      objects += core.filter { $0.pathExtension == "o" }.map(\.path)
    }
    let hasScript = sources.contains { $0.lastPathComponent == "main.swift" }
    let parsing = hasScript ? [] : ["-parse-as-library"]
    try compile(parsing + ["-o", "program"] + sources.map(\.path) + objects)
  }

  /// Runs it to its end.
  public func run(_ arguments: [String]) throws -> BuiltProgram.Outcome {
    try BuiltProgram(url: scratch.url.appending(path: "program")).run(arguments, in: scratch.url)
  }

  /// Where the tests and the package's modules were built.
  private var built: URL { BuiltProgram.tilequill.url.deletingLastPathComponent() }

  private func compileModule(_ name: String, _ sources: [URL]) throws {
    try compile(
      [
        "-parse-as-library", "-wmo", "-c", "-emit-module", "-module-name", name, "-package-name",
        "tilequill", "-o", "\(name).o", "-emit-module-path", "\(name).swiftmodule",
      ] + sources.map(\.path))
  }

  private func compile(_ arguments: [String]) throws {
    let house = [
      "-swift-version", "6", "-warnings-as-errors", "-enable-upcoming-feature",
      "InternalImportsByDefault", "-enable-upcoming-feature", "MemberImportVisibility", "-I", ".",
    ]
    let modules = isLinkingBundle ? ["-I", built.appending(path: "Modules").path] : []
    let outcome = try compiler.run(house + modules + arguments, in: scratch.url)
    guard outcome.ending == .exit(0) else { throw Fault.notCompiled(outcome.errors) }
  }
}
