/// The tiles named in a text such as the log of an app: `z:14 x:4825 y:6156` in any line, the keys
/// in any order.
///
///     var log = RequestLog()
///     let text = "loadTile MKTileOverlayPath(x: 4825, y: 6156, z: 14)\nready\n"
///     log.read(Array(text.utf8)[...])
///     log.finish()
///     log.coverages            // one set a zoom: 14/4825/6156
///     log.linesWithoutTile     // 1
///
/// A key is `z`, `x` or `y` alone, in either case, then `:` or `=`, then a whole number; the key may
/// stand in quotes. A line may name several tiles. Memory follows the number of different tiles.
public struct RequestLog: Hashable, Sendable {
  /// Lines read so far, blank ones aside.
  public private(set) var lines = 0

  /// Those lines that named no tile of the grid.
  public private(set) var linesWithoutTile = 0

  private var tiles: Set<Tile> = []
  private var unfinishedLine: [UInt8] = []

  /// Creates the log that has no line.
  public init() {}

  /// Reads the next part of the text; it may end within a line.
  public mutating func read(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while let end = rest.firstIndex(of: 0x0A) {
      unfinishedLine += rest[..<end]
      endLine()
      rest = rest[end...].dropFirst()
    }
    unfinishedLine += rest
  }

  /// Ends the last line, which need not have a line break.
  public mutating func finish() { endLine() }

  /// The tiles named, each once, one set a zoom, shallowest first.
  public var coverages: [TileCoverage] {
    Dictionary(grouping: tiles, by: \.zoom).sorted { $0.key < $1.key }
      .map { TileCoverage(zoom: $0.key, tiles: $0.value) }
  }

  private mutating func endLine() {
    defer { unfinishedLine.removeAll(keepingCapacity: true) }
    guard unfinishedLine.contains(where: { $0 > 0x20 }) else { return }
    let named = RequestLine(unfinishedLine).tiles
    lines += 1
    if named.isEmpty { linesWithoutTile += 1 }
    tiles.formUnion(named)
  }
}

/// The tiles of one line.
private struct RequestLine {
  private(set) var tiles: [Tile] = []
  private var zoom: Int?
  private var column: Int?
  private var row: Int?

  init(_ line: [UInt8]) {
    for place in line.indices where Self.isKey(line, at: place) {
      guard let number = Self.number(in: line[(place + 1)...]) else { continue }
      switch line[place] | 0x20 {
      case UInt8(ascii: "z"): zoom = number
      case UInt8(ascii: "x"): column = number
      default: row = number
      }
      takeTile()
    }
  }

  private mutating func takeTile() {
    guard let level = zoom, let x = column, let y = row else { return }
    if let tile = Zoom(level).flatMap({ Tile(zoom: $0, x: x, y: y) }) { tiles.append(tile) }
    (zoom, column, row) = (nil, nil, nil)
  }

  private static func isKey(_ line: [UInt8], at place: Int) -> Bool {
    guard (UInt8(ascii: "x")...UInt8(ascii: "z")).contains(line[place] | 0x20) else { return false }
    return place == 0 || !isOfWord(line[place - 1])
  }

  /// The number after a key: an optional quote, `:` or `=`, then digits that are a word.
  private static func number(in rest: ArraySlice<UInt8>) -> Int? {
    var rest = rest
    if let first = rest.first, "\"'".utf8.contains(first) { rest.removeFirst() }
    rest = rest.drop { $0 == 0x20 }
    guard let mark = rest.popFirst(), ":=".utf8.contains(mark) else { return nil }
    rest = rest.drop { $0 == 0x20 }
    if let first = rest.first, "\"'".utf8.contains(first) { rest.removeFirst() }
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    rest = rest.dropFirst(digits.count)
    if let next = rest.popFirst() {
      let isFraction =
        next == UInt8(ascii: ".") && rest.first.map { (0x30...0x39).contains($0) } == true
      guard !isOfWord(next), !isFraction else { return nil }
    }
    guard (1...10).contains(digits.count) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || byte == UInt8(ascii: "_") || byte >= 0x80
  }
}
