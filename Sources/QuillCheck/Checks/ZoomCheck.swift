import QuillCore

/// Looks at the zooms: which there are, and whether each continues the next.
struct ZoomCheck {
  let context: CheckContext
  let survey: Survey

  func run(into book: inout FindingBook) {
    let zooms = survey.tiles.zooms
    guard let shallowest = zooms.first, let deepest = zooms.last else {
      if context.record?.made.allSatisfy(\.isEmpty) != true, survey.count == 0 {
        book.add(.noTiles, at: ".", found: "has no tile", expected: "files named zoom/x/y.png")
      }
      return
    }
    checkOutside(zooms, &book)
    checkEmpty(zooms, &book)
    for zoom in ZoomRange(shallowest, through: deepest) where survey.tiles[zoom].isEmpty {
      book.add(
        .zoomGap, at: "\(zoom)/", found: "has no tiles",
        expected: "tiles, since zooms \(shallowest) and \(deepest) have some")
    }
    for zoom in zooms {
      guard let deeper = zoom.deeper(by: 1), !survey.tiles[deeper].isEmpty else { continue }
      checkExtents(zoom, deeper, &book)
      checkOrphans(zoom, deeper, &book)
    }
  }

  private func checkOutside(_ zooms: [Zoom], _ book: inout FindingBook) {
    let promises: [(zooms: ZoomRange?, by: String)] = [
      (context.request.zooms, "as asked"), (context.record?.options.zooms, "as the slice made"),
      (context.metadata?.zooms, "as metadata.json says"),
    ]
    for zoom in zooms {
      let broken = promises.first { $0.zooms?.contains(zoom) == false }
      guard let broken, let expected = broken.zooms else { continue }
      book.add(
        .outsideZooms, at: "\(zoom)/", found: "has tiles, \(survey.tiles[zoom].count) of them",
        expected: "none but at zooms \(expected), \(broken.by)")
    }
  }

  private func checkEmpty(_ zooms: [Zoom], _ book: inout FindingBook) {
    let area = Inventory(context.request.area)
    let between = (zooms.first ?? .shallowest)...(zooms.last ?? .deepest)
    func add(_ promised: ZoomRange?, _ severity: Severity, _ reason: String) {
      for zoom in promised.map(Array.init) ?? [] {
        guard survey.tiles[zoom].isEmpty, area[zoom].isEmpty, !between.contains(zoom) else {
          continue
        }
        book.add(
          .emptyZoom, at: "\(zoom)/", found: "has no tiles", expected: "tiles, \(reason)",
          severity: severity)
      }
    }
    if let asked = context.request.zooms {
      add(asked, .error, "since the zoom was asked for")
    } else if context.record == nil {
      add(context.metadata?.zooms, .warning, "since metadata.json promises the zoom")
    }
  }

  /// Levels that halve have extents that halve: the deeper one's, halved, lies within this one's,
  /// and is the same where one drawing was cut for both.
  private func checkExtents(_ zoom: Zoom, _ deeper: Zoom, _ book: inout FindingBook) {
    guard let extent = survey.tiles[zoom].extent,
      let halved = survey.tiles[deeper].extent?.ancestors(at: zoom)
    else { return }
    let isWithin =
      extent.columns.contains(halved.columns) && extent.rows.contains(halved.rows)
    // Sheets that end at different zooms reach as far as they were drawn, each for itself.
    let isSliced =
      context.record.map {
        $0.sheetCount == nil || $0.options.nativeZoom != nil
      } ?? false
    guard isSliced ? extent != halved : !isWithin else { return }
    book.add(
      .unevenLevels, at: "\(zoom)/", found: "spans the tiles \(extent)",
      expected: "\(halved), half of zoom \(deeper)", severity: isSliced ? .error : .warning)
  }

  private func checkOrphans(_ zoom: Zoom, _ deeper: Zoom, _ book: inout FindingBook) {
    let known = [context.request.area, context.record?.blank ?? [], context.record?.made ?? []]
      .map { Inventory($0)[zoom] }
    let parents = survey.tiles[deeper].ancestors(at: zoom)
    let missing = known.reduce(parents.subtracting(survey.tiles[zoom])) { $0.subtracting($1) }
    book.add(.orphan, each: missing, in: context) { tile in
      let below = tile.children.filter { survey.tiles.contains($0) }
      let names = below.map { context.name(of: TilePath($0)) }.sorted()
      return ("is missing over \(names.joined(separator: ", "))", "a tile that shows them", nil)
    }
  }
}
