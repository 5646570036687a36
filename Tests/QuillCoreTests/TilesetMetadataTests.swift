import Foundation
import QuillCore
import QuillTestSupport
import Testing

@Suite struct TilesetMetadataTests {
  static func full() throws -> TilesetMetadata {
    var metadata = TilesetMetadata()
    metadata.name = "Parc d'Été & <Zoo> \"1\"\n"
    metadata.format = "png"
    metadata.bounds = try GeographicBounds(parsing: "-73.99,40.75,-73.93,40.81")
    metadata.center = try Coordinate(longitude: -73.96, latitude: 40.78)
    metadata.centerZoom = 14
    metadata.zooms = ZoomRange(13, through: 16)
    metadata.type = "overlay"
    metadata.tileSize = .pixels512
    metadata.fallback = "parchment.png"
    return metadata
  }

  @Test func `the file is one flat object of strings, under the keys that other tools read`() throws
  {
    let object = try JSONSerialization.jsonObject(with: Data(Self.full().json))
    #expect(
      object as? [String: String] == [
        "name": "Parc d'Été & <Zoo> \"1\"\n", "format": "png", "type": "overlay",
        "bounds": "-73.99,40.75,-73.93,40.81", "center": "-73.96,40.78,14", "minzoom": "13",
        "maxzoom": "16", "tilesize": "512", "fallback": "parchment.png",
      ])
    #expect(try Self.full().json == Self.full().json)
    #expect(try Self.full().json.last == UInt8(ascii: "\n"))
  }

  @Test func `metadata reads back to equal metadata, full or empty`() throws {
    for metadata in [try Self.full(), TilesetMetadata()] {
      #expect(try TilesetMetadata(json: metadata.json) == metadata)
      #expect(try TilesetMetadata(flatKeys: metadata.flatKeys) == metadata)
    }
  }

  @Test func `boxes, middles and zooms read back to the same numbers`() throws {
    var numbers = SeededNumbers(seed: 41)
    for zoom in Zoom.all {
      for _ in 0..<20 {
        let range = randomRange(at: zoom, using: &numbers)
        var metadata = TilesetMetadata()
        metadata.bounds = WebMercator.bounds(of: range)
        metadata.center = metadata.bounds?.center
        metadata.centerZoom = zoom
        metadata.zooms = ZoomRange(0, through: zoom)
        #expect(try TilesetMetadata(json: metadata.json) == metadata)
      }
    }
  }

  @Test func `numbers, lists and strings are read alike`() throws {
    let numbers = """
      {"minzoom": 0, "maxzoom": 5, "bounds": [-10, -20.5, 10, 20], "center": [1.5, 2, 3],
       "tilesize": 256, "name": 7, "vector_layers": [{"id": "a"}], "json": {"b": [1]}, "x": true}
      """
    let strings = """
      {"minzoom": "0", "maxzoom": "5.0", "bounds": "-10,-20.5,10,20", "center": "1.5,2,3",
       "tilesize": "256", "name": "7"}
      """
    let metadata = try TilesetMetadata(json: Array(numbers.utf8))
    #expect(try TilesetMetadata(json: Array(strings.utf8)) == metadata)
    #expect(metadata.zooms == ZoomRange(0, through: 5))
    #expect(metadata.bounds == (try GeographicBounds(west: -10, south: -20.5, east: 10, north: 20)))
    #expect(metadata.center == (try Coordinate(longitude: 1.5, latitude: 2)))
    #expect(metadata.centerZoom == 3)
    #expect(metadata.tileSize == .pixels256)
    #expect(metadata.name == "7")
  }

  @Test func `zoom 0 is a zoom, not an absent one`() throws {
    let metadata = try TilesetMetadata(json: Array(#"{"minzoom": "0", "maxzoom": "0"}"#.utf8))
    #expect(metadata.zooms == ZoomRange(0))
    #expect(metadata.flatKeys == ["minzoom": "0", "maxzoom": "0"])
  }

  @Test func `null is as good as absent`() throws {
    let text = #"{"name": null, "minzoom": null, "bounds": null, "center": null}"#
    #expect(try TilesetMetadata(json: Array(text.utf8)) == TilesetMetadata())
  }

  @Test(arguments: [
    (#"{"minzoom": "-1", "maxzoom": "3"}"#, "minzoom", "-1"),
    (#"{"minzoom": "1.5", "maxzoom": "3"}"#, "minzoom", "1.5"),
    (#"{"minzoom": "0", "maxzoom": 31}"#, "maxzoom", "31"),
    (#"{"minzoom": "0", "maxzoom": "deep"}"#, "maxzoom", "deep"),
    (#"{"minzoom": "", "maxzoom": "3"}"#, "minzoom", ""),
    (#"{"minzoom": 1e300, "maxzoom": "3"}"#, "minzoom", "1e+300"),
    (#"{"minzoom": "5", "maxzoom": "3"}"#, "minzoom", "5"),
    (#"{"minzoom": true, "maxzoom": "3"}"#, "minzoom", "another kind of value"),
    (#"{"bounds": {"west": 1}}"#, "bounds", "another kind of value"),
    (#"{"bounds": ["1", "2", "3", "4"]}"#, "bounds", "another kind of value"),
    (#"{"bounds": [1, 2, 3]}"#, "bounds", "1.0,2.0,3.0"), (#"{"bounds": ""}"#, "bounds", ""),
    (#"{"bounds": "0,2,1,1"}"#, "bounds", "0,2,1,1"),
    (#"{"bounds": "0,0,1,91"}"#, "bounds", "0,0,1,91"),
    (#"{"bounds": "nan,0,1,1"}"#, "bounds", "nan,0,1,1"),
    (#"{"center": "1"}"#, "center", "1"), (#"{"center": "1,2,3,4"}"#, "center", "1,2,3,4"),
    (#"{"center": "1,2,31"}"#, "center", "1,2,31"), (#"{"center": "1,2,x"}"#, "center", "1,2,x"),
    (#"{"center": "1,99"}"#, "center", "1,99"), (#"{"tilesize": "255"}"#, "tilesize", "255"),
    (#"{"tilesize": "big"}"#, "tilesize", "big"),
    (#"{"name": ["a"]}"#, "name", "another kind of value"),
  ])
  func `a value that makes no sense is named`(text: String, key: String, found: String) throws {
    let error = #expect(throws: MetadataError.self) { try TilesetMetadata(json: Array(text.utf8)) }
    guard case .badValue(let ourKey, let ourFound, let expected) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(ourKey == key)
    #expect(ourFound == found)
    #expect(!expected.isEmpty)
  }

  @Test func `bounds with swapped signs and a trailing comma say so`() {
    let text = "2.8125,-55.77657301866769,14.677734375,-52.48278022207821,"
    #expect(
      throws: MetadataError.badValue(
        key: "bounds", found: text,
        expected: "degrees: '\(text)' has a comma without a number on both sides")
    ) { try TilesetMetadata(flatKeys: ["bounds": text]) }
  }

  @Test(arguments: [
    "", " ", "[]", "1", "null", "\"a\"", "{", "{]", "{\"a\":}", "<html>", "\u{0}", "{}x",
  ])
  func `what is no object is refused`(text: String) {
    #expect(throws: MetadataError.notAnObject) { try TilesetMetadata(json: Array(text.utf8)) }
  }

  @Test func `values nested without end are refused`() {
    let deep = "{\"a\":" + String(repeating: "[", count: 200_000)
    #expect(throws: MetadataError.notAnObject) { try TilesetMetadata(json: Array(deep.utf8)) }
    #expect(throws: MetadataError.notAnObject) { try SliceRecord(json: Array(deep.utf8)) }
  }

  @Test func `every prefix of the file is refused, and none stops the program`() throws {
    let json = try Self.full().json
    for length in 0..<json.count - 1 {
      #expect(throws: MetadataError.notAnObject) {
        try TilesetMetadata(json: Array(json[..<length]))
      }
    }
  }

  @Test func `a damaged byte is refused or read, and never stops the program`() throws {
    let json = try Self.full().json
    var numbers = SeededNumbers(seed: 43)
    var refused = 0
    for place in json.indices {
      for _ in 0..<4 {
        var damaged = json
        damaged[place] = .random(in: .min ... .max, using: &numbers)
        do throws(MetadataError) { _ = try TilesetMetadata(json: damaged) } catch { refused += 1 }
      }
    }
    #expect(refused > 0)
  }

  @Test func `each error says in one clause what was found and what was expected`() {
    #expect("\(MetadataError.notAnObject)" == "is not a JSON object")
    #expect(
      "\(MetadataError.badValue(key: "minzoom", found: "x", expected: "a zoom, 0 to 30"))"
        == "'minzoom' is 'x' (expected a zoom, 0 to 30)")
    #expect(
      "\(MetadataError.newerVersion(2))"
        == "was written by a newer version of tilequill (format 2, expected 1)")
  }
}
