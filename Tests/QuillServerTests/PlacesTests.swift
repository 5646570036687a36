import Foundation
import QuillCore
import QuillServer
import QuillTestSupport
import Testing

@Suite("Places and ways on the page")
struct PlacesTests {
  /// The value that a script of the page sets, as another reader of JSON finds it.
  private func value(
    _ places: Places?, _ route: WalkedRoute?, in file: String, sets name: String
  ) throws -> Any {
    let folder = try ServedFolder()
    try folder.write(picture(1), to: "12/1205/1539.png")
    let site = try folder.site()
    try site.show(places, route)
    let script = site.answer(HTTPRequest("/preview/\(file)")).text
    try #require(script.hasPrefix("globalThis.\(name) = ") && script.hasSuffix(";\n"))
    let text = script.dropFirst("globalThis.\(name) = ".count).dropLast(2)
    return try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
  }

  private func places(_ text: String) throws -> [NSDictionary] {
    let places = try Places(parsing: Array(text.utf8))
    let found = try value(places, nil, in: "places-data.js", sets: "previewPlaces")
    return try #require(found as? [NSDictionary])
  }

  @Test func `a place has name, kind and colour, and what else is told`() throws {
    let found = try places(
      """
      {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"A \\"b\\" <i>",
      "kind":"shop","marker-color":"#f00","sells":"food","open":true,"rooms":12,
      "deed":9007199254740993,"none":null},
      "geometry":{"type":"Point","coordinates":[-73.97,40.77]}},
      {"type":"Feature","properties":null,"geometry":null}]}
      """)
    #expect(found.count == 1)
    #expect(found[0]["name"] as? String == "A \"b\" <i>")
    #expect(found[0]["kind"] as? String == "shop")
    #expect(found[0]["color"] as? String == "#f00")
    #expect(
      found[0]["notes"] as? [[String]] == [
        ["deed", "9007199254740993"], ["open", "true"], ["rooms", "12"], ["sells", "food"],
      ])
    let geometry = try #require(found[0]["geometry"] as? NSDictionary)
    #expect(geometry["coordinates"] as? [Double] == [-73.97, 40.77])
  }

  @Test func `the sample's places and lakes are all there`() throws {
    let bytes = try [UInt8](Data(contentsOf: Fixture.drawing("pois.geojson")))
    let text = String(decoding: bytes, as: UTF8.self)
    let count = text.components(separatedBy: "\"Feature\"").count - 1
    #expect(try places(text).count == count)
  }

  @Test(
    "What a document is, and in which order, makes no difference",
    arguments: [
      (#"{"type":"Point","coordinates":[1,2]}"#, [nil]),
      ("\u{FEFF} {\"coordinates\":[1,2],\"type\":\"Point\"}", [nil]),
      (
        #"{"geometry":{"type":"Point","coordinates":[1,2]},"features":[],"#
          + #""properties":{"title":"a\n\u00e9"},"type":"Feature"}"#, ["a\né"]
      ),
      (
        #"{"features":[{"properties":{"name":"","title":"x"},"geometry":{"type":"Point","#
          + #""coordinates":[1,2]},"type":"Feature"},{"geometry":{"coordinates":[1,2],"type":"Point"},"#
          + #""type":"Feature","properties":null}],"type":"FeatureCollection"}"#, ["x", nil]
      ), (#"{"type":"FeatureCollection","features":[]}"#, []),
    ])
  func documents(text: String, names: [String?]) throws {
    let found = try places(text)
    #expect(found.map { $0["name"] as? String } == names)
    for place in found {
      let geometry = try #require(place["geometry"] as? NSDictionary)
      #expect(geometry == ["type": "Point", "coordinates": [1, 2]])
    }
  }

  @Test func `pages without places and ways are told so, and scripts have tags`() throws {
    let nothing = try value(nil, nil, in: "places-data.js", sets: "previewPlaces")
    #expect((nothing as? [Any])?.count == 0)
    #expect(try value(nil, nil, in: "route-data.js", sets: "previewRoute") is NSNull)
    let folder = try ServedFolder()
    try folder.write(picture(1), to: "12/1205/1539.png")
    let site = try folder.site()
    let first = site.answer(HTTPRequest("/preview/places-data.js"))
    var again = HTTPRequest("/preview/places-data.js")
    again.ifNoneMatch = first.header("ETag")
    #expect(first.status == 200)
    #expect(site.answer(again).status == 304)
  }

  @Test(
    "What is no GeoJSON is refused",
    arguments: ["", "{}", "[]", "<gpx/>", #"{"type":"Point","coordinates":[999,0]}"#])
  func refusals(text: String) {
    #expect(throws: GeoJSONError.self) { try Places(parsing: Array(text.utf8)) }
  }

  @Test func `a way is told with the tiles it crosses`() throws {
    let bytes = try [UInt8](Data(contentsOf: Fixture.drawing("walk.gpx")))
    let walk = try #require(WalkedRoute(try GPX(parsing: bytes)))
    let route = try #require(
      value(nil, walk, in: "route-data.js", sets: "previewRoute") as? NSDictionary)
    let lines = try #require(route["lines"] as? [[[Double]]])
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(lines.joined().count == text.components(separatedBy: "<trkpt").count - 1)
    #expect(lines[0][0] == [-73.9735, 40.7646])
    // One of zoom 12, by the formula of the map: x = (lon + 180) / 360 * 4096, rounded down.
    #expect((route["tiles"] as? [String])?.first == "12/1206/1539")
  }

  @Test func `waypoints alone are no way`() throws {
    let text = "<gpx><wpt lat=\"40.77\" lon=\"-73.97\"/><wpt lat=\"40.78\" lon=\"-73.97\"/></gpx>"
    #expect(WalkedRoute(try GPX(parsing: Array(text.utf8))) == nil)
  }
}
