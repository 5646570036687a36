import QuillCore

/// How a list of tiles is printed.
enum TileListFormat: String, CaseIterable, Sendable, ArgumentValue {
  /// `z/x/y`, a line a tile.
  case paths
  /// One JSON document.
  case json
}

/// Prints tiles, or how many there are; nothing is held for a tile.
struct TileListPrinter {
  private let format: TileListFormat
  private let countsOnly: Bool
  private let results: ResultStream

  init(format: TileListFormat, countsOnly: Bool, _ results: ResultStream) {
    self.format = format
    self.countsOnly = countsOnly
    self.results = results
  }

  /// Prints the tiles of some sets, one a zoom, in their order.
  func print(_ coverages: [TileCoverage]) throws {
    switch (format, countsOnly) {
    case (.paths, true): try printCounts(coverages)
    case (.json, true): try printJSONCounts(coverages)
    case (.paths, false): try printPaths(coverages)
    case (.json, false): try printJSON(coverages)
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

  private func printPaths(_ coverages: [TileCoverage]) throws {
    for coverage in coverages {
      for tile in coverage {
        try results.append(decimal: tile.zoom.level)
        try results.append(UInt8(ascii: "/"))
        try results.append(decimal: tile.x)
        try results.append(UInt8(ascii: "/"))
        try results.append(decimal: tile.y)
        try results.endLine()
      }
    }
  }

  private func printJSON(_ coverages: [TileCoverage]) throws {
    try results.append(text: "{\"total\":\(total(coverages)),\"tiles\":[")
    var isFirst = true
    for coverage in coverages {
      for tile in coverage {
        if !isFirst { try results.append(UInt8(ascii: ",")) }
        isFirst = false
        try results.append("\n{\"z\":")
        try results.append(decimal: tile.zoom.level)
        try results.append(",\"x\":")
        try results.append(decimal: tile.x)
        try results.append(",\"y\":")
        try results.append(decimal: tile.y)
        try results.append("}")
      }
    }
    try results.line("\n]}")
  }

  private func total(_ coverages: [TileCoverage]) -> Int {
    coverages.reduce(0) { $0 + $1.count }
  }
}
