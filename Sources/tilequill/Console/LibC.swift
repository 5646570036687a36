internal import QuillCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The calls to the C library that the program's frame makes.
package enum LibC {
  package static let standardInput: Int32 = 0
  package static let standardOutput: Int32 = 1
  package static let standardError: Int32 = 2

  /// The first argument that is no UTF-8 text, its odd bytes as `\xNN`; nil when all are.
  package static func argumentThatIsNoText() -> String? {
    for place in 1..<max(1, Int(CommandLine.argc)) {
      guard let argument = unsafe CommandLine.unsafeArgv[place],
        unsafe String(validatingCString: argument) == nil
      else { continue }
      let bytes = unsafe UnsafeBufferPointer(start: argument, count: strlen(argument))
      return unsafe bytes.map { byte in
        let byte = UInt8(bitPattern: byte)
        return (0x20..<0x7F).contains(byte)
          ? String(UnicodeScalar(byte)) : "\\x" + String(byte, radix: 16)
      }.joined()
    }
    return nil
  }

  // MARK: Files

  /// Writes all bytes; returns 0 or the error number.
  package static func write(_ bytes: ArraySlice<UInt8>, to file: Int32) -> Int32 {
    unsafe bytes.withUnsafeBytes { buffer in
      var rest = unsafe buffer[...]
      while let start = unsafe rest.isEmpty ? nil : UnsafeRawBufferPointer(rebasing: rest) {
        let written = unsafe systemWrite(file, start.baseAddress, start.count)
        if written >= 0 {
          unsafe rest = rest.dropFirst(written)
        } else if errno == EAGAIN {
          var ready = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
          _ = unsafe poll(&ready, 1, -1)
        } else if errno != EINTR {
          return errno
        }
      }
      return 0
    }
  }

  /// Reads a file or pipe to its end, block by block; returns 0 or the error number.
  package static func readAll(from file: Int32, _ take: (ArraySlice<UInt8>) -> Void) -> Int32 {
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe block.withUnsafeMutableBytes { buffer in
        unsafe systemRead(file, buffer.baseAddress, buffer.count)
      }
      if count == 0 { return 0 }
      if count > 0 { take(block[..<count]) } else if errno != EINTR { return errno }
    }
  }

  /// Opens a file to add to its end, making it where there is none; below 0 when that fails.
  ///
  /// A pipe that nobody reads is not waited for.
  package static func openForAppending(_ path: String) -> Int32 {
    unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o666)
  }

  /// Writes all bytes or, where they cannot be taken at once, some or none of them.
  package static func writeWithoutWaiting(_ bytes: [UInt8], to file: Int32) {
    unsafe bytes.withUnsafeBytes { _ = unsafe systemWrite(file, $0.baseAddress, $0.count) }
  }

  /// Why the last call failed, in words.
  package static func lastMessage() -> String { message(for: errno) }

  /// Whether the last call failed since it would have had to wait for a reader of a pipe.
  package static var lastErrorIsPipeWithoutReader: Bool { errno == ENXIO }

  package static func isClosedPipe(_ error: Int32) -> Bool { error == EPIPE }

  package static func message(for error: Int32) -> String {
    unsafe strerror(error).map { unsafe String(cString: $0) } ?? "error \(error)"
  }

  /// Opens what is closed of the three standard files, lest a file opened later take its number.
  ///
  /// They are opened the wrong way round: using them fails, as it would have.
  package static func guardStandardFiles() {
    for file: Int32 in 0...2 where fcntl(file, F_GETFD) == -1 {
      _ = unsafe open("/dev/null", file == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  // MARK: Terminal

  package static func isTerminal(_ file: Int32) -> Bool { isatty(file) == 1 }

  /// The columns of a terminal, nil where there is none or it does not tell.
  package static func columns(of file: Int32) -> Int? {
    var size = winsize()
    guard unsafe ioctl(file, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  package static func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// Seconds on a clock that only goes forward.
  package static func seconds() -> Double {
    var now = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }

  // MARK: Ending

  /// Waits; a signal may end it early.
  package static func sleep(seconds: Double) { usleep(UInt32(seconds * 1e6)) }

  /// Processor cores that this process may use, at least 1.
  package static var processorCount: Int {
    let all = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    return min(all, share.processorCount ?? all)
  }

  /// Bytes of memory that this process may use.
  package static var memoryByteCount: Int {
    let all = Int(sysconf(Int32(_SC_PHYS_PAGES))) * Int(sysconf(Int32(_SC_PAGESIZE)))
    return min(all, share.memoryByteCount ?? all)
  }

  #if os(Linux)
    private static let share = MachineShare(contents: contents)

    /// The text of a small file, nil when it cannot be read.
    private static func contents(of path: String) -> String? {
      let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return nil }
      defer { close(file) }
      var bytes: [UInt8] = []
      return readAll(from: file) { bytes += $0 } == 0 ? String(decoding: bytes, as: UTF8.self) : nil
    }
  #else
    private static let share = MachineShare { _ in nil }
  #endif

  package static func exit(_ status: Int32) -> Never { systemExit(status) }

  /// Ends the program by a signal, as if it had never been caught.
  package static func die(by signal: Int32) -> Never {
    _ = systemSignal(signal, SIG_DFL)
    var set = sigset_t()
    _ = unsafe sigemptyset(&set)
    _ = unsafe sigaddset(&set, signal)
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(signal)
    _exit(128 + signal)
  }

  package static let closedPipeSignal = SIGPIPE

  /// Lets a write to a closed pipe come back as an error.
  package static func ignoreClosedPipes() { _ = systemSignal(SIGPIPE, SIG_IGN) }

  // MARK: Signals

  /// The signals that ask the program to stop, without those it was started to ignore.
  package static func stopSignals() -> [Int32] {
    [SIGINT, SIGTERM, SIGHUP].filter { number in
      var action = sigaction()
      _ = unsafe sigaction(number, nil, &action)
      return !isIgnored(action)
    }
  }

  /// Catches signals for as long as the program runs, and tells of each on a thread of its own.
  ///
  /// The handler itself only writes a byte into a pipe, which is all that is safe there. Where the system
  /// gives no thread, the signals end the program at once, as they do without this call.
  package static func catchSignals(
    _ signals: [Int32], _ body: @escaping @Sendable (Int32) -> Void
  ) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return }
    let (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    unsafe caughtSignals = writing
    let isListening = Threads.detach {
      var byte: UInt8 = 0
      while true {
        if unsafe read(reading, &byte, 1) == 1 { body(Int32(byte)) }
      }
    }
    guard isListening else { return }
    for number in signals {
      _ = systemSignal(number) { number in
        let before = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = unsafe systemWrite(caughtSignals, &byte, 1)
        errno = before
      }
    }
  }

  private static func isIgnored(_ action: sigaction) -> Bool {
    #if canImport(Darwin)
      let handler = unsafe action.__sigaction_u.__sa_handler
    #else
      let handler = unsafe action.__sigaction_handler.sa_handler
    #endif
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

/// The end of the pipe that the signal handler writes to; set once, before any handler is.
nonisolated(unsafe) private var caughtSignals: Int32 = -1

/// A lock between threads.
@safe
package final class Lock: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  package init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    _ = unsafe pthread_mutex_init(mutex, nil)
  }

  deinit {
    _ = unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deinitialize(count: 1)
    unsafe mutex.deallocate()
  }

  package func callAsFunction<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    _ = unsafe pthread_mutex_lock(mutex)
    defer { _ = unsafe pthread_mutex_unlock(mutex) }
    return try body()
  }
}

private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  guard let bytes = unsafe bytes else { return 0 }
  return unsafe write(file, bytes, count)
}

private func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  guard let bytes = unsafe bytes else { return 0 }
  return unsafe read(file, bytes, count)
}

private func systemExit(_ status: Int32) -> Never { exit(status) }

private func systemSignal(
  _ number: Int32, _ handler: (@convention(c) (Int32) -> Void)?
) -> (@convention(c) (Int32) -> Void)? {
  signal(number, handler)
}
