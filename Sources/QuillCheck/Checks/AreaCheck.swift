import QuillCore

/// Holds the tiles against where they should be: the asked area, the record, the promised box.
struct AreaCheck {
  let context: CheckContext
  let survey: Survey

  func run(into book: inout FindingBook) {
    let asked = Inventory(context.request.area)
    if !asked.isEmpty { checkAsked(asked, &book) }
    if let record = context.record { checkMade(record, besides: asked, &book) }
    guard let bounds = context.metadata?.bounds else { return }
    if isApart(from: bounds) {
      addApart(from: bounds, &book)
    } else if context.record == nil, asked.isEmpty {
      checkBox(bounds, &book)
    }
  }

  private func checkAsked(_ asked: Inventory, _ book: inout FindingBook) {
    let blank = Inventory(context.record?.blank ?? [])
    for zoom in asked.zooms {
      let missing = asked[zoom].subtracting(survey.tiles[zoom]).subtracting(blank[zoom])
      book.add(.missingTile, each: missing, in: context, severity: .error) { _ in
        ("is missing", "a tile, since the area was asked for", nil)
      }
    }
    addOutside(.tiles(asked), expected: "the asked area", &book)
  }

  private func checkMade(
    _ record: SliceRecord, besides asked: Inventory, _ book: inout FindingBook
  ) {
    for made in record.made {
      let missing = made.subtracting(survey.tiles[made.zoom]).subtracting(asked[made.zoom])
      book.add(.missingTile, each: missing, in: context, severity: .error) { _ in
        ("is missing", "the tile that the last slice made", nil)
      }
    }
  }

  /// Whether no tile of any zoom lies in the box.
  private func isApart(from bounds: GeographicBounds) -> Bool {
    survey.tiles.zooms.allSatisfy { zoom in
      guard let allowed = Region.box(bounds).allowed(at: zoom) else { return false }
      return survey.tiles[zoom].intersection(allowed).isEmpty
    }
  }

  private func addApart(from bounds: GeographicBounds, _ book: inout FindingBook) {
    let deepest = survey.tiles.zooms.last.map { survey.tiles[$0] }
    guard let first = deepest?.extent?.first else { return }
    let hint = Region.box(bounds).hint(for: first)
    book.add(
      .metadataBounds, at: TilesetMetadata.fileName,
      found: "no tile lies in the box \(bounds)\(hint)", expected: "the box of the tiles")
  }

  private func checkBox(_ bounds: GeographicBounds, _ book: inout FindingBook) {
    let region = Region.box(bounds)
    for zoom in survey.tiles.zooms {
      if let zooms = context.metadata?.zooms, !zooms.contains(zoom) { continue }
      let missing = region.wanted(at: zoom).subtracting(survey.tiles[zoom])
      book.add(.missingTile, each: missing, in: context, severity: .warning) { _ in
        ("is missing", "a tile, since it lies in the box of metadata.json", nil)
      }
    }
    addOutside(region, expected: "the box of metadata.json", &book)
  }

  private func addOutside(_ region: Region, expected: String, _ book: inout FindingBook) {
    for zoom in survey.tiles.zooms {
      guard let allowed = region.allowed(at: zoom) else { continue }
      let outside = survey.tiles[zoom].subtracting(allowed)
      book.add(.outsideArea, each: outside, in: context) { tile in
        ("lies outside the area\(region.hint(for: tile))", "a tile inside \(expected)", nil)
      }
    }
  }
}
