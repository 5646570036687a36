/// What a server says to a request.
public struct HTTPAnswer: Sendable {
  /// The status, such as 200.
  public var status: Int

  /// The headers in their order.
  public var headers: [Header]

  /// What follows them.
  public var body: Body

  /// A header's name and value.
  public struct Header: Hashable, Sendable {
    /// The name, such as `ETag`.
    public let name: String
    /// The value.
    public let value: String

    init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// What follows the headers.
  public enum Body: Sendable {
    /// Bytes; a server leaves them out where the method is `HEAD`.
    case bytes(ArraySlice<UInt8>)
    /// News, sent as they happen, until one side goes.
    case events(EventFeed)
  }

  /// The value of a header, nil without one.
  public func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

  /// What every answer says: pages of other places may read it, nothing is shown from a cache
  /// without asking, and a browser does not guess what the bytes are.
  private static let always = [
    Header("Access-Control-Allow-Origin", "*"),
    Header("Access-Control-Expose-Headers", "ETag, Content-Range, X-Tile"),
    Header("Cache-Control", "no-cache"),
    Header("X-Content-Type-Options", "nosniff"),
  ]

  init(_ status: Int, _ headers: [Header] = [], _ body: Body = .bytes([])) {
    self.status = status
    self.headers = Self.always + headers
    self.body = body
  }

  /// An answer in words.
  init(_ status: Int, text: String, _ headers: [Header] = []) {
    self.init(
      status, [Header("Content-Type", "text/plain; charset=utf-8")] + headers,
      .bytes(Array("\(text)\n".utf8)[...]))
  }

  /// Content, as much of it as the request wants and does not have yet.
  init(_ content: Content, for request: HTTPRequest, _ headers: [Header] = []) {
    let tag = Header("ETag", content.tag)
    if request.hasAlready(content.tag) {
      // The server sends the length of the body but, as for HEAD, not the body.
      self.init(304, [tag] + headers, .bytes(content.bytes[...]))
      return
    }
    let about =
      [Header("Content-Type", content.type), tag, Header("Accept-Ranges", "bytes")] + headers
    let count = content.bytes.count
    let isWhole = request.ifRange.map { $0 != content.tag } ?? false
    switch ByteRange(isWhole ? nil : request.range, of: count) {
    case .all: self.init(200, about, .bytes(content.bytes[...]))
    case .part(let range):
      let place = Header(
        "Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)")
      self.init(206, about + [place], .bytes(content.bytes[range]))
    case .beyond:
      self.init(416, text: "No such bytes", [Header("Content-Range", "bytes */\(count)")])
    }
  }
}
