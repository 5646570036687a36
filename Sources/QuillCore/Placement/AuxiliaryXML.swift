/// What GDAL keeps beside a picture in `PICTURE.png.aux.xml`: where it lies, and in which system.
///
/// Either may be absent. GDAL writes the file for statistics alone too, and leaves the numbers to
/// a world file where there is one.
public struct AuxiliaryXML: Hashable, Sendable {
  /// Where the picture lies.
  public var geoTransform: GeoTransform?

  /// The system that the numbers are in.
  public var crs: MapCRS?

  /// The name of the file's own system where it is not WGS 84 but taken for it (`StatedCRS`).
  public private(set) var nearName: String?

  /// The size of the picture that the numbers were written for, nil where that is not said.
  ///
  /// Our own programs say it, so that a picture exported at another size lies where the first did.
  public var pictureSize: PixelSize?

  /// Creates the facts.
  public init(geoTransform: GeoTransform?, crs: MapCRS?, pictureSize: PixelSize? = nil) {
    self.geoTransform = geoTransform
    self.crs = crs
    self.pictureSize = pictureSize
  }
}

extension AuxiliaryXML {
  /// Reads the file.
  ///
  /// The file is searched for its two elements and not otherwise checked, as it holds much that
  /// other programs put there.
  ///
  /// - Throws: `AuxiliaryXMLError` when it is no such file, its numbers make no sense, or its
  ///   system is neither of ours.
  public init(parsing text: String) throws(AuxiliaryXMLError) {
    let text = Self.withoutComments(text)
    guard text.contains("<PAMDataset"), text.contains("</PAMDataset>") || text.contains("/>") else {
      throw .notAuxiliary
    }
    if let srs = try Self.content(of: "SRS", in: text) {
      do {
        let stated = try StatedCRS(parsing: Self.unescaped(srs))
        crs = stated?.crs
        nearName = stated?.nearName
      } catch {
        throw .crs(error)
      }
    }
    pictureSize = try Self.pictureSize(in: text)
    guard let list = try Self.content(of: "GeoTransform", in: text) else { return }
    let words = list.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmingBlanks)
    let numbers = words.compactMap { Double(plainDecimal: $0) }
    guard words.count == 6, numbers.count == 6 else {
      throw .badGeoTransform(list.trimmingBlanks)
    }
    let step = PixelStep(
      xPerColumn: numbers[1], yPerColumn: numbers[4], xPerRow: numbers[2], yPerRow: numbers[5])
    guard step.hasSize else { throw .badGeoTransform(list.trimmingBlanks) }
    geoTransform = GeoTransform(originX: numbers[0], originY: numbers[3], step: step)
  }

  /// What stands before and after the picture's size, in metadata that GDAL passes on untouched.
  private static let sizeItem = (
    "  <Metadata domain=\"TILEQUILL\">\n    <MDI key=\"PICTURE_SIZE\">", "</MDI>\n  </Metadata>\n"
  )

  private static func pictureSize(in text: String) throws(AuxiliaryXMLError) -> PixelSize? {
    guard let key = text.firstRange(of: "key=\"PICTURE_SIZE\"") else { return nil }
    let start = text[..<key.lowerBound].lastIndex(of: "<") ?? key.lowerBound
    guard let word = try content(of: "MDI", in: String(text[start...])) else { return nil }
    let sides = word.trimmingBlanks.split(separator: "x").map { Int($0) ?? 0 }
    guard sides.count == 2, sides.allSatisfy({ $0 > 0 }) else { return nil }
    return PixelSize(width: sides[0], height: sides[1])
  }

  private static func withoutComments(_ text: String) -> String {
    var kept = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "<!--") {
      kept += rest[..<start.lowerBound]
      rest = rest[start.upperBound...]
      guard let end = rest.firstRange(of: "-->") else { return kept }
      rest = rest[end.upperBound...]
    }
    return kept + rest
  }

  /// The text inside the first element of that name, nil when there is none.
  private static func content(
    of name: String, in text: String
  ) throws(AuxiliaryXMLError) -> Substring? {
    var rest = text[...]
    while let start = rest.firstRange(of: "<\(name)") {
      rest = rest[start.upperBound...]
      guard let next = rest.first, next == ">" || next == "/" || next.isWhitespace else { continue }
      guard let close = rest.firstIndex(of: ">") else { throw .unclosed(name) }
      if rest[..<close].last == "/" { return nil }
      rest = rest[rest.index(after: close)...]
      guard let end = rest.firstRange(of: "</\(name)>") else { throw .unclosed(name) }
      return rest[..<end.lowerBound]
    }
    return nil
  }

  private static let entities = [
    ("&quot;", "\""), ("&apos;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"),
  ]

  private static func unescaped(_ text: Substring) -> String {
    entities.reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
  }

  private static func escaped(_ text: String) -> String {
    entities.reversed().filter { "<>&".contains($0.1) }
      .reduce(text) { $0.replacing($1.1, with: $1.0) }
  }
}

extension AuxiliaryXML: CustomStringConvertible {
  /// The text of the file, with as many digits as give the same numbers back.
  public var description: String {
    var text = "<PAMDataset>\n"
    if let crs {
      let axes = crs == .geographic ? "2,1" : "1,2"
      text +=
        "  <SRS dataAxisToSRSAxisMapping=\"\(axes)\">\(Self.escaped(crs.wellKnownText))</SRS>\n"
    }
    if let geoTransform {
      let numbers = geoTransform.numbers.map(\.plainDecimal).joined(separator: ", ")
      text += "  <GeoTransform>\(numbers)</GeoTransform>\n"
    }
    if let pictureSize { text += "\(Self.sizeItem.0)\(pictureSize)\(Self.sizeItem.1)" }
    return text + "</PAMDataset>\n"
  }
}

extension MapCRS {
  /// The system as well-known text, version 1, which is how these files name it.
  var wellKnownText: String {
    let globe = """
      GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,\
      AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],\
      PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],\
      UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],
      """.replacing("\n", with: "")
    switch self {
    case .geographic:
      return globe + #"AXIS["Latitude",NORTH],AXIS["Longitude",EAST],AUTHORITY["EPSG","4326"]]"#
    case .mercator:
      return """
        PROJCS["WGS 84 / Pseudo-Mercator",\(globe)AUTHORITY["EPSG","4326"]],\
        PROJECTION["Mercator_1SP"],PARAMETER["central_meridian",0],PARAMETER["scale_factor",1],\
        PARAMETER["false_easting",0],PARAMETER["false_northing",0],\
        UNIT["metre",1,AUTHORITY["EPSG","9001"]],AXIS["Easting",EAST],AXIS["Northing",NORTH],\
        EXTENSION["PROJ4","+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 \
        +k=1 +units=m +nadgrids=@null +wktext +no_defs"],AUTHORITY["EPSG","3857"]]
        """
    }
  }
}

/// In which way a text does not say where a picture lies.
public enum AuxiliaryXMLError: Error, Hashable, Sendable {
  /// It is no file of GDAL's.
  case notAuxiliary

  /// The file ends inside that element.
  case unclosed(String)

  /// The numbers are not six, or give the pixels no size.
  case badGeoTransform(String)

  /// The system is neither of ours.
  case crs(UnknownCRS)
}

extension AuxiliaryXMLError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notAuxiliary: "is not a whole .aux.xml file (expected the element PAMDataset)"
    case .unclosed(let name): "ends inside its element \(name)"
    case .badGeoTransform(let found):
      "its GeoTransform is '\(found)' (expected six numbers that give the pixels a size)"
    case .crs(let unknown): unknown.description
    }
  }
}
