import Foundation
import QuillTestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// `tilequill serve` as it runs beside a test, ended when the test lets it go.
final class ServedProgram {
  /// The address that it printed.
  let url: String

  private let process = Process()

  /// Starts it in a folder and waits for its address; programs are looked for in `path` first.
  init(_ arguments: [String], in folder: URL, path: String? = nil) throws {
    process.executableURL = BuiltProgram.tilequill.url
    process.arguments = ["serve"] + arguments
    process.currentDirectoryURL = folder
    if let path {
      var variables = ProcessInfo.processInfo.environment
      variables["PATH"] = "\(path):\(variables["PATH"] ?? "")"
      process.environment = variables
    }
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    var line = Data()
    while !line.contains(0x0A) {
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { break }
      line += more
    }
    url = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  deinit {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// The port in its address.
  var port: Int { Int(url.dropLast().split(separator: ":").last ?? "") ?? 0 }

  /// Kilobytes of memory that it has in use.
  var memory: Int? {
    let status = try? String(
      contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    return status?.firstMatch(of: /VmRSS:\s+([0-9]+)/).flatMap { Int($0.1) }
  }

  /// Sends a signal and tells how the program ended.
  func end(by signal: Int32) -> (reason: Process.TerminationReason, status: Int32) {
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    return (process.terminationReason, process.terminationStatus)
  }

  /// What is at a path: the status, the body.
  func get(_ path: String) async throws -> (status: Int, body: Data) {
    let address = try #require(URL(string: url + path))
    let (body, response) = try await URLSession.shared.data(from: address)
    return ((response as? HTTPURLResponse)?.statusCode ?? 0, body)
  }
}
