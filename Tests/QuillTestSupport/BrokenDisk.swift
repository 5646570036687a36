import Foundation

/// Makes a program meet a disk that is full, broken or without locks: some of its calls of the
/// system fail.
public struct BrokenDisk {
  private let folder: ScratchFolder
  private let library: String

  /// Whether it can be had: where a C compiler makes a library that is loaded before all others.
  public static let isAvailable = compiler != nil

  private static var compiler: URL? {
    #if os(Linux)
      BuiltProgram.path(of: "clang") ?? BuiltProgram.path(of: "cc")
    #else
      nil
    #endif
  }

  /// Makes the library.
  public init() throws {
    folder = try ScratchFolder()
    library = folder.path + "/failing-calls.so"
    guard let compiler = Self.compiler else { throw CocoaError(.featureUnsupported) }
    let source = Fixture.url("disk/failing-calls.c").path
    let outcome = try BuiltProgram(url: compiler)
      .run(["-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"])
    guard outcome.ending == .exit(0) else {
      throw CocoaError(.executableLoad, userInfo: [NSLocalizedDescriptionKey: outcome.errors])
    }
  }

  /// The environment of a program some of whose calls fail.
  ///
  /// - Parameters:
  ///   - calls: A pattern as of a shell for a call and its paths, such as `rename *old *`; a file
  ///     that is made is `create PATH`.
  ///   - error: The number that the system gives.
  ///   - times: How many calls fail before all is well; nil is all.
  ///   - after: How many such calls go well first.
  /// - Returns: What to add to the environment that the program has anyway.
  public func environment(
    failing calls: String, with error: Int32, times: Int? = nil, after: Int = 0
  ) -> [String: String?] {
    [
      "LD_PRELOAD": library, "QUILL_FAILING": calls, "QUILL_ERROR": "\(error)",
      "QUILL_TIMES": times.map { "\($0)" }, "QUILL_AFTER": "\(after)",
      // The address sanitizer would rather be the first library itself.
      "ASAN_OPTIONS": "detect_leaks=0:verify_asan_link_order=0",
    ]
  }
}
