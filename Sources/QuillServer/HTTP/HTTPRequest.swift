/// What a browser or an app asks for, as far as a server of tiles has to know it.
public struct HTTPRequest: Hashable, Sendable {
  /// The method, such as `GET`.
  public var method: String

  /// The path as it was sent, percent signs and all, without what follows a question mark.
  public var target: String

  /// The value of `holes` behind the question mark.
  public var holes: String?

  /// The header `Host`.
  public var host: String?

  /// The header `If-None-Match`.
  public var ifNoneMatch: String?

  /// The header `Range`.
  public var range: String?

  /// The header `If-Range`.
  public var ifRange: String?

  /// Creates a request without headers.
  public init(_ target: String, method: String = "GET") {
    self.method = method
    self.target = target
  }

  /// The path in plain characters; nil when it is not one that a server has to understand.
  ///
  /// Two percent signs never unfold into one another: the path is read once. A byte of zero, a
  /// broken percent sign and bytes that are no UTF-8 make no path.
  public var path: String? {
    guard target.utf8.contains(UInt8(ascii: "%")) else { return target }
    var bytes: [UInt8] = []
    var rest = target.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst()?.hexDigit, let low = rest.popFirst()?.hexDigit else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    guard !bytes.contains(0) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Whether the asker has the picture already.
  func hasAlready(_ tag: String) -> Bool {
    guard let ifNoneMatch else { return false }
    return ifNoneMatch.split(separator: ",").contains { word in
      var word = word.drop { $0 == " " }
      while word.last == " " { word.removeLast() }
      if word.hasPrefix("W/") { word = word.dropFirst(2) }
      return word == "*" || word == tag
    }
  }

  /// The name and port by which the asker knows the server; nil without one that can be one.
  ///
  ///     HTTPRequest.authority("[::1]:8080")       // "[::1]:8080"
  ///     HTTPRequest.authority("a\"><script>")     // nil
  static func authority(_ host: String) -> String? {
    let pattern = /(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?/
    return host.wholeMatch(of: pattern) == nil ? nil : host
  }
}

extension UInt8 {
  /// The value of a hexadecimal digit.
  fileprivate var hexDigit: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x41 + 10
    case 0x61...0x66: self - 0x61 + 10
    default: nil
    }
  }
}
