import Foundation

/// A program that was started and has ended, by the system's own count.
package struct ChildProcess: Codable {
  /// Seconds on the wall.
  package let wall: Double

  /// Processor seconds of the program and those it started.
  package let cpu: Double

  /// Mebibytes of memory at most, of the largest single process.
  package let peak: Double

  /// The exit status; 128 and the signal's number where it died by one.
  package let status: Int32

  /// Runs a program to its end, with nothing to read; what it prints goes to files, or where the
  /// bench's own goes.
  package init(
    _ command: BenchProgram.Command, output: String? = nil, errors: String? = nil
  ) throws {
    let start = ContinuousClock.now
    let process = try Self.start(command, output: output, errors: errors)
    var status: Int32 = 0
    var usage = rusage()
    while unsafe wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
    wall = (ContinuousClock.now - start) / .seconds(1)
    cpu = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
    #if canImport(Darwin)
      peak = Double(usage.ru_maxrss) / 1_048_576
    #else
      peak = Double(usage.ru_maxrss) / 1024
    #endif
    self.status = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }

  private static func start(
    _ command: BenchProgram.Command, output: String?, errors: String?
  ) throws -> pid_t {
    var files = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&files)
    defer { unsafe posix_spawn_file_actions_destroy(&files) }
    let flags = O_WRONLY | O_CREAT | O_TRUNC
    unsafe posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0)
    if let output { unsafe posix_spawn_file_actions_addopen(&files, 1, output, flags, 0o600) }
    if let errors { unsafe posix_spawn_file_actions_addopen(&files, 2, errors, flags, 0o600) }
    let variables = ProcessInfo.processInfo.environment.merging(command.environment) { $1 }
    let process = unsafe withStrings([command.path] + command.arguments) { arguments in
      unsafe withStrings(variables.map { "\($0)=\($1)" }) { variables in
        var process: pid_t = 0
        let status = unsafe posix_spawn(&process, command.path, &files, nil, arguments, variables)
        return status == 0 ? process : nil
      }
    }
    guard let process else {
      throw BenchOptions.Failure(description: "\(command.path): cannot be started")
    }
    return process
  }

  private static func withStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = unsafe strings.map { unsafe strdup($0) }
    defer { _ = unsafe copies.map { unsafe free($0) } }
    return unsafe body(copies + [nil])
  }
}
