import Foundation
import QuillCore
import QuillTestSupport
import Testing

@Suite struct PlacementTests {
  static let old = PixelSize(width: 1280, height: 768)

  static func placements() throws -> [Placement] {
    let box = try GeographicBounds(parsing: townBox)
    let file = try WorldFile(parsing: "0.3\n0.1\n0.2\n-0.4\n-8538761\n4477440\n")
    let place = try Coordinate(longitude: -73.97, latitude: 40.77)
    return [
      .at(try #require(Tile("17/37608/50892"))), .bounds(box, drawnIn: .mercator),
      .bounds(box, drawnIn: .geographic), .worldFile(file, crs: .mercator),
      .points(try FitFacts.read()[1].1.points, transform: .projective),
      .center(place, width: 1500.25, rotation: -30), .center(place, width: 1e-5, rotation: 0),
      .plain,
    ]
  }

  @Test func `every placement reads back from a record`() throws {
    for placement in try Self.placements() {
      let data = try JSONEncoder().encode(placement)
      #expect(try JSONDecoder().decode(Placement.self, from: data) == placement)
    }
  }

  @Test func `the keys of a record are stable`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var point = try #require(try FitFacts.read().first).1.points[0]
    point.label = "mill"
    let placements = try Self.placements()
    let texts = try
      (placements.filter { if case .points = $0 { false } else { true } }
      + [.points([point], transform: .thinPlate)]).map {
        String(decoding: try encoder.encode($0), as: UTF8.self)
      }
    #expect(
      texts == [
        #"{"at":"17/37608/50892"}"#,
        #"{"bounds":"-76.704997,37.269758,-76.692923,37.274518","drawn_in":"mercator"}"#,
        #"{"bounds":"-76.704997,37.269758,-76.692923,37.274518","drawn_in":"geographic"}"#,
        #"{"crs":3857,"world_file":[0.3,0.1,0.2,-0.4,-8538761,4477440]}"#,
        #"{"center":"-73.97,40.77","rotate":-30,"width":1500.25}"#,
        #"{"center":"-73.97,40.77","rotate":0,"width":1e-05}"#, #"{"plain":true}"#,
        #"{"points":[{"lat":37.27680844,"line":2,"lon":-76.70323023,"name":"mill","pixel_x":100,"#
          + #""pixel_y":80}],"transform":"tps"}"#,
      ])
  }

  @Test func `the placement of an old record reads as before`() throws {
    let tile = try #require(Tile("17/37608/50892"))
    let data = try JSONEncoder().encode(Placement.at(tile))
    #expect(try JSONDecoder().decode(Placement.self, from: data) == .at(tile))
  }

  @Test(arguments: [
    (#"{"at":"17/0/999999"}"#, "at"), (#"{"bounds":"1,2,3"}"#, "bounds"),
    (#"{"bounds":"1,2,3,4","drawn_in":"lambert"}"#, "drawn_in"),
    (#"{"world_file":[1,0,0,-1,0],"crs":3857}"#, "world_file"),
    (#"{"world_file":[1,0,0,-1,0,0],"crs":2154}"#, "crs"),
    (#"{"points":[{"pixel_x":1,"pixel_y":1,"lon":200,"lat":0}],"transform":"tps"}"#, "points"),
    (#"{"points":[],"transform":"spline"}"#, "transform"), (#"{"center":"north"}"#, "center"),
    (#"{"plain":false}"#, "plain"),
  ])
  func `a value that makes no sense is named`(json: String, key: String) throws {
    let error = #expect(throws: MetadataError.self) {
      try JSONDecoder().decode(Placement.self, from: Data(json.utf8))
    }
    guard case .badValue(key, _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a placement is told as the command line spells it`() throws {
    #expect(
      try Self.placements().map(\.description) == [
        "--at 17/37608/50892", "--bounds -76.704997,37.269758,-76.692923,37.274518",
        "--bounds -76.704997,37.269758,-76.692923,37.274518 --drawn-in geographic",
        "--world-file (0.3 0.1 0.2 -0.4 -8538761.0 4477440.0) --crs 3857",
        "--points (4 points) --transform projective",
        "--center -73.97,40.77 --width 1500.25m --rotate -30.0",
        "--center -73.97,40.77 --width 0.00001m", "--plain",
      ])
  }

  @Test func `a smaller or larger export of a drawing lies in the same place`() throws {
    for placement in try Self.placements() where placement != .plain {
      let transform = try placement.transform(for: Self.old)
      for (width, height) in [(640, 384), (2560, 1536), (960, 576), (20480, 12288), (5, 3)] {
        let new = PixelSize(width: width, height: height)
        let scaled = try placement.scaled(from: Self.old, to: new).transform(for: new)
        let factor = Double(width) / 1280
        for corner in Self.old.corners + [Self.old.center] {
          let place = transform.worldPoint(of: corner)
          let there = scaled.worldPoint(of: PixelPoint(x: corner.x * factor, y: corner.y * factor))
          let pixel = transform.step(at: corner).alongRow
          let miss = hypot(place.x - there.x, place.y - there.y)
          #expect(miss < 1e-5 * pixel + 1e-15, "\(placement) \(new)")
        }
      }
    }
  }

  @Test(arguments: [
    (640, 384, "--at 16/18804/25446"), (320, 192, "--at 15/9402/12723"),
    (2560, 1536, "--at 18/75216/101784"), (1280, 768, "--at 17/37608/50892"),
  ])
  func `a tile's placement stays one where it can`(
    width: Int, height: Int, expected: String
  ) throws {
    let placement = Placement.at(try #require(Tile("17/37608/50892")))
    let scaled = try placement.scaled(
      from: Self.old, to: PixelSize(width: width, height: height))
    #expect(scaled.description == expected)
  }

  @Test func `a tile's placement that cannot stay one becomes its box`() throws {
    let odd = Placement.at(try #require(Tile("17/37608/50891")))
    let half = PixelSize(width: 640, height: 384)
    guard case .bounds(let box, .mercator) = try odd.scaled(from: Self.old, to: half) else {
      Issue.record("row 50891 is not even")
      return
    }
    let range = try #require(TileRange("17/37608-37612/50891-50893"))
    #expect(box == WebMercator.bounds(of: range))
    let deepest = Placement.at(try #require(Tile("30/0/0")))
    let double = PixelSize(width: 2560, height: 1536)
    guard case .bounds = try deepest.scaled(from: Self.old, to: double) else {
      Issue.record("there is no zoom 31")
      return
    }
  }

  @Test(arguments: [
    (1280, 768, 1281, 769, true), (1280, 768, 1281, 768, false), (1000, 500, 333, 167, true),
    (1000, 500, 333, 168, false), (500, 1000, 168, 333, false), (4000, 100, 1333, 33, true),
    (100, 4000, 33, 1333, true), (1280, 768, 768, 1280, false),
  ])
  func `another shape is refused when it is off by more than half a pixel`(
    width: Int, height: Int, newWidth: Int, newHeight: Int, fits: Bool
  ) throws {
    let placement = Placement.bounds(
      try GeographicBounds(parsing: townBox), drawnIn: .mercator)
    let old = PixelSize(width: width, height: height)
    let new = PixelSize(width: newWidth, height: newHeight)
    if fits {
      #expect(try placement.scaled(from: old, to: new) == placement)
    } else {
      let error = #expect(throws: PlacementError.anotherShape(found: new, recorded: old)) {
        try placement.scaled(from: old, to: new)
      }
      #expect(error.map { "\($0)".contains("\(new)") && "\($0)".contains("\(old)") } ?? false)
    }
  }

  @Test func `a squashed picture is told with both shapes, a good one is not`() throws {
    let box = try GeographicBounds(parsing: townBox)
    let placement = Placement.bounds(box, drawnIn: .mercator)
    let squashed = try #require(
      placement.aspectMismatch(for: PixelSize(width: 1000, height: 394)))
    #expect(abs(squashed.box - 2.0185) < 5e-5)
    #expect(abs(squashed.drawing - 1000 / 394.0) < 1e-12)
    #expect(squashed.fitting == .geographic)
    #expect(placement.aspectMismatch(for: PixelSize(width: 1000, height: 495)) == nil)
    let degrees = Placement.bounds(box, drawnIn: .geographic)
    let other = try #require(degrees.aspectMismatch(for: PixelSize(width: 1000, height: 495)))
    #expect(abs(other.box - 2.5366) < 5e-5)
    #expect(other.fitting == .mercator)
    let odd = placement.aspectMismatch(for: PixelSize(width: 1000, height: 1000))
    #expect(odd != nil && odd?.fitting == nil)
    #expect(Placement.plain.aspectMismatch(for: Self.old) == nil)
  }

  @Test(arguments: [(3584, 3584, 4), (256, 256, 0), (257, 10, 1), (1, 1, 0), (10, 2049, 4)])
  func `a plain drawing fits the shallowest world that holds it`(
    width: Int, height: Int, zoom: Int
  ) throws {
    let size = PixelSize(width: width, height: height)
    #expect(Placement.plainTile(for: size).description == "\(zoom)/0/0")
    let transform = try Placement.plain.transform(for: size)
    #expect(transform.nativeZoomLevel(for: size) == Double(zoom))
  }
}
