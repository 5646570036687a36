import QuillCore

/// How a list of tiles is printed.
enum TileListFormat: String, CaseIterable, Sendable, ArgumentValue {
  /// `z/x/y`, a line a tile.
  case paths
  /// A table with tabs.
  case tsv
  /// A table with commas.
  case csv
  /// One JSON document.
  case json
  /// A JSON object a line.
  case jsonl
  /// The squares of the tiles.
  case geojson
  /// A web address a line.
  case urls
  /// What curl fetches the tiles with.
  case curl

  /// Whether there is a server in it.
  var needsURL: Bool { self == .urls || self == .curl }
}

/// Prints tiles, or how many there are; nothing is held for a tile.
struct TileListPrinter {
  private let format: TileListFormat
  private let countsOnly: Bool
  private let download: TileDownload?
  private let results: ResultStream

  init(
    format: TileListFormat, countsOnly: Bool, download: TileDownload? = nil,
    _ results: ResultStream
  ) {
    self.format = format
    self.countsOnly = countsOnly
    self.download = download
    self.results = results
  }

  /// Prints the tiles of some sets, one a zoom, in their order.
  func print(_ coverages: [TileCoverage]) throws {
    switch format {
    case .json where countsOnly: try printJSONCounts(coverages)
    case _ where countsOnly: try printCounts(coverages)
    case .paths: try each(coverages) { try printNumbers(of: $0, between: "/") }
    case .tsv: try printTable(coverages, separator: "\t")
    case .csv: try printTable(coverages, separator: ",")
    case .json: try printJSON(coverages)
    case .jsonl:
      try each(coverages) { tile in
        try printObject(tile)
        try results.endLine()
      }
    case .geojson: try printSquares(coverages)
    case .urls, .curl: try printDownload(coverages)
    }
  }

  private func printCounts(_ coverages: [TileCoverage]) throws {
    for coverage in coverages { try results.line("\(coverage.zoom)\t\(coverage.count)") }
    try results.line("total\t\(total(coverages))")
  }

  private func printJSONCounts(_ coverages: [TileCoverage]) throws {
    let zooms = coverages.map { "{\"zoom\":\($0.zoom),\"tiles\":\($0.count)}" }
    try results.line("{\"zooms\":[\(zooms.joined(separator: ","))],\"total\":\(total(coverages))}")
  }

  private func printTable(_ coverages: [TileCoverage], separator: StaticString) throws {
    try results.line("z\(separator)x\(separator)y")
    try each(coverages) { try printNumbers(of: $0, between: separator) }
  }

  private func printNumbers(of tile: Tile, between separator: StaticString) throws {
    try results.append(decimal: tile.zoom.level)
    try results.append(separator)
    try results.append(decimal: tile.x)
    try results.append(separator)
    try results.append(decimal: tile.y)
    try results.endLine()
  }

  private func printObject(_ tile: Tile) throws {
    try results.append("{\"z\":")
    try results.append(decimal: tile.zoom.level)
    try results.append(",\"x\":")
    try results.append(decimal: tile.x)
    try results.append(",\"y\":")
    try results.append(decimal: tile.y)
    try results.append("}")
  }

  private func printJSON(_ coverages: [TileCoverage]) throws {
    try results.append(text: "{\"total\":\(total(coverages)),\"tiles\":[")
    var isFirst = true
    try each(coverages) { tile in
      try results.append(isFirst ? "\n" : ",\n")
      isFirst = false
      try printObject(tile)
    }
    try results.line("\n]}")
  }

  private func printSquares(_ coverages: [TileCoverage]) throws {
    try results.append("{\"type\":\"FeatureCollection\",\"features\":[")
    var isFirst = true
    try each(coverages) { tile in
      try results.append(isFirst ? "\n" : ",\n")
      isFirst = false
      let box = WebMercator.bounds(of: tile)
      let corners = [
        (box.west, box.south), (box.east, box.south), (box.east, box.north), (box.west, box.north),
        (box.west, box.south),
      ]
      let ring = corners.map { "[\($0.0),\($0.1)]" }.joined(separator: ",")
      try results.append(text: "{\"type\":\"Feature\",\"id\":\"\(tile)\",\"properties\":")
      try printObject(tile)
      try results.append(
        text: ",\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[\(ring)]]}}")
    }
    try results.line("\n]}")
  }

  private func printDownload(_ coverages: [TileCoverage]) throws {
    guard let download else { preconditionFailure("Web addresses need a server") }
    try download.refuseTooMany(total(coverages))
    if format == .urls {
      try each(coverages) { try results.line(download.address(of: $0)) }
    } else {
      for line in download.curlSettings { try results.line(line) }
      try each(coverages) { try results.append(text: download.curlEntry(for: $0)) }
    }
  }

  private func each(_ coverages: [TileCoverage], _ body: (Tile) throws -> Void) rethrows {
    for coverage in coverages {
      for tile in coverage { try body(tile) }
    }
  }

  private func total(_ coverages: [TileCoverage]) -> Int {
    coverages.reduce(0) { $0 + $1.count }
  }
}
