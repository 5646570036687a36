import QuillCore

/// What the page is told of a set: the script `preview/data.js`.
struct PageData: Encodable {
  /// Whether a server answers, or plain files.
  let live: Bool
  let title: String
  let attribution: String?
  let minzoom: Int
  let maxzoom: Int
  /// West, south, east, north; the east beyond 180 for a box across the 180th meridian.
  let bounds: [Double]?
  /// The width and height of a drawing that lies nowhere, and the zoom of its own pixels.
  let plain: Plain?
  let holes: String
  let fallback: Bool
  let retina: Bool
  let base: String?
  let tiles: PageTiles

  struct Plain: Encodable {
    let width: Int
    let height: Int
    let zoom: Int
  }

  init(
    _ facts: TilesetFacts, tiles: PageTiles, look: PreviewLook, name: String, isLive: Bool
  ) {
    live = isLive
    title = look.title ?? facts.metadata.name ?? name
    attribution = facts.metadata.attribution
    minzoom = facts.zooms.shallowest.level
    maxzoom = facts.zooms.deepest.level
    bounds = facts.bounds.map { box in
      [box.west, box.south, box.crosses180 ? box.east + 360 : box.east, box.north]
    }
    plain = facts.plainSize.map { size in
      Plain(
        width: size.width, height: size.height,
        zoom: Placement.plainTile(for: size).zoom.level)
    }
    holes = look.holes.rawValue
    fallback = facts.fallback != nil
    retina = facts.hasRetina
    base = look.base
    self.tiles = tiles
  }

  /// The script's bytes.
  var script: [UInt8] { Array("globalThis.preview = ".utf8) + json + Array(";\n".utf8) }
}

/// Which tiles a set has, and which it leaves out on purpose, as ranges: `16/1-2/3-4`.
struct PageTiles: Encodable {
  let there: [String]
  let blank: [String]

  init(there: [TileCoverage], record: SliceRecord?) {
    self.there = there.flatMap(\.ranges).map(\.description)
    blank = (record?.blank ?? []).flatMap(\.ranges).map(\.description)
  }
}
