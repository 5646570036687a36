import Foundation
import QuillCore
import QuillTestSupport
import Testing

@Suite struct SliceRecordTests {
  static func record() throws -> SliceRecord {
    let box = try GeographicBounds(parsing: "-76.704997,37.269758,-76.692923,37.274518")
    let all = ZoomRange(14, through: 17).map { zoom in
      TileCoverage(zoom: zoom, ranges: TileRange.tiles(covering: box, at: zoom))
    }
    let hole = TileCoverage(try #require(TileRange("17/37609-37610/50891")))
    return SliceRecord(
      drawing: SliceRecord.Drawing(name: "Parc d'Été & <Zoo> 1.png", width: 1280, height: 768),
      placement: .at(try #require(Tile("17/37608/50891"))),
      options: SliceRecord.Options(
        zooms: ZoomRange(14, through: 17), tileSize: .pixels512, keepsBlank: false,
        fallback: "parchment.png"),
      made: all.dropLast() + [all[3].subtracting(hole)], blank: [hole])
  }

  @Test func `a record reads back to an equal record, and equal records are equal bytes`() throws {
    let record = try Self.record()
    #expect(try SliceRecord(json: record.json) == record)
    #expect(try SliceRecord(json: record.json).json == record.json)
    #expect(try record.json.last == UInt8(ascii: "\n"))
  }

  @Test func `options that were not used read back as such`() throws {
    var record = try Self.record()
    record.options = SliceRecord.Options(zooms: ZoomRange(0), keepsBlank: true)
    record.blank = []
    let back = try SliceRecord(json: record.json)
    #expect(back == record)
    #expect(back.options.fallback == nil)
    #expect(back.options.tileSize == .pixels256)
  }

  @Test func `sets without tiles do not keep a record from reading back`() throws {
    let record = try Self.record()
    let padded = SliceRecord(
      drawing: record.drawing, placement: record.placement, options: record.options,
      made: [TileCoverage(zoom: 13)] + record.made, blank: [TileCoverage(zoom: 14)] + record.blank)
    #expect(padded == record)
    #expect(try SliceRecord(json: padded.json) == record)
  }

  @Test func `it tells blank on purpose from made and from neither`() throws {
    let record = try Self.record()
    let blank = try #require(Tile("17/37609/50891"))
    let made = try #require(Tile("17/37608/50891"))
    let neither = try #require(Tile("17/37609/50899"))
    #expect(record.isBlankOnPurpose(blank) && !record.isMade(blank))
    #expect(record.isMade(made) && !record.isBlankOnPurpose(made))
    #expect(!record.isMade(neither) && !record.isBlankOnPurpose(neither))
    let counted = record.made.reduce(0) { $0 + $1.count }
    #expect(counted == 1 + 4 + 6 + 15 - 2)
  }

  @Test func `the file speaks in tiles and numbers under stable keys`() throws {
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(Self.record().json)) as? [String: Any])
    #expect(Set(object.keys) == ["version", "drawing", "placement", "options", "made", "blank"])
    #expect(object["version"] as? Int == 1)
    #expect(object["blank"] as? [String] == ["17/37609-37610/50891"])
    #expect(object["placement"] as? [String: String] == ["at": "17/37608/50891"])
  }

  /// Swaps a piece of the file and reads it.
  private func reading(_ old: String, as new: String) throws {
    let text = String(decoding: try Self.record().json, as: UTF8.self)
    try #require(text.contains(old))
    _ = try SliceRecord(json: Array(text.replacing(old, with: new).utf8))
  }

  @Test func `a record of a newer format says so, whatever else is in it`() {
    #expect(throws: MetadataError.newerVersion(2)) {
      try reading("\"version\" : 1", as: "\"version\" : 2")
    }
    #expect(throws: MetadataError.newerVersion(99)) {
      try SliceRecord(json: Array(#"{"version": 99, "layers": []}"#.utf8))
    }
  }

  @Test(arguments: [
    ("\"version\" : 1", "\"version\" : 0", "version"),
    ("\"version\" : 1", "\"version\" : \"1\"", "version"),
    ("\"version\" : 1", "\"edition\" : 1", "version"),
    ("17/37609-37610/50891", "17/37610-37609/50891", "blank"),
    ("17/37609-37610/50891", "31/0/0", "blank"), ("17/37608/50891", "17/0/999999", "at"),
    ("14/4701/6361", "14/4701", "made"), ("14-17", "17-14", "zooms"), ("14-17", "14-31", "zooms"),
    ("\"tile_size\" : 512", "\"tile_size\" : 500", "tile_size"),
    ("\"keep_blank\" : false", "\"keep_blank\" : 3", "options.keep_blank"),
    ("\"width\" : 1280", "\"width\" : \"wide\"", "drawing.width"),
    ("\"width\" : 1280", "\"width\" : 0", "drawing"),
    ("\"height\" : 768", "\"height\" : -1", "drawing"),
    ("\"width\" : 1280", "\"width\" : 4294967296", "drawing"),
  ])
  func `a value that makes no sense is named`(old: String, new: String, key: String) throws {
    let error = #expect(throws: MetadataError.self) { try reading(old, as: new) }
    guard case .badValue(let ourKey, _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(ourKey == key)
  }

  @Test(arguments: ["", "[]", "3", "null", "{", "<html>"])
  func `what is no object is refused`(text: String) {
    #expect(throws: MetadataError.notAnObject) { try SliceRecord(json: Array(text.utf8)) }
  }

  @Test func `every prefix of the file is refused, and none stops the program`() throws {
    let json = try Self.record().json
    for length in 0..<json.count - 1 {
      #expect(throws: MetadataError.self) { try SliceRecord(json: Array(json[..<length])) }
    }
  }

  @Test func `a damaged byte is refused or read, and never stops the program`() throws {
    let json = try Self.record().json
    var numbers = SeededNumbers(seed: 47)
    var refused = 0
    for place in json.indices {
      for _ in 0..<4 {
        var damaged = json
        damaged[place] = .random(in: .min ... .max, using: &numbers)
        do throws(MetadataError) { _ = try SliceRecord(json: damaged) } catch { refused += 1 }
      }
    }
    #expect(refused > 0)
  }

  @Test(arguments: [
    "0", "-5", "1e308", "2.1e7", "null", "\"5\"",
  ])
  func `a recorded width that no drawing can have is named`(width: String) throws {
    let center = "\"center\" : \"12.5,41.9\", \"width\" : \(width)"
    let error = #expect(throws: MetadataError.self) {
      try reading("\"at\" : \"17/37608/50891\"", as: center)
    }
    #expect(error.map { "\($0)".contains("width") } ?? false, "\(String(describing: error))")
  }

  @Test(arguments: [
    "\"center\" : \"1,2\", \"width\" : 1e999", "\"center\" : \"1,2\", \"width\" : -1e999",
    "\"world_file\" : [1e308, 0, 0, -1, 0, 0], \"crs\" : 3857",
    "\"world_file\" : [0, 0, 0, 0, 0, 0], \"crs\" : 3857",
    "\"world_file\" : [1, 0, 0, -1, 1e999, 0], \"crs\" : 3857",
    "\"bounds\" : \"1,2,3,1e999\"",
    "\"center\" : \"1,2\", \"width\" : 5, \"rotate\" : 1e999",
    "\"points\" : [{\"pixel_x\" : 1e300, \"pixel_y\" : 0, \"lon\" : 1, \"lat\" : 2}]",
    "\"points\" : [{\"pixel_x\" : 0, \"pixel_y\" : 1e999, \"lon\" : 1, \"lat\" : 2}]",
    "\"points\" : [{\"pixel_x\" : 0, \"pixel_y\" : 0, \"lon\" : 1, \"lat\" : 1e308}]",
  ])
  func `a recorded place that is none is refused`(place: String) {
    #expect(throws: MetadataError.self) {
      try reading("\"at\" : \"17/37608/50891\"", as: place)
    }
  }

  static let unreadable: [Placement] = {
    guard let rome = try? Coordinate(longitude: 12.5, latitude: 41.9) else { return [] }
    let widths = [Double.infinity, -.infinity, .nan, 0, -5, 1e308]
    let pixels = [Double.infinity, .nan, 1e300]
    return widths.map { .center(rome, width: $0, rotation: 0) }
      + [.center(rome, width: 5, rotation: .nan)]
      + pixels.map {
        .points(
          [ControlPoint(pixel: PixelPoint(x: $0, y: 0), place: rome, line: 2)], transform: .auto)
      }
  }()

  @Test func `ten placements could not be read again`() { #expect(Self.unreadable.count == 10) }

  @Test(arguments: unreadable)
  func `what could not be read again is not written`(placement: Placement) throws {
    var record = try Self.record()
    record.placement = placement
    #expect(throws: MetadataError.self) { try record.json }
    let folder = try ScratchFolder()
    let out = folder.url.appending(path: "out").path
    let sink = try TileFolderSink(destination: out)
    let tile = try #require(Tile("17/37608/50891"))
    let bytes: [UInt8] = [1, 2, 3]
    try sink.put(bytes.span, at: TilePath(tile))
    #expect(throws: MetadataError.self) {
      try sink.finish(metadata: TilesetMetadata(), record: record)
    }
    #expect(try FileSystem.kind(of: out) == nil)
  }

  @Test(arguments: [0, -1, 1 << 40])
  func `a drawing's size that could not be read again is not written`(width: Int) throws {
    var record = try Self.record()
    record.drawing.width = width
    #expect(throws: MetadataError.self) { try record.json }
  }
}
