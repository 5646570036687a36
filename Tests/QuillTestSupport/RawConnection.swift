private import Foundation

/// A TCP connection to a server on this machine, for requests as no decent client sends them.
public final class RawConnection {
  private let socket: Int32
  private var lastCount = 0
  private var lastError: Int32 = 0

  /// Connects; nil when the server lets nobody in.
  public init?(port: Int, address: String = "127.0.0.1", patience: Int = 5) {
    socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var limit = timeval(tv_sec: patience, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    unsafe setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    unsafe setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = in_port_t(port).bigEndian
    unsafe inet_pton(AF_INET, address, &place.sin_addr)
    let isConnected = unsafe withUnsafePointer(to: &place) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe connect(socket, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { return nil }
  }

  deinit { close(socket) }

  /// Sends bytes; false when the other side does not take them any more.
  @discardableResult
  public func send(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return unsafe bytes.withUnsafeBytes { buffer in
      unsafe Foundation.send(socket, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
    } == bytes.count
  }

  /// Says that nothing more will be sent.
  public func endSending() { shutdown(socket, Int32(SHUT_WR)) }

  /// What arrives next, empty at the end or when nothing comes for some seconds.
  public func receive() -> [UInt8] {
    var room = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe room.withUnsafeMutableBytes { buffer in
      unsafe recv(socket, buffer.baseAddress, buffer.count, 0)
    }
    (lastCount, lastError) = (count, count < 0 ? errno : 0)
    return Array(room.prefix(max(0, count)))
  }

  /// Reads all that still comes; true when the other side ended the connection, false when nothing
  /// more comes for some seconds.
  public func isEnded() -> Bool {
    while !receive().isEmpty {}
    return lastCount == 0 || lastError == ECONNRESET
  }

  /// Text as it arrives, until it holds `end` or nothing more comes.
  public func receive(until end: String) -> String {
    var text = ""
    while !text.contains(end) {
      let bytes = receive()
      if bytes.isEmpty { break }
      text += String(decoding: bytes, as: UTF8.self)
    }
    return text
  }

  /// An answer's head in lines, and as many bytes of a body as its length tells.
  public func answer(hasBody: Bool = true) -> (head: [String], body: [UInt8]) {
    var bytes: [UInt8] = []
    let mark = Array("\r\n\r\n".utf8)
    var end: Int?
    while end == nil {
      let more = receive()
      if more.isEmpty { return ([], bytes) }
      bytes += more
      end = (0..<max(0, bytes.count - 3)).first { Array(bytes[$0..<$0 + 4]) == mark }
    }
    let head = String(decoding: bytes[..<(end ?? 0)], as: UTF8.self).components(separatedBy: "\r\n")
    var body = Array(bytes[((end ?? 0) + 4)...])
    let length = head.lazy.compactMap { $0.wholeMatch(of: /Content-Length: ([0-9]+)/)?.1 }.first
      .flatMap { Int($0) }
    while hasBody, let length, body.count < length {
      let more = receive()
      if more.isEmpty { break }
      body += more
    }
    return (head, body)
  }
}
