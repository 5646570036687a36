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
    "What the numbers of the world file or of points are: 3857 for metres of web maps, 4326 for"
      + " degrees.",
    default: .described("degrees when they can only be degrees"))
  static let points = option(
    "--points", "FILE", .file, in: .place,
    "The drawing is fitted to control points: a CSV file with the columns pixel_x, pixel_y, lon and"
      + " lat, or a .points file of QGIS. Pixel 0,0 is the top-left corner. DRAWING.png.points or"
      + " DRAWING.points beside the drawing is found by itself.")
  static let transform = option(
    "--transform", "KIND", .choice(FitKind.allCases.map(\.rawValue)), in: .place,
    "With points, how the drawing may be bent: auto is similarity for 2 points and affine for"
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
    case given(Placement, doubt: String?)
    case worldFile(String, StatedCRS?)
    case points(String, FitKind, StatedCRS?)
    case unsaid(StatedCRS?, FitKind?)
  }

  /// A placement, and where it was read from when that was a file.
  struct Found {
    var placement: Placement
    /// Said to the user before work starts.
    var echo: String
    /// Whether it speaks of the pixels as they are stored, though the drawing's camera says to turn
    /// it.
    var isAsStored = false
    /// What else is to be said of how it was read, whole lines.
    var notices: [String] = []
  }

  /// Reads the options of a placement.
  init(_ invocation: Invocation) throws {
    let ways: [OptionDeclaration] = [.at, .box, .worldFile, .points, .center, .plain]
    let chosen = try invocation.atMostOne(of: ways)?.name
    try Self.refuseHalves(invocation)
    switch chosen {
    case OptionDeclaration.at.name:
      guard let tile = try invocation.value(of: .at, as: Tile.self) else { fallthrough }
      kind = .given(.at(tile), doubt: nil)
    case OptionDeclaration.box.name:
      guard let box = try invocation.value(of: .box, as: GeographicBounds.self) else { fallthrough }
      let drawnIn = try invocation.setting(.drawnIn, as: DrawnIn.self)
      kind = .given(.bounds(box, drawnIn: drawnIn), doubt: nil)
    case OptionDeclaration.worldFile.name:
      kind = .worldFile(invocation.value(of: .worldFile) ?? "", try Self.crs(invocation))
    case OptionDeclaration.points.name:
      kind = .points(
        invocation.value(of: .points) ?? "", try invocation.setting(.transform, as: FitKind.self),
        try Self.crs(invocation))
    case OptionDeclaration.center.name: kind = try Self.center(invocation)
    case OptionDeclaration.plain.name:
      _ = invocation.flag(.plain)
      kind = .given(.plain, doubt: nil)
    default:
      let transform =
        invocation.isGiven(.transform)
        ? try invocation.setting(.transform, as: FitKind.self) : nil
      kind = .unsaid(try Self.crs(invocation), transform)
    }
  }

  /// Options that say half of a placement name the other half.
  private static func refuseHalves(_ invocation: Invocation) throws(UsageError) {
    if !invocation.isGiven(.center) {
      try invocation.refuse(.width, because: "--width needs --center LON,LAT")
      try invocation.refuse(.rotate, because: "--rotate needs --center LON,LAT and --width")
    }
    if !invocation.isGiven(.box) {
      try invocation.refuse(.drawnIn, because: "--drawn-in needs --bounds")
    }
  }

  private static func center(_ invocation: Invocation) throws -> Kind {
    try invocation.require(.width, because: "--center says where, not how large")
    guard let place = try invocation.value(of: .center, as: Coordinate.self),
      let width = try invocation.value(of: .width, as: GroundDistance.self)
    else { throw UsageError.missingOption("--width", because: "--center needs it") }
    let placement = Placement.center(
      place, width: width.metres, rotation: try invocation.setting(.rotate, as: Degrees.self).value)
    return .given(
      placement, doubt: invocation.value(of: .width).flatMap { doubt(width: $0, width.metres) })
  }

  /// Few drawings show less than a hundred metres; a number without a unit may be of kilometres.
  private static func doubt(width text: String, _ metres: Double) -> String? {
    guard metres > 0, metres <= 100, text.last.map({ !$0.isLetter }) ?? false else { return nil }
    return "--width \(text) makes the drawing \(text) metres wide on the ground; for kilometres:"
      + " --width \(text)km"
  }

  private static func crs(_ invocation: Invocation) throws -> StatedCRS? {
    guard let text = invocation.value(of: .crs) else { return nil }
    do throws(UnknownCRS) {
      if let crs = try StatedCRS(parsing: text.contains(":") ? text : "EPSG:\(text)") { return crs }
    } catch {
      throw PlacementFiles.unknown(error, about: "--crs", remedyFor: .crsOption(text))
    }
    throw PlacementFiles.unknown(
      UnknownCRS(name: text), about: "--crs", remedyFor: .crsOption(text))
  }
}

extension PlacementWords {
  /// Whether no option says where the drawing lies.
  var isUnsaid: Bool {
    if case .unsaid(nil, nil) = kind { return true }
    return false
  }

  /// The placement of a drawing: as typed, or as a file beside it says.
  ///
  /// Nil when nothing says where it lies.
  func find(for drawing: DrawingFile) throws -> Found? {
    let files = PlacementFiles(drawing)
    switch kind {
    case .given(let placement, let doubt):
      return Found(
        placement: placement, echo: "\(placement)",
        notices: doubt.map { ["\(drawing.path): \($0)"] } ?? [])
    case .worldFile(let path, let crs): return try files.worldFile(path, crs)
    case .points(let path, let kind, let crs):
      return try files.points(path, kind, crs, echo: "--points \(path) --transform \(kind)")
    case .unsaid(let crs, let transform): return try files.beside(crs, transform)
    }
  }

  /// The placement that a file of our own beside the drawing says, as stitching leaves it; nil
  /// without one.
  func findStitched(for drawing: DrawingFile) throws -> Found? {
    let files = PlacementFiles(drawing)
    guard isUnsaid, try files.auxiliaryXML()?.pictureSize != nil else { return nil }
    return try files.beside(nil, nil)
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
