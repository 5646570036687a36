import QuillCore
import QuillRaster

extension OptionDeclaration {
  static let at = option(
    "--at", "TILE", in: .place,
    "The drawing lies pixel for pixel on the grid of that tile's zoom, its top-left corner on that"
      + " tile's.")
  static let box = option(
    "--bounds", "BOUNDS", in: .place,
    "The drawing's outer edges lie on this box: west,south,east,north in degrees, or with letters"
      + " in any order.")
  static let drawnIn = option(
    "--drawn-in", "KIND", .choice(DrawnIn.allCases.map(\.rawValue)), in: .place,
    "With --bounds: mercator for drawings over a web map, geographic for drawings whose rows are"
      + " evenly spaced in latitude.", default: "mercator")
  static let worldFile = option(
    "--world-file", "FILE", .file, in: .place,
    "The drawing lies where the six lines of this file say. A .pgw, .pngw, .wld or .png.aux.xml"
      + " beside the drawing is found by itself.")
  static let crs = option(
    "--crs", "CODE", in: .place,
    "What the world file's numbers are: 3857 for metres of web maps, 4326 for degrees.",
    default: .described("degrees when they can only be degrees"))
  static let points = option(
    "--points", "FILE", .file, in: .place,
    "The drawing is fitted to control points: a CSV file with the columns pixel_x, pixel_y, lon and"
      + " lat, or a .points file of QGIS. Pixel 0,0 is the top-left corner.")
  static let transform = option(
    "--transform", "KIND", .choice(FitKind.allCases.map(\.rawValue)), in: .place,
    "With --points, how the drawing may be bent: auto is similarity for 2 points and affine for"
      + " more; projective takes 4, tps bends through each.", default: "auto")
  static let center = option(
    "--center", "LON,LAT", in: .place, "The drawing's middle lies there; with --width.")
  static let width = option(
    "--width", "DISTANCE", in: .place,
    "With --center: how wide the drawing is on the ground, as 800m or 1.5km.")
  static let rotate = option(
    "--rotate", "DEG", in: .place, "With --center: turn the drawing clockwise.", default: "0")
  static let plain = flag(
    "--plain", in: .place,
    "The drawing lies nowhere: a pixel pyramid from its top-left corner.")

  /// Where a drawing lies.
  static let placement = [
    at, box, drawnIn, worldFile, crs, points, transform, center, width, rotate, plain,
  ]
}

/// Where a drawing lies, as it was typed; files are read when the drawing's size is known.
struct PlacementWords {
  private let kind: Kind

  private enum Kind {
    case given(Placement)
    case worldFile(String, MapCRS?)
    case points(String, FitKind)
    case unsaid(MapCRS?)
  }

  /// A placement, and where it was read from when that was a file.
  struct Found {
    var placement: Placement
    /// Said to the user before work starts.
    var echo: String
  }

  /// Reads the options of a placement.
  init(_ invocation: Invocation) throws {
    let ways: [OptionDeclaration] = [.at, .box, .worldFile, .points, .center, .plain]
    let chosen = try invocation.atMostOne(of: ways)?.name
    switch chosen {
    case OptionDeclaration.at.name:
      guard let tile = try invocation.value(of: .at, as: Tile.self) else { fallthrough }
      kind = .given(.at(tile))
    case OptionDeclaration.box.name:
      guard let box = try invocation.value(of: .box, as: GeographicBounds.self) else { fallthrough }
      kind = .given(.bounds(box, drawnIn: try invocation.setting(.drawnIn, as: DrawnIn.self)))
    case OptionDeclaration.worldFile.name:
      kind = .worldFile(invocation.value(of: .worldFile) ?? "", try Self.crs(invocation))
    case OptionDeclaration.points.name:
      kind = .points(
        invocation.value(of: .points) ?? "", try invocation.setting(.transform, as: FitKind.self))
    case OptionDeclaration.center.name: kind = .given(try Self.center(invocation))
    case OptionDeclaration.plain.name:
      _ = invocation.flag(.plain)
      kind = .given(.plain)
    default: kind = .unsaid(try Self.crs(invocation))
    }
  }

  private static func center(_ invocation: Invocation) throws -> Placement {
    try invocation.require(.width, because: "--center says where, not how large")
    guard let place = try invocation.value(of: .center, as: Coordinate.self),
      let width = try invocation.value(of: .width, as: GroundDistance.self)
    else { throw UsageError.missingOption("--width", because: "--center needs it") }
    return .center(
      place, width: width.metres, rotation: try invocation.setting(.rotate, as: Degrees.self).value)
  }

  private static func crs(_ invocation: Invocation) throws -> MapCRS? {
    guard let text = invocation.value(of: .crs) else { return nil }
    do throws(UnknownCRS) {
      if let crs = try MapCRS(parsing: text.contains(":") ? text : "EPSG:\(text)") { return crs }
    } catch {
      throw Self.unknown(error, about: "--crs")
    }
    throw Self.unknown(UnknownCRS(name: text), about: "--crs")
  }

  private static func unknown(_ crs: UnknownCRS, about file: String) -> CommandFailure {
    CommandFailure(
      "\(crs)", about: file,
      remedy: "Bring the drawing to the system of web maps first: gdalwarp -t_srs EPSG:3857"
        + " DRAWING.png WARPED.png")
  }
}

extension PlacementWords {
  /// Whether no option says where the drawing lies.
  var isUnsaid: Bool {
    if case .unsaid(nil) = kind { return true }
    return false
  }

  /// The placement of a drawing of that size: as typed, or as a file beside it says.
  ///
  /// Nil when nothing says where it lies.
  func find(for drawing: String, size: PixelSize) throws -> Found? {
    switch kind {
    case .given(let placement): return Found(placement: placement, echo: "\(placement)")
    case .worldFile(let path, let crs):
      return try Self.worldFile(path, crs, beside: drawing, size)
    case .points(let path, let kind):
      let placement = Placement.points(try Self.controlPoints(path, size), transform: kind)
      try Self.checkFit(placement, of: path, size)
      return Found(placement: placement, echo: "--points \(path) --transform \(kind)")
    case .unsaid(let crs):
      return try Self.beside(drawing, crs, size)
    }
  }

  /// The placement that a file of our own beside the drawing says, as stitching leaves it; nil
  /// without one.
  func findStitched(for drawing: String, size: PixelSize) throws -> Found? {
    guard isUnsaid, try Self.auxiliaryXML("\(drawing).aux.xml")?.pictureSize != nil else {
      return nil
    }
    return try Self.beside(drawing, nil, size)
  }

  private static func beside(
    _ drawing: String, _ crs: MapCRS?, _ size: PixelSize
  ) throws -> Found? {
    for sidecar in DrawingSidecar.candidates(for: drawing)
    where try FileSystem.kind(of: sidecar.path) != nil {
      switch sidecar.kind {
      case .worldFile:
        return try scaled(
          worldFile(sidecar.path, crs, beside: drawing, size), for: drawing, size)
      case .auxiliaryXML:
        if let found = try auxiliary(sidecar.path, crs, size) {
          return try scaled(found, for: drawing, size)
        }
      }
    }
    return nil
  }

  /// The same place for a drawing that was exported at another size since.
  private static func scaled(
    _ found: Found, for drawing: String, _ size: PixelSize
  ) throws -> Found {
    let path = "\(drawing).aux.xml"
    guard let old = try auxiliaryXML(path)?.pictureSize, old != size else { return found }
    do throws(PlacementError) {
      return Found(
        placement: try found.placement.scaled(from: old, to: size),
        echo: "\(found.echo), scaled from \(old) pixels")
    } catch {
      throw CommandFailure(
        "\(error)", about: drawing,
        remedy: "Export the whole canvas, neither cropped nor stretched; or remove \(path) and say"
          + " where it lies, as with --bounds")
    }
  }

  private static func controlPoints(
    _ path: String, _ size: PixelSize
  ) throws(CommandFailure) -> [ControlPoint] {
    let text = try text(of: path)
    do throws(ControlPointError) {
      return try ControlPoint.points(parsing: text, for: size)
    } catch {
      if case .crs(let crs) = error { throw unknown(crs, about: path) }
      throw CommandFailure("\(error)", about: path)
    }
  }

  /// Points that place no drawing are the fault of their file.
  private static func checkFit(
    _ placement: Placement, of path: String, _ size: PixelSize
  ) throws(CommandFailure) {
    do throws(PlacementError) {
      _ = try placement.fit(for: size)
    } catch {
      throw CommandFailure("\(error)", about: path)
    }
  }

  private static func worldFile(
    _ path: String, _ crs: MapCRS?, beside drawing: String, _ size: PixelSize
  ) throws -> Found {
    let text = try text(of: path)
    let file: WorldFile
    do throws(WorldFileError) {
      file = try WorldFile(parsing: text)
    } catch {
      throw CommandFailure("\(error)", about: path)
    }
    if DrawingTransform(file, crs: .mercator).isMirrored {
      let lines = "\(file)".split(separator: "\n").prefix(4).joined(separator: ", ")
      throw CommandFailure(
        "mirrors the drawing: its first lines are \(lines) (expected rows counted downwards, so a"
          + " fourth line below 0 when the first is above)", about: path)
    }
    let stated = try crs ?? auxiliaryXML("\(drawing).aux.xml")?.crs
    let known = stated ?? file.likelyCRS(for: size)
    let meaning = known == .mercator ? "metres of web maps" : "degrees"
    let assumption = stated == nil ? ", taken as \(meaning) (--crs settles it)" : " in \(meaning)"
    return Found(
      placement: .worldFile(file, crs: known), echo: "--world-file \(path)\(assumption)")
  }

  private static func auxiliary(
    _ path: String, _ crs: MapCRS?, _ size: PixelSize
  ) throws -> Found? {
    guard let facts = try auxiliaryXML(path), let numbers = facts.geoTransform else { return nil }
    do throws(WorldFileError) {
      let file = try numbers.worldFile()
      let known = crs ?? facts.crs ?? file.likelyCRS(for: size)
      return Found(placement: .worldFile(file, crs: known), echo: "as \(path) says")
    } catch {
      throw CommandFailure("\(error)", about: path)
    }
  }

  private static func auxiliaryXML(_ path: String) throws -> AuxiliaryXML? {
    guard try FileSystem.kind(of: path) != nil else { return nil }
    let text = try text(of: path)
    do throws(AuxiliaryXMLError) {
      return try AuxiliaryXML(parsing: text)
    } catch {
      if case .crs(let crs) = error { throw unknown(crs, about: path) }
      throw CommandFailure("\(error)", about: path)
    }
  }

  private static func text(of path: String) throws(CommandFailure) -> String {
    do throws(FileError) {
      guard let bytes = try FileSystem.read(path) else {
        throw FileError.absent(path: path)
      }
      return String(decoding: bytes, as: UTF8.self)
    } catch {
      throw CommandFailure("\(error)", about: path)
    }
  }
}

extension DrawnIn: ArgumentValue {}
extension FitKind: ArgumentValue {}

/// An angle in degrees.
struct Degrees: ArgumentValue {
  let value: Double

  init(argument: String) throws {
    guard let value = Double(plainDecimal: argument) else {
      throw ArgumentMismatch(found: argument, expected: "an angle in degrees, such as 12.5")
    }
    self.value = value
  }
}
