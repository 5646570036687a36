/// The two systems of coordinates that files beside a drawing may speak.
public enum MapCRS: Int, Hashable, Sendable, CaseIterable, Codable {
  /// Metres of EPSG:3857, in which web maps are drawn.
  case mercator = 3857

  /// Degrees of EPSG:4326 (WGS 84), longitude before latitude.
  case geographic = 4326
}

extension MapCRS {
  /// What the rows of a drawing are linear in that is placed in this system.
  public var drawnIn: DrawnIn { self == .mercator ? .mercator : .geographic }

  /// Widths of the world, from its north-west corner, of a place in the system, in the plane of
  /// `drawnIn`.
  func planePoint(x: Double, y: Double) -> WorldPoint {
    switch self {
    case .mercator: WebMercator.worldPoint(of: MercatorPoint(easting: x, northing: y))
    case .geographic: WorldPoint(x: 0.5 + x / 360, y: 0.5 - y / 360)
    }
  }

  /// Units of the system around the world.
  var worldWidth: Double { self == .mercator ? WebMercator.circumference : 360 }
}

extension MapCRS: CustomStringConvertible {
  /// The number by which `--crs` names it.
  public var description: String { String(rawValue) }
}

extension MapCRS {
  /// Reads the name of a system as files spell it: `EPSG:3857`, a number, an OGC URN, or WKT of
  /// either version; nil for an empty text.
  ///
  /// What `StatedCRS` holds to be near WGS 84 is taken for it.
  ///
  /// - Throws: `UnknownCRS` with the name of any other system.
  public init?(parsing text: String) throws(UnknownCRS) {
    guard let stated = try StatedCRS(parsing: text) else { return nil }
    self = stated.crs
  }
}

/// A system of coordinates that drawings cannot be placed in.
public struct UnknownCRS: Error, Hashable, Sendable {
  /// Its name as the file gives it.
  public let name: String

  /// Creates the error.
  public init(name: String) { self.name = name }
}

extension UnknownCRS: CustomStringConvertible {
  public var description: String {
    "the coordinates are in '\(name)' (expected EPSG:3857 or EPSG:4326)"
  }
}

/// What the text of a system of coordinates says about it.
struct CRSFacts {
  /// Its name, nil where only a code was given.
  var name: String?

  /// Its code in the list of the authority.
  var code: String?

  /// Who keeps the list.
  var authority = "EPSG"

  /// Whether it is a map's and not the globe's.
  var isProjected = false

  /// Reads a code or well-known text.
  ///
  /// Of well-known text only the outermost brackets count: those inside name the parts of the
  /// system, each with a code of its own.
  init(_ text: String) {
    guard let open = text.firstIndex(where: { $0 == "[" || $0 == "(" }) else {
      let words = text.split { ":/".contains($0) }
      let last = words.last.map { String($0).uppercased() } ?? ""
      let isCode = !last.isEmpty && last.allSatisfy(\.isNumber) || last == "CRS84"
      if isCode { code = last } else { name = text }
      return
    }
    isProjected = text[..<open].uppercased().contains("PROJ")
    var depth = 0
    var isQuoted = false
    var word = ""
    var keyword = ""
    var strings: [String] = []
    for character in text {
      if character == "\"" {
        if isQuoted { strings.append(word) }
        isQuoted.toggle()
        word = ""
      } else if isQuoted {
        word.append(character)
      } else if "[(".contains(character) {
        depth += 1
        if depth == 2 { keyword = word.trimmingBlanks.uppercased() }
        if depth == 2 { strings = [] }
        word = ""
      } else if "])".contains(character) {
        let isCode = depth == 2 && (keyword == "AUTHORITY" || keyword == "ID")
        if isCode {
          let number = word.trimmingBlanks
          code = number.isEmpty ? strings.last : number
          authority = strings.first ?? authority
        }
        depth -= 1
        word = ""
      } else if character == "," {
        if depth == 1, name == nil { name = strings.first }
        word = ""
      } else {
        word.append(character)
      }
    }
    if name == nil { name = strings.first ?? String(text[..<open]) }
  }
}

extension StringProtocol {
  /// The text without blanks at its ends.
  var trimmingBlanks: String {
    let inner = drop(while: \.isWhitespace)
    guard let last = inner.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(inner[...last])
  }
}
