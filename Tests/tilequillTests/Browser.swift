import Foundation
import QuillTestSupport

/// A headless Chromium that tests steer through its DevTools pipe, and pages in it.
///
/// https://chromedevtools.github.io/devtools-protocol/
final class Browser {
  /// The installed program, nil without one.
  static let program = ["chromium", "chromium-browser", "google-chrome"].lazy
    .compactMap(BuiltProgram.path).first

  enum Failure: Error {
    case silent(String)
    case refused(String)
  }

  private let scratch: ScratchFolder
  private let process = Process()
  private let sending: Int32
  private let receiving: Int32
  private var received: [UInt8] = []
  private var nextNumber = 1
  private var session: String?

  /// What pages said was wrong: errors on the console and scripts that ended in one.
  private(set) var complaints: [String] = []

  /// Starts the browser with one empty page of that size.
  init(width: Int = 900, height: Int = 700) throws {
    scratch = try ScratchFolder()
    let (input, output) = ("\(scratch.path)/in", "\(scratch.path)/out")
    for pipe in [input, output] { unsafe mkfifo(pipe, 0o600) }
    // Opened both ways, so that opening waits for nobody.
    sending = unsafe open(input, O_RDWR | O_CLOEXEC)
    receiving = unsafe open(output, O_RDWR | O_CLOEXEC)
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", "exec \"$@\" 3<'\(input)' 4>'\(output)'", "sh", Self.program?.path ?? "chromium",
      "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
      "--disable-background-networking", "--remote-debugging-pipe", "--hide-scrollbars",
      "--user-data-dir=\(scratch.path)/profile", "--window-size=\(width),\(height)",
    ]
    process.environment = ProcessInfo.processInfo.environment
      .merging(["TMPDIR": scratch.path]) { $1 }
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let target = try call("Target.createTarget", ["url": "about:blank"])["targetId"]
    session =
      try call("Target.attachToTarget", ["targetId": target ?? "", "flatten": true])["sessionId"]
      as? String
    for domain in ["Page", "Runtime", "Log"] { _ = try call("\(domain).enable") }
    _ = try call(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false])
  }

  /// Lets the browser end in its own time, since its helpers would write on after a killed one; what
  /// it leaves lies in the scratch folder.
  deinit {
    session = nil
    _ = try? call("Browser.close")
    let end = Date(timeIntervalSinceNow: 10)
    while process.isRunning, Date() < end { usleep(10_000) }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    close(sending)
    close(receiving)
  }

  /// Lets pages know that the system is dark.
  func beDark() throws {
    _ = try call(
      "Emulation.setEmulatedMedia",
      ["features": [["name": "prefers-color-scheme", "value": "dark"]]])
  }

  /// Moves the pointer, and clicks there.
  func click(x: Int, y: Int) throws {
    for kind in ["mouseMoved", "mousePressed", "mouseReleased"] {
      _ = try call(
        "Input.dispatchMouseEvent",
        ["type": kind, "x": x, "y": y, "button": "left", "clickCount": 1])
    }
  }

  /// Opens an address and waits until its tiles are there.
  func visit(_ url: String) throws {
    complaints = []
    _ = try call("Page.navigate", ["url": url])
    try wait("document.readyState === 'complete' && typeof hero !== 'undefined'")
    try waitForTiles()
  }

  /// Waits until no tile is awaited any more, and all have faded in.
  func waitForTiles() throws {
    try wait("!tiles._loading && [...document.images].every((image) => image.complete)")
    try wait(
      "[...document.querySelectorAll('.leaflet-tile')].every((tile) => +(tile.style.opacity || 1) === 1)"
    )
  }

  /// The value of an expression; promises are waited for.
  func evaluate(_ expression: String) throws -> Any? {
    let answer = try call(
      "Runtime.evaluate",
      ["expression": expression, "awaitPromise": true, "returnByValue": true, "userGesture": true])
    if let fault = answer["exceptionDetails"] { throw Failure.refused("\(expression): \(fault)") }
    return (answer["result"] as? [String: Any])?["value"]
  }

  /// Does something whose value is of no interest.
  func run(_ statement: String) throws { _ = try evaluate("\(statement); undefined") }

  /// Waits until an expression holds.
  func wait(_ condition: String, seconds: Double = 10) throws {
    let end = Date(timeIntervalSinceNow: seconds)
    while try evaluate("Boolean(\(condition))") as? Bool != true {
      guard Date() < end else { throw Failure.silent("never: \(condition)") }
      usleep(30_000)
    }
  }

  /// The bytes of a PNG of what is shown.
  func screenshot() throws -> [UInt8] {
    // Two frames: what was asked for is drawn by then.
    _ = try evaluate(
      "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")
    let text = try call("Page.captureScreenshot", ["format": "png"])["data"] as? String
    return [UInt8](Data(base64Encoded: text ?? "") ?? Data())
  }

  // MARK: The pipe

  private func call(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    let number = nextNumber
    nextNumber += 1
    var message: [String: Any] = ["id": number, "method": method, "params": parameters]
    message["sessionId"] = session
    let bytes = [UInt8](try JSONSerialization.data(withJSONObject: message)) + [0]
    try unsafe bytes.withUnsafeBytes { buffer in
      var sent = 0
      while sent < buffer.count {
        let count = unsafe write(
          sending, buffer.baseAddress?.advanced(by: sent), buffer.count - sent)
        guard count > 0 else { throw Failure.silent(method) }
        sent += count
      }
    }
    while true {
      let answer = try receive(for: method)
      guard answer["id"] as? Int == number else {
        note(answer)
        continue
      }
      if let error = answer["error"] { throw Failure.refused("\(method): \(error)") }
      return answer["result"] as? [String: Any] ?? [:]
    }
  }

  private func receive(for method: String) throws -> [String: Any] {
    while true {
      if let end = received.firstIndex(of: 0) {
        let message = Data(received[..<end])
        received.removeSubrange(...end)
        return try JSONSerialization.jsonObject(with: message) as? [String: Any] ?? [:]
      }
      var waiting = pollfd(fd: receiving, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&waiting, 1, 20_000) == 1 else { throw Failure.silent(method) }
      var room = [UInt8](repeating: 0, count: 1 << 16)
      let count = unsafe room.withUnsafeMutableBytes { buffer in
        unsafe read(receiving, buffer.baseAddress, buffer.count)
      }
      received += room.prefix(max(0, count))
    }
  }

  private func note(_ event: [String: Any]) {
    let parameters = event["params"] as? [String: Any] ?? [:]
    switch event["method"] as? String {
    case "Runtime.exceptionThrown": complaints.append("\(parameters)")
    case "Runtime.consoleAPICalled" where parameters["type"] as? String == "error":
      complaints.append("\(parameters["args"] ?? "")")
    case "Log.entryAdded":
      let entry = parameters["entry"] as? [String: Any]
      if entry?["level"] as? String == "error" {
        complaints.append("\(entry?["text"] ?? "") \(entry?["url"] ?? "")")
      }
    default: break
    }
  }
}
