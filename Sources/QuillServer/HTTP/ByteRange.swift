/// What of a body is wanted, as the header `Range` says it.
enum ByteRange: Equatable {
  /// All of it: nothing was said, or nothing that a server must heed.
  case all
  /// These bytes.
  case part(Range<Int>)
  /// Bytes that are not there.
  case beyond

  /// Reads the header: `bytes=0-99`, `bytes=100-`, `bytes=-10`; several ranges are not heeded.
  init(_ header: String?, of count: Int) {
    self = header.flatMap { Self.read($0, of: count) } ?? .all
  }

  private static func read(_ header: String, of count: Int) -> ByteRange? {
    guard let words = header.wholeMatch(of: /bytes=([0-9]{0,15})-([0-9]{0,15})/) else { return nil }
    switch (Int(words.1), Int(words.2)) {
    case (nil, nil): return nil
    case (nil, let last?):
      return last == 0 || count == 0 ? .beyond : .part(max(0, count - last)..<count)
    case (let first?, nil): return first < count ? .part(first..<count) : .beyond
    case (let first?, let last?):
      guard first <= last else { return nil }
      return first < count ? .part(first..<min(last + 1, count)) : .beyond
    }
  }
}
