public import Foundation

/// The program as it was built beside the tests, run as a user runs it.
public struct BuiltProgram: Sendable {
  /// How a run ended.
  public enum Ending: Sendable, Equatable {
    case exit(Int32)
    case signal(Int32)
  }

  /// What a run left behind.
  public struct Outcome: Sendable {
    /// The bytes of standard output.
    public let stdout: Data
    /// The bytes of standard error.
    public let stderr: Data
    /// The exit status, or the signal it died by.
    public let ending: Ending

    /// Standard output as text.
    public var output: String { String(decoding: stdout, as: UTF8.self) }

    /// Standard error as text.
    public var errors: String { String(decoding: stderr, as: UTF8.self) }
  }

  /// Where standard output goes.
  public enum Output: Sendable {
    case captured
    /// A pipe that nobody reads any more.
    case closedPipe
    case file(URL)
  }

  /// The `tilequill` program.
  public static let tilequill = BuiltProgram(named: "tilequill")

  /// The program's file.
  public let url: URL

  /// The program of that name in the folder of the running tests.
  public init(named name: String) {
    let bundles = Bundle.allBundles.filter { $0.bundlePath.hasSuffix(".xctest") }.map(\.bundleURL)
    let running = [Bundle.main.executableURL, URL(fileURLWithPath: CommandLine.arguments[0])]
    let found = (bundles + running.compactMap(\.self))
      .map { $0.resolvingSymlinksInPath().deletingLastPathComponent().appending(path: name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    guard let found else { preconditionFailure("\(name) was not built beside the tests") }
    url = found
  }

  /// Another program, such as a shell.
  public init(url: URL) { self.url = url }

  /// Where an installed program of that name is, nil when there is none.
  public static func path(of name: String) -> URL? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":")
      .map { URL(fileURLWithPath: String($0)).appending(path: name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - arguments: the arguments after the program's name.
  ///   - folder: the working folder; nil is that of the tests.
  ///   - environment: what differs from the environment of the tests; nil takes a variable away.
  ///   - input: what standard input holds; nothing by default.
  ///   - output: where standard output goes.
  /// - Returns: what it printed, and how it ended.
  /// - Throws: when the program cannot be started.
  public func run(
    _ arguments: [String], in folder: URL? = nil, environment: [String: String?] = [:],
    input: Data = Data(), output: Output = .captured
  ) throws -> Outcome {
    let scratch = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    process.currentDirectoryURL = folder
    var variables = ProcessInfo.processInfo.environment
    variables["NO_COLOR"] = nil
    for (name, value) in environment { variables[name] = value }
    process.environment = variables
    let (inURL, outURL) = (scratch.appending(path: "in"), scratch.appending(path: "out"))
    let errURL = scratch.appending(path: "err")
    for file in [outURL, errURL] { try Data().write(to: file) }
    try input.write(to: inURL)
    process.standardInput = try FileHandle(forReadingFrom: inURL)
    process.standardError = try FileHandle(forWritingTo: errURL)
    switch output {
    case .captured: process.standardOutput = try FileHandle(forWritingTo: outURL)
    case .file(let file): process.standardOutput = try FileHandle(forWritingTo: file)
    case .closedPipe:
      let pipe = Pipe()
      try pipe.fileHandleForReading.close()
      process.standardOutput = pipe.fileHandleForWriting
    }
    try process.run()
    process.waitUntilExit()
    let status = process.terminationStatus
    return Outcome(
      stdout: try Data(contentsOf: outURL), stderr: try Data(contentsOf: errURL),
      ending: process.terminationReason == .exit ? .exit(status) : .signal(status))
  }
}
