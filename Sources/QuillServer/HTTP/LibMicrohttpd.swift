private import CMicrohttpd
private import QuillCore

/// An HTTP server that answers by a function from requests to answers.
///
/// It speaks GNU libmicrohttpd: a few threads wait for all connections, so that one that is slow or
/// silent keeps nobody waiting; one that says nothing for a while is closed.
@safe
public final class HTTPServer: @unchecked Sendable {
  /// The port it listens on.
  public let port: Int

  private let daemon: OpaquePointer
  private let desk: Unmanaged<Desk>

  /// Seconds after which a silent connection is closed.
  private static let patience: UInt32 = 60

  /// The most connections at once.
  private static let mostConnections = 4096

  /// Begins to listen and to answer.
  ///
  /// - Parameters:
  ///   - address: The address to listen at, such as `127.0.0.1`.
  ///   - port: The port; 0 takes one that is free.
  ///   - threads: How many threads answer; fewer where the system gives no more.
  ///   - answer: Tells what to say; called by several threads at once.
  /// - Throws: `ServerError` when it cannot listen there.
  public init(
    address: String = "127.0.0.1", port: Int = 0, threads: Int = 2,
    answer: @escaping @Sendable (HTTPRequest) -> HTTPAnswer
  ) throws(ServerError) {
    precondition(threads > 0, "Someone has to answer")
    let socket = try ListeningSocket(address: address, port: port)
    // Tiles, logs and the threads' own files need some.
    let connections = max(64, raiseOpenFileLimit(to: Self.mostConnections + 64) - 64)
    unsafe desk = .passRetained(Desk(answer))
    self.port = socket.port
    // From here on the socket is closed there.
    let file = socket.release()
    guard
      let daemon = unsafe quill_http_start(
        file, UInt32(threads), UInt32(connections), Self.patience, answerCall,
        desk.toOpaque())
    else {
      unsafe desk.release()
      throw .cannotStart
    }
    unsafe self.daemon = daemon
  }

  /// Ends all connections; does nothing the second time.
  public func stop() {
    guard unsafe desk.takeUnretainedValue().close() else { return }
    unsafe MHD_stop_daemon(daemon)
  }

  deinit {
    stop()
    unsafe desk.release()
  }
}

/// What the threads of a server share.
private final class Desk: Sendable {
  let answer: @Sendable (HTTPRequest) -> HTTPAnswer
  private let feeds = Mutex(Feeds())

  private struct Feeds {
    var isClosed = false
    var open: [ObjectIdentifier: EventFeed] = [:]
  }

  init(_ answer: @escaping @Sendable (HTTPRequest) -> HTTPAnswer) { self.answer = answer }

  /// Remembers a feed that has to be ended before the server stops; false once it stops.
  func keep(_ feed: EventFeed) -> Bool {
    feeds.withLock { feeds in
      feeds.open[ObjectIdentifier(feed)] = feed
      return !feeds.isClosed
    }
  }

  /// Ends all streams; false when that was done before.
  func close() -> Bool {
    let open = feeds.withLock { feeds -> [EventFeed]? in
      guard !feeds.isClosed else { return nil }
      feeds.isClosed = true
      return Array(feeds.open.values)
    }
    for feed in open ?? [] { feed.close() }
    return open != nil
  }
}

/// One listener's stream, held by the library for as long as it sends.
private final class Stream: Sendable {
  let feed: EventFeed
  let listener: EventListener
  let connection: Connection

  init(_ feed: EventFeed, _ listener: EventListener, _ connection: Connection) {
    self.feed = feed
    self.listener = listener
    self.connection = connection
  }
}

/// A connection of the library.
@safe
private struct Connection: @unchecked Sendable {
  let pointer: OpaquePointer

  func header(_ name: String) -> String? { unsafe text(quill_http_header(pointer, name)) }

  func argument(_ name: String) -> String? { unsafe text(quill_http_argument(pointer, name)) }

  private func text(_ bytes: UnsafePointer<CChar>?) -> String? {
    unsafe bytes.map { unsafe String(cString: $0) }
  }

  /// Waits until it is woken by what is returned.
  func sleep() -> (@Sendable () -> Void) {
    unsafe MHD_suspend_connection(pointer)
    return { unsafe MHD_resume_connection(pointer) }
  }

  /// Sends an answer; false where the library does not take it.
  func send(_ answer: HTTPAnswer, from desk: Desk) -> Bool {
    guard let response = unsafe response(answer.body, from: desk) else { return false }
    defer { unsafe MHD_destroy_response(response) }
    for header in answer.headers {
      _ = unsafe MHD_add_response_header(response, header.name, header.value)
    }
    return unsafe MHD_queue_response(pointer, UInt32(answer.status), response).rawValue == 1
  }

  private func response(_ body: HTTPAnswer.Body, from desk: Desk) -> OpaquePointer? {
    switch body {
    case .bytes(let bytes):
      return unsafe bytes.withUnsafeBytes { unsafe quill_http_copy($0.count, $0.baseAddress) }
    case .events(let feed):
      guard desk.keep(feed), let listener = feed.listen() else { return nil }
      let stream = unsafe Unmanaged.passRetained(Stream(feed, listener, self))
      return unsafe MHD_create_response_from_callback(
        UInt64.max, 4096, streamCall, stream.toOpaque(), endCall)
    }
  }
}

/// The library asks for an answer: first when the headers are read, then again for what follows
/// them, and at last when there is no more.
private let answerCall: MHD_AccessHandlerCallback = {
  context, connection, target, method, _, _, bodyCount, state in
  guard let context = unsafe context, let pointer = unsafe connection,
    let target = unsafe target, let method = unsafe method, let state = unsafe state,
    let bodyCount = unsafe bodyCount
  else { return no }
  let desk = unsafe Unmanaged<Desk>.fromOpaque(context).takeUnretainedValue()
  let connection = unsafe Connection(pointer: pointer)
  let isFirst = unsafe state.pointee == nil
  unsafe state.pointee = context
  if isFirst {
    // An answer given here closes the connection, which is right for one that brings a body only.
    guard bringsBody(connection) else { return yes }
    return connection.send(HTTPAnswer(413, text: "Requests bring no body here"), from: desk)
      ? yes : no
  }
  unsafe bodyCount.pointee = 0
  var request = unsafe HTTPRequest(String(cString: target), method: String(cString: method))
  request.holes = connection.argument("holes")
  request.host = connection.header("Host")
  request.ifNoneMatch = connection.header("If-None-Match")
  request.range = connection.header("Range")
  request.ifRange = connection.header("If-Range")
  return connection.send(desk.answer(request), from: desk) ? yes : no
}

private func bringsBody(_ connection: Connection) -> Bool {
  if connection.header("Transfer-Encoding") != nil { return true }
  return connection.header("Content-Length").map { $0 != "0" } ?? false
}

/// The library asks for the next part of a stream.
private let streamCall: MHD_ContentReaderCallback = { context, _, room, size in
  guard let context = unsafe context, let room = unsafe room else { return -1 }
  let stream = unsafe Unmanaged<Stream>.fromOpaque(context).takeUnretainedValue()
  switch stream.listener.take(Int(size), sleep: { stream.connection.sleep() }) {
  case .nothingYet: return 0
  case .end: return -1
  case .bytes(let bytes):
    unsafe bytes.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress else { return }
      unsafe UnsafeMutableRawPointer(room).copyMemory(from: start, byteCount: buffer.count)
    }
    return bytes.count
  }
}

/// The library does not need a stream any more.
private let endCall: MHD_ContentReaderFreeCallback = { context in
  guard let context = unsafe context else { return }
  let stream = unsafe Unmanaged<Stream>.fromOpaque(context).takeRetainedValue()
  stream.feed.forget(stream.listener)
}

private let yes = quill_http_result(1)
private let no = quill_http_result(0)
