import Foundation
import QuillCore
import QuillServer
import QuillTestSupport
import Testing

@Suite("A server on the wire", .serialized)
struct ServerTests {
  private let folder: ServedFolder
  private let site: PreviewSite
  private let server: HTTPServer

  init() throws {
    folder = try ServedFolder()
    try folder.write(picture(7), to: "12/1/1.png")
    let site = try folder.site()
    self.site = site
    server = try HTTPServer(answer: site.answer)
  }

  private func connect() throws -> RawConnection {
    try #require(RawConnection(port: server.port))
  }

  /// Whether it answers someone who asks decently.
  private func isServing() throws -> Bool {
    let connection = try connect()
    connection.send("GET /12/1/1.png HTTP/1.1\r\nHost: localhost\r\n\r\n")
    let answer = connection.answer()
    return answer.head.first == "HTTP/1.1 200 OK" && answer.body == picture(7)
  }

  @Test func `one connection asks again and again`() throws {
    let connection = try connect()
    for _ in 0..<3 {
      connection.send("GET /12/1/1.png HTTP/1.1\r\nHost: localhost\r\n\r\n")
      let answer = connection.answer()
      #expect(answer.head.first == "HTTP/1.1 200 OK")
      #expect(answer.body == picture(7))
      #expect(!answer.head.contains("Connection: close"))
    }
  }

  @Test func `HEAD and an answer without change send no body`() throws {
    let connection = try connect()
    connection.send("HEAD /12/1/1.png HTTP/1.1\r\nHost: localhost\r\n\r\n")
    let head = connection.answer(hasBody: false)
    #expect(head.head.first == "HTTP/1.1 200 OK")
    #expect(head.head.contains("Content-Length: 70"))
    #expect(head.body.isEmpty)
    connection.send("GET /12/1/1.png HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: *\r\n\r\n")
    let same = connection.answer(hasBody: false)
    #expect(same.head.first == "HTTP/1.1 304 Not Modified")
    #expect(same.body.isEmpty)
    connection.send("GET /12/1/1.png HTTP/1.1\r\nHost: localhost\r\nRange: bytes=0-7\r\n\r\n")
    #expect(connection.answer().body == Array(PNGMaker.signature))
  }

  @Test(
    "What follows the question mark chooses the answer for holes",
    arguments: [("?holes=204", 204), ("?holes=404", 404), ("?version=7&holes=204", 204)])
  func query(query: String, status: Int) throws {
    let connection = try connect()
    connection.send("GET /12/9/9.png\(query) HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(connection.answer().head.first?.contains(" \(status) ") == true)
  }

  @Test func `this machine alone reaches it`() throws {
    let addresses = try BuiltProgram(url: URL(fileURLWithPath: "/bin/sh"))
      .run(["-c", "hostname -I 2>/dev/null || true"]).output
    let others = addresses.split(separator: " ").filter { $0.contains(".") && $0 != "127.0.0.1" }
    // The second is this machine's too, on each one, and not the one that is listened on.
    for address in others + ["127.0.0.2"] {
      #expect(RawConnection(port: server.port, address: String(address), patience: 1) == nil)
    }
    #expect(try isServing())
  }

  @Test func `a port that is taken is told`() throws {
    let port = server.port
    #expect(throws: ServerError.taken(address: "127.0.0.1", port: port)) {
      try HTTPServer(port: port, answer: site.answer)
    }
    #expect(throws: ServerError.unknownAddress("no.such.host.invalid")) {
      try HTTPServer(address: "no.such.host.invalid", answer: site.answer)
    }
  }

  @Test(
    "Requests that are none leave it serving",
    arguments: [
      "\0\0\0\0\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}",
      "GET /\(String(repeating: "a", count: 100_000)) HTTP/1.1\r\nHost: x\r\n\r\n",
      "GET / HTTP/1.1\r\nX: \(String(repeating: "b", count: 100_000))\r\n\r\n",
      "GET / HTTP/1.1\r\n\(String(repeating: "X: y\r\n", count: 20_000))\r\n",
      "GET /../../../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n",
      "GET http://other.example/etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n",
      "GET /12/1/1.png HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\nabc",
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\n",
      "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nRange: bytes=\(String(repeating: "0-1,", count: 999))\r\n\r\n",
      "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", "CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n",
    ])
  func hostile(request: String) throws {
    let connection = try #require(RawConnection(port: server.port, patience: 1))
    connection.send(request)
    connection.endSending()
    let answer = connection.receive(until: "\r\n\r\n")
    #expect(!answer.contains("root:"))
    #expect(try isServing())
  }

  @Test func `connections that say nothing, or little, keep nobody waiting`() throws {
    let silent = (0..<200).compactMap { _ in RawConnection(port: server.port) }
    #expect(silent.count == 200)
    for connection in silent.prefix(100) { connection.send("GET /12/1/1.png HT") }
    for connection in silent.suffix(50) { connection.endSending() }
    #expect(try isServing())
    #expect(silent[0].send("TP/1.1\r\nHost: localhost\r\n\r\n"))
    #expect(silent[0].answer().body == picture(7))
  }

  @Test func `a thousand at once are all answered, some when they come again`() throws {
    let request = "GET /12/1/1.png HTTP/1.1\r\nHost: localhost\r\n\r\n"
    let connections = (0..<1000).compactMap { _ in RawConnection(port: server.port, patience: 60) }
    try #require(connections.count == 1000)
    for connection in connections { connection.send(request) }
    let lost = connections.count { $0.answer().body != picture(7) }
    // Where other tests keep the machine busy for a minute, the server has hung up on those that had not
    // asked yet; they are answered when they come again.
    #expect(lost < 500)
    for _ in 0..<lost {
      let connection = try connect()
      connection.send(request)
      #expect(connection.answer().body == picture(7))
    }
    #expect(try isServing())
  }

  @Test func `a page that listens hears of changed tiles`() throws {
    let connection = try connect()
    connection.send("GET /preview/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(connection.receive(until: "retry: ").contains("text/event-stream"))
    site.publish(.tiles([.init("12/1/1")!, .init("13/2/3")!]))
    let news = connection.receive(until: "\n\n\r\n")
    #expect(news.contains("event: tiles\n"))
    #expect(news.contains(#"data: {"changed":["12/1/1","13/2/3"]}"#))
    site.events.beat()
    #expect(connection.receive(until: ":\n\n").contains(":\n\n"))
    #expect(site.events.listenerCount == 1)
  }

  @Test func `listeners that left are forgotten, and there is an end to how many may come`() throws
  {
    var listeners: [RawConnection] = []
    for _ in 0..<64 {
      let connection = try connect()
      connection.send("GET /preview/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
      _ = connection.receive(until: "retry: ")
      listeners.append(connection)
    }
    let late = try connect()
    late.send("GET /preview/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(late.answer().head.first?.contains(" 503 ") == true)
    listeners = []
    for _ in 0..<100 where site.events.listenerCount > 0 {
      site.events.beat()
      usleep(20_000)
    }
    #expect(site.events.listenerCount == 0)
    #expect(try isServing())
  }

  @Test func `a server that stops ends its streams`() throws {
    let connection = try connect()
    connection.send("GET /preview/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    _ = connection.receive(until: "retry: ")
    server.stop()
    #expect(connection.isEnded())
    #expect(RawConnection(port: server.port, patience: 1) == nil)
  }

  /// Else one who came while the server stopped would hold it up for ever.
  @Test func `streams that were ended take nobody any more`() throws {
    let request = "GET /preview/events HTTP/1.1\r\nHost: localhost\r\n\r\n"
    let connection = try connect()
    connection.send(request)
    _ = connection.receive(until: "retry: ")
    server.stop()
    let next = try HTTPServer(answer: site.answer)
    let late = try #require(RawConnection(port: next.port))
    late.send(request)
    #expect(late.isEnded())
    #expect(site.events.listenerCount == 0)
  }

  @Test func `a port is free again when the socket is let go before a server has it`() throws {
    let port: Int
    do {
      let socket = try ListeningSocket(address: "127.0.0.1", port: 0)
      port = socket.port
      #expect(throws: ServerError.taken(address: "127.0.0.1", port: port)) {
        _ = try ListeningSocket(address: "127.0.0.1", port: port)
      }
      _ = consume socket
    }
    #expect(throws: Never.self) { try HTTPServer(port: port, answer: site.answer).stop() }
  }
}
