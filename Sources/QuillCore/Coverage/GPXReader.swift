/// Reads the places of a GPX document from its tags.
struct GPXReader {
  private var scanner: XMLScanner
  private var found = GPX()
  private var path: [Element] = []

  /// The elements that matter.
  private enum Element: String, CaseIterable {
    case gpx, trk, trkseg, trkpt, rte, rtept, wpt
    case other

    init(_ name: ArraySlice<UInt8>) {
      self = Self.allCases.first { name.elementsEqual($0.rawValue.utf8) } ?? .other
    }
  }

  private static let document: [Element] = [.gpx]
  private static let track: [Element] = [.gpx, .trk]
  private static let segment: [Element] = [.gpx, .trk, .trkseg]
  private static let route: [Element] = [.gpx, .rte]

  init(_ bytes: [UInt8]) { scanner = XMLScanner(bytes) }

  /// Reads the whole document.
  mutating func document() throws(GPXError) -> GPX {
    while true {
      switch try scanner.next() {
      case .opened(let tag): try open(tag)
      case .closed: path.removeLast()
      case .end: return found
      }
    }
  }

  private mutating func open(_ tag: XMLScanner.Tag) throws(GPXError) {
    let element = Element(tag.name)
    switch element {
    case _ where path.isEmpty:
      guard element == .gpx else {
        throw .notGPX(root: String(decoding: tag.name, as: UTF8.self))
      }
    case .trk where path == Self.document: found.tracks.append(GPX.Track())
    case .trkseg where path == Self.track:
      found.tracks[found.tracks.count - 1].segments.append([])
    case .rte where path == Self.document: found.routes.append([])
    case .trkpt where path == Self.segment: try appendTrackPoint(tag)
    case .rtept where path == Self.route: try appendRoutePoint(tag)
    case .wpt where path == Self.document:
      let name = GPXError.Place.waypoint(found.waypoints.count + 1)
      found.waypoints.append(try coordinate(of: tag, name))
    default: break
    }
    path.append(element)
  }

  private mutating func appendTrackPoint(_ tag: XMLScanner.Tag) throws(GPXError) {
    let track = found.tracks.count - 1
    let segment = found.tracks[track].segments.count - 1
    let point = found.tracks[track].segments[segment].count
    let place = try coordinate(
      of: tag, .trackPoint(point + 1, segment: segment + 1, track: track + 1))
    found.tracks[track].segments[segment].append(place)
  }

  private mutating func appendRoutePoint(_ tag: XMLScanner.Tag) throws(GPXError) {
    let route = found.routes.count - 1
    let name = GPXError.Place.routePoint(found.routes[route].count + 1, route: route + 1)
    found.routes[route].append(try coordinate(of: tag, name))
  }

  private func coordinate(
    of tag: XMLScanner.Tag, _ place: GPXError.Place
  ) throws(GPXError) -> Coordinate {
    let latitude = try degrees("lat", of: tag, place)
    let longitude = try degrees("lon", of: tag, place)
    do throws(GeographyError) {
      return try Coordinate(longitude: longitude, latitude: latitude)
    } catch {
      throw .offTheGlobe(error, place: place)
    }
  }

  private func degrees(
    _ name: String, of tag: XMLScanner.Tag, _ place: GPXError.Place
  ) throws(GPXError) -> Double {
    guard let attribute = tag.attributes.first(where: { $0.name.elementsEqual(name.utf8) }) else {
      throw .lacks(attribute: name, place: place)
    }
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
    var digits = attribute.value.drop(while: isBlank)
    while let last = digits.last, isBlank(last) { digits.removeLast() }
    let text = String(decoding: digits, as: UTF8.self)
    guard digits.allSatisfy(Self.isOfNumber), let number = Double(text), number.isFinite else {
      let hasComma = Double(plainDecimal: text.replacing(",", with: ".")) != nil
      throw hasComma
        ? .decimalComma(attribute: name, found: text, place: place)
        : .notANumber(attribute: name, found: text, place: place)
    }
    return number
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "e"),
      UInt8(ascii: "E"):
      true
    default: false
    }
  }
}
