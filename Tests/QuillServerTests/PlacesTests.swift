import Foundation
import QuillCore
import QuillServer
import QuillTestSupport
import Testing

@Suite("Places and ways on the page")
struct PlacesTests {
  /// The page's data as another reader of JSON finds them.
  private func data(_ look: (inout PreviewLook) -> Void) throws -> NSDictionary {
    var folder = try ServedFolder()
    try folder.write(picture(1), to: "12/1205/1539.png")
    look(&folder.look)
    let script = try folder.site().answer(HTTPRequest("/preview/data.js")).text
    let text = script.dropFirst("globalThis.preview = ".count).dropLast(2)
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return try #require(value as? NSDictionary)
  }

  private func places(_ text: String) throws -> [NSDictionary] {
    let places = try Places(parsing: Array(text.utf8))
    return try #require(
      data { $0.places = { places } }["places"] as? [NSDictionary])
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
    "What is no GeoJSON is refused",
    arguments: ["", "{}", "[]", "<gpx/>", #"{"type":"Point","coordinates":[999,0]}"#])
  func refusals(text: String) {
    #expect(throws: GeoJSONError.self) { try Places(parsing: Array(text.utf8)) }
  }

  @Test func `a way is told with the tiles it crosses`() throws {
    let bytes = try [UInt8](Data(contentsOf: Fixture.drawing("walk.gpx")))
    let walk = try #require(WalkedRoute(try GPX(parsing: bytes)))
    let route = try #require(data { $0.route = { walk } }["route"] as? NSDictionary)
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
