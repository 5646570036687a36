import Foundation
import QuillCore
import QuillTestSupport
import Testing

struct GeoJSONTests {
  /// A document of every kind, with members in odd orders.
  static let everything = """
    {"bbox":[0,0,1,1],"features":[
    {"geometry":{"coordinates":[1,2,3],"type":"Point"},"properties":{"name":"Ümlaut \\u00e9\\ud83d\\ude00"},"type":"Feature"},
    {"type":"Feature","id":7,"properties":null,"geometry":null},
    {"type":"Feature","properties":{"name":5},"geometry":{"type":"GeometryCollection","geometries":[
    {"type":"MultiPoint","coordinates":[[1,2],[3e0,-4.5]]},
    {"type":"LineString","coordinates":[[1,2],[3,4]]},
    {"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[[5,6],[7,8]]]},
    {"type":"Polygon","coordinates":[[[0,0],[9,0],[0,9],[0,0]],[[1,1],[2,1],[1,2],[1,1]]]},
    {"type":"MultiPolygon","coordinates":[[[[0,0],[9,0],[0,9],[0,0]],[[1,1],[2,1],[1,2],[1,1]]],[[[20,0],[29,0],[20,9],[20,0]]]]}
    ]}}],"x":[true,false,null,{"a":[]},"\\"\\n"],"type":"FeatureCollection"}
    """

  private func read(_ text: String) throws -> GeoJSON {
    try GeoJSON(parsing: Array(text.utf8))
  }

  private func at(_ longitude: Double, _ latitude: Double) throws -> GeoJSON.Position {
    try #require(GeoJSON.Position(longitude: longitude, latitude: latitude))
  }

  @Test("All seven geometries, features and collections are read, whatever the order of members")
  func kinds() throws {
    let features = try read(Self.everything).features
    #expect(features.map(\.name) == ["Ümlaut é😀", nil, nil])
    #expect(features[0].geometry == .point(try at(1, 2)))
    #expect(features[1].geometry == nil)
    let ring = try [at(0, 0), at(9, 0), at(0, 9), at(0, 0)]
    let hole = try [at(1, 1), at(2, 1), at(1, 2), at(1, 1)]
    let other = try [at(20, 0), at(29, 0), at(20, 9), at(20, 0)]
    #expect(
      features[2].geometry
        == .collection([
          .multiPoint(try [at(1, 2), at(3, -4.5)]),
          .lineString(try [at(1, 2), at(3, 4)]),
          .multiLineString(try [[at(1, 2), at(3, 4)], [at(5, 6), at(7, 8)]]),
          .polygon([ring, hole]),
          .multiPolygon([[ring, hole], [other]]),
        ]))
    let shape = Shape(try read(Self.everything))
    #expect(shape.points.count == 3)
    #expect(shape.lines.map(\.count) == [2, 2, 2])
    #expect(shape.polygons.map { $0.map(\.count) } == [[3, 3], [3, 3], [3]])
  }

  @Test("A bare geometry, a mark of the byte order and empty coordinates are allowed")
  func leniency() throws {
    #expect(try read("\u{FEFF}" + #"{"type":"Point","coordinates":[1,2]}"#).features.count == 1)
    for type in ["MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon"] {
      #expect(Shape(try read(#"{"type":"\#(type)","coordinates":[]}"#)).isEmpty)
    }
    #expect(Shape(try read(#"{"type":"Polygon","coordinates":[[]]}"#)).isEmpty)
    #expect(Shape(try read(#"{"type":"MultiPolygon","coordinates":[[],[[]]]}"#)).isEmpty)
    #expect(try read(#"{"type":"FeatureCollection","features":[]}"#).features.isEmpty)
  }

  @Test("Coordinates are the numbers a JSON library reads, to the last bit")
  func numbers() throws {
    var random = SeededGenerator(seed: 3)
    var texts = [
      "0", "-0", "1e-7", "1E+1", "0.1", "5.504150390625", "-73.98191999999999",
      "9007199254740993e-15", "0.000000000000000000000000123", "1234567890.12345678901234567890e-9",
    ]
    for _ in 0..<500 {
      texts.append("\(Double.random(in: -90...90, using: &random))")
      let digits = Int.random(in: 0...20, using: &random)
      texts.append(
        "\(Int.random(in: -89...89, using: &random)).\((0...digits).map { _ in "\(Int.random(in: 0...9, using: &random))" }.joined())"
      )
    }
    for text in texts {
      let decoded = try JSONDecoder().decode([Double].self, from: Data("[\(text)]".utf8))
      guard
        case .point(let place)? = try read(#"{"type":"Point","coordinates":[0,\#(text)]}"#)
          .features[0].geometry
      else {
        Issue.record("no point")
        return
      }
      #expect(place.latitude.bitPattern == decoded[0].bitPattern, "\(text)")
    }
  }

  @Test("Every beginning of a document is refused")
  func prefixes() throws {
    let whole = Array(Self.everything.utf8)
    for length in 0..<whole.count {
      #expect(throws: GeoJSONError.self) { try GeoJSON(parsing: Array(whole[..<length])) }
    }
  }

  @Test("A document with any one byte changed is read or refused, never trapped on")
  func damage() {
    let whole = Array(Self.everything.utf8)
    var random = SeededGenerator(seed: 5)
    for place in whole.indices {
      var damaged = whole
      damaged[place] = UInt8.random(in: 0...255, using: &random)
      if let document = try? GeoJSON(parsing: damaged) {
        #expect(TileCoverage.tiles(covering: Shape(document), at: 4).zoom == 4)
      }
    }
  }

  static let faults: [(String, GeoJSONError)] = [
    ("", .syntax(line: 1, column: 1, expected: "an object")),
    ("[]", .syntax(line: 1, column: 1, expected: "an object")),
    ("{}", .fault(.untyped, feature: nil)),
    (#"{"type":3}"#, .fault(.untyped, feature: nil)),
    (#"{"type":"Circle"}"#, .fault(.foreignType("Circle"), feature: nil)),
    (#"{"type":"Point"}"#, .fault(.lacks(member: "coordinates", type: "Point"), feature: nil)),
    (
      #"{"type":"Feature"}"#,
      .fault(.lacks(member: "geometry", type: "Feature"), feature: nil)
    ),
    (
      #"{"type":"FeatureCollection"}"#,
      .fault(.lacks(member: "features", type: "FeatureCollection"), feature: nil)
    ),
    (
      #"{"type":"GeometryCollection","coordinates":[1,2]}"#,
      .fault(.lacks(member: "geometries", type: "GeometryCollection"), feature: nil)
    ),
    (#"{"type":"Point","coordinates":[[1,2]]}"#, .fault(.nesting(type: "Point"), feature: nil)),
    (#"{"type":"Point","coordinates":[]}"#, .fault(.nesting(type: "Point"), feature: nil)),
    (#"{"type":"Point","coordinates":[1]}"#, .fault(.nesting(type: "geometry"), feature: nil)),
    (
      #"{"type":"Polygon","coordinates":[[1,2],[3,4]]}"#,
      .fault(.nesting(type: "Polygon"), feature: nil)
    ),
    (
      #"{"type":"LineString","coordinates":[[1,2],[[3,4]]]}"#,
      .fault(.nesting(type: "LineString"), feature: nil)
    ),
    (
      #"{"type":"Point","coordinates":[1,95]}"#,
      .fault(.latitude(95, swapped: true), feature: nil)
    ),
    (
      #"{"type":"Point","coordinates":[-8237642,4970351]}"#,
      .fault(.latitude(4_970_351, swapped: false), feature: nil)
    ),
    (#"{"type":"Point","coordinates":[541,0]}"#, .fault(.longitude(541), feature: nil)),
    (
      #"{"type":"Point","coordinates":[NaN,0]}"#,
      .syntax(line: 1, column: 32, expected: "a value")
    ),
    (
      "{\"type\":\n \"Point\",\"coordinates\":[1,1e999]}",
      .syntax(line: 2, column: 27, expected: "a number within the range of numbers")
    ),
    (
      #"{"type":"Point","coordinates":[1,2]} x"#, .syntax(line: 1, column: 38, expected: "the end")
    ),
    (
      #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null},{"type":"Point","coordinates":[1,2]}]}"#,
      .fault(.foreignType("Point"), feature: .init(2))
    ),
    (
      #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[0,91]}}]}"#,
      .fault(.latitude(91, swapped: true), feature: .init(1))
    ),
  ]

  @Test("What is wrong is told with the place where it is", arguments: faults)
  func fault(_ text: String, _ error: GeoJSONError) {
    #expect(throws: error) { try read(text) }
  }

  @Test("Messages say what was found and what was expected")
  func messages() {
    let error = GeoJSONError.fault(.latitude(95, swapped: true), feature: .init(3))
    #expect(
      error.description
        == "feature 3: latitude 95.0 is off the globe (expected -90 to 90; longitude comes first,"
        + " are the two swapped?)")
  }

  @Test("Deep nesting is refused, not followed to the end of the stack")
  func deep() {
    let arrays = #"{"type":"Polygon","coordinates":"# + String(repeating: "[", count: 1_000_000)
    let others = #"{"a":"# + String(repeating: #"{"a":"#, count: 100_000)
    let collections = String(
      repeating: #"{"type":"GeometryCollection","geometries":["#, count: 100_000)
    for text in [arrays, others, collections] {
      #expect(throws: GeoJSONError.self) { try read(text) }
    }
  }
}
