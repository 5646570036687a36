#if canImport(FoundationEssentials)
  private import FoundationEssentials
#else
  private import Foundation
#endif

/// What the slicer did to make a tileset, kept in it as `tilequill.json`.
///
/// It tells tiles that are blank on purpose from tiles that are missing, and lets the next run
/// know what it made before. Tiles are written as ranges, `16/19298-19307/24618-24629`.
public struct SliceRecord: Equatable, Sendable {
  /// The drawing that was cut.
  public var drawing: Drawing

  /// Where it lies on the map.
  public var placement: Placement

  /// The options that shape the tiles.
  public var options: Options

  /// The tiles that were written, one set a zoom, shallowest first.
  public var made: [TileCoverage]

  /// The tiles under the drawing that are blank on purpose, one set a zoom, shallowest first.
  public var blank: [TileCoverage]

  /// What tells whether a tile has to be made again, nil where that was not kept.
  public var fingerprints: TileFingerprints?

  /// How many slices were laid over each other to make the set; nil for a single one.
  public var sheetCount: Int?

  /// A drawing as the record knows it.
  public struct Drawing: Codable, Hashable, Sendable {
    /// The file's name without its folder.
    public var name: String

    /// Pixels from left to right.
    public var width: Int

    /// Pixels from top to bottom.
    public var height: Int

    /// Whether width and height are those of the stored picture, though its camera says to turn it:
    /// the placement then speaks of stored pixels.
    public var isAsStored: Bool { asStored ?? false }

    private let asStored: Bool?

    private enum CodingKeys: String, CodingKey {
      case name, width, height
      case asStored = "as_stored"
    }

    /// Creates the description of a drawing.
    public init(name: String, width: Int, height: Int, isAsStored: Bool = false) {
      self.name = name
      self.width = width
      self.height = height
      asStored = isAsStored ? true : nil
    }

    /// No format of pictures holds a longer side.
    private static let longestSide = Int(Int32.max)

    fileprivate func check() throws(MetadataError) {
      let sides = 1...Self.longestSide
      guard sides.contains(width), sides.contains(height) else {
        throw .badValue(
          key: "drawing", found: "\(width) x \(height)",
          expected: "pixels, 1 to \(Self.longestSide)")
      }
    }
  }

  /// The options of a slice that shape its tiles.
  public struct Options: Hashable, Sendable {
    /// The zooms that were written.
    public var zooms: ZoomRange

    /// Whether the zooms follow from the drawing's size, as nobody asked for others.
    ///
    /// A drawing of another size then has others. False in records that do not tell.
    public var zoomsFollowDrawing = false

    /// Pixels along each side of a tile.
    public var tileSize: TileSize

    /// Whether blank tiles were written too.
    public var keepsBlank: Bool

    /// The fallback's file name in the set.
    public var fallback: String?

    /// How pixels were made that do not fall on pixels of the drawing.
    public var resample = "auto"

    /// How the zooms below the drawing's own were made.
    public var shrink = "average"

    /// Whether each tile has a second picture of twice as many pixels a side.
    public var hasRetina = false

    /// What was put under each tile, nil for nothing.
    public var background: String?

    /// Whether tiles carry the drawing's colour profile, where it has one that is not sRGB.
    public var keepsColours = false

    /// The zoom whose pixels are as large as the drawing's, or nearly; those above it are made of
    /// it.
    public var nativeZoom: Zoom?

    /// Creates the options of a slice.
    public init(
      zooms: ZoomRange, tileSize: TileSize = .pixels256, keepsBlank: Bool = false,
      fallback: String? = nil
    ) {
      self.zooms = zooms
      self.tileSize = tileSize
      self.keepsBlank = keepsBlank
      self.fallback = fallback
    }
  }

  /// Creates the record of a slice; sets without tiles are left out, as the file has no word for
  /// them.
  public init(
    drawing: Drawing, placement: Placement, options: Options,
    made: [TileCoverage], blank: [TileCoverage]
  ) {
    self.drawing = drawing
    self.placement = placement
    self.options = options
    self.made = made.filter { !$0.isEmpty }
    self.blank = blank.filter { !$0.isEmpty }
  }
}

extension SliceRecord {
  /// The name of the file in a folder of tiles.
  public static let fileName = "tilequill.json"

  /// The version of the file's format that this program writes.
  static let version = 1

  /// Whether the tile was left out because it is blank.
  public func isBlankOnPurpose(_ tile: Tile) -> Bool {
    blank.contains { $0.contains(tile) }
  }

  /// Whether the tiles lie on the map: those of a plain pyramid lie nowhere, and their names tell no box.
  public var isPlaced: Bool { placement != .plain }

  /// Whether the slicer wrote the tile.
  public func isMade(_ tile: Tile) -> Bool {
    made.contains { $0.contains(tile) }
  }

  /// The bytes of `tilequill.json`: keys sorted, so that equal records give equal bytes.
  ///
  /// - Throws: `MetadataError` where a number is one that could not be read again, such as an infinite
  ///   width.
  public var json: [UInt8] {
    get throws(MetadataError) {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      do {
        return Array(try encoder.encode(self)) + [0x0A]
      } catch let error as MetadataError {
        throw error
      } catch EncodingError.invalidValue(let value, let context) {
        let key = context.codingPath.map(\.stringValue).joined(separator: ".")
        throw .badValue(key: key, found: "\(value)", expected: "what JSON can hold")
      } catch {
        throw .notAnObject
      }
    }
  }

  /// Reads the bytes of `tilequill.json`.
  ///
  /// - Throws: `MetadataError` when they are no record, or one of a newer format.
  public init(json: [UInt8]) throws(MetadataError) {
    do {
      self = try JSONDecoder().decode(SliceRecord.self, from: Data(json))
    } catch let error as MetadataError {
      throw error
    } catch DecodingError.keyNotFound(let key, _) {
      throw .badValue(key: key.stringValue, found: "nothing", expected: "a value")
    } catch DecodingError.typeMismatch(_, let context),
      DecodingError.valueNotFound(_, let context)
    {
      guard !context.codingPath.isEmpty else { throw .notAnObject }
      let key = context.codingPath.map(\.stringValue).joined(separator: ".")
      throw .badValue(key: key, found: "another kind of value", expected: "what a slice writes")
    } catch DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty {
      let key = context.codingPath.map(\.stringValue).joined(separator: ".")
      throw .badValue(
        key: key, found: "a value beyond all measure", expected: "what a slice writes")
    } catch {
      throw .notAnObject
    }
  }
}

extension SliceRecord: Codable {
  private enum Key: String, CodingKey {
    case version, drawing, placement, options, made, blank, fingerprints
    case sheetCount = "merged_from"
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    let version = try fields.decode(Int.self, forKey: .version)
    guard version <= Self.version else { throw MetadataError.newerVersion(version) }
    guard version >= 1 else {
      throw MetadataError.badValue(key: "version", found: "\(version)", expected: "1")
    }
    drawing = try fields.decode(Drawing.self, forKey: .drawing)
    try drawing.check()
    placement = try fields.decode(Placement.self, forKey: .placement)
    options = try fields.decode(Options.self, forKey: .options)
    made = try Self.coverages(fields.decode([String].self, forKey: .made), key: "made")
    blank = try Self.coverages(fields.decode([String].self, forKey: .blank), key: "blank")
    fingerprints = try fields.decodeIfPresent(TileFingerprints.self, forKey: .fingerprints)
    sheetCount = try fields.decodeIfPresent(Int.self, forKey: .sheetCount)
  }

  public func encode(to encoder: any Encoder) throws {
    try drawing.check()
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(Self.version, forKey: .version)
    try fields.encode(drawing, forKey: .drawing)
    try fields.encode(placement, forKey: .placement)
    try fields.encode(options, forKey: .options)
    try fields.encode(made.flatMap(\.ranges).map(\.description), forKey: .made)
    try fields.encode(blank.flatMap(\.ranges).map(\.description), forKey: .blank)
    try fields.encodeIfPresent(fingerprints, forKey: .fingerprints)
    try fields.encodeIfPresent(sheetCount, forKey: .sheetCount)
  }

  private static func coverages(_ texts: [String], key: String) throws -> [TileCoverage] {
    let ranges = try texts.map { text in
      guard let range = TileRange(text) else {
        throw MetadataError.badValue(key: key, found: text, expected: "tiles, z/x-x/y-y")
      }
      return range
    }
    return Dictionary(grouping: ranges, by: \.zoom).sorted { $0.key < $1.key }
      .map { TileCoverage(zoom: $0.key, ranges: $0.value) }
  }
}

extension SliceRecord.Options: Codable {
  private enum Key: String, CodingKey {
    case zooms
    case zoomsFollowDrawing = "zooms_follow_drawing"
    case tileSize = "tile_size"
    case keepsBlank = "keep_blank"
    case hasRetina = "retina"
    case keepsColours = "keep_color_profile"
    case nativeZoom = "native_zoom"
    case fallback, resample, shrink, background
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    let text = try fields.decode(String.self, forKey: .zooms)
    guard let zooms = ZoomRange(text) else {
      throw MetadataError.badValue(key: "zooms", found: text, expected: "zooms such as 13-16")
    }
    let side = try fields.decode(Int.self, forKey: .tileSize)
    guard let tileSize = TileSize(rawValue: side) else {
      throw MetadataError.badValue(key: "tile_size", found: "\(side)", expected: "256 or 512")
    }
    self.init(
      zooms: zooms, tileSize: tileSize,
      keepsBlank: try fields.decode(Bool.self, forKey: .keepsBlank),
      fallback: try fields.decodeIfPresent(String.self, forKey: .fallback))
    resample = try fields.decodeIfPresent(String.self, forKey: .resample) ?? "auto"
    shrink = try fields.decodeIfPresent(String.self, forKey: .shrink) ?? "average"
    hasRetina = try fields.decodeIfPresent(Bool.self, forKey: .hasRetina) ?? false
    keepsColours = try fields.decodeIfPresent(Bool.self, forKey: .keepsColours) ?? false
    background = try fields.decodeIfPresent(String.self, forKey: .background)
    nativeZoom = try fields.decodeIfPresent(Int.self, forKey: .nativeZoom).flatMap { Zoom($0) }
    zoomsFollowDrawing =
      try fields.decodeIfPresent(Bool.self, forKey: .zoomsFollowDrawing) ?? false
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(zooms.description, forKey: .zooms)
    if zoomsFollowDrawing { try fields.encode(true, forKey: .zoomsFollowDrawing) }
    try fields.encode(tileSize.pixels, forKey: .tileSize)
    try fields.encode(keepsBlank, forKey: .keepsBlank)
    try fields.encodeIfPresent(fallback, forKey: .fallback)
    try fields.encode(resample, forKey: .resample)
    try fields.encode(shrink, forKey: .shrink)
    try fields.encode(hasRetina, forKey: .hasRetina)
    if keepsColours { try fields.encode(true, forKey: .keepsColours) }
    try fields.encodeIfPresent(background, forKey: .background)
    try fields.encodeIfPresent(nativeZoom?.level, forKey: .nativeZoom)
  }
}
