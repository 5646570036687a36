import QuillCore

/// Holds the set against what it says of itself, and against budgets.
struct PromiseCheck {
  let context: CheckContext
  let survey: Survey

  func run(into book: inout FindingBook) {
    if let metadata = context.metadata { check(metadata, &book) }
    if let record = context.record { check(record, &book) }
    checkRemarks(&book)
    if let folder = context.source as? TileFolder, (try? folder.isUpdateCutOff) ?? false {
      book.add(.cutOffUpdate, at: ".", found: "was being updated when the program was ended")
    }
    if let limit = context.request.maxBytes, survey.bytes > limit {
      book.add(
        .setTooHeavy, at: ".", found: "its tiles have \(survey.bytes) bytes",
        expected: "at most \(limit)")
    }
  }

  /// Tells what an archive finds odd about itself; one that cannot be read is told elsewhere.
  private func checkRemarks(_ book: inout FindingBook) {
    guard let source = context.source as? any Remarking else { return }
    for remark in (try? source.remarks()) ?? [] {
      book.add(.archiveOddity, at: remark.part, found: remark.found, expected: remark.expected)
    }
  }

  private func check(_ metadata: TilesetMetadata, _ book: inout FindingBook) {
    let file = TilesetMetadata.fileName
    if let format = metadata.format, format.lowercased() != "png", survey.count > 0 {
      book.add(
        .metadataFormat, at: file, found: "says that the format is '\(format)'", expected: "png")
    }
    checkScheme(metadata, &book)
    if let center = metadata.center, let bounds = metadata.bounds, !bounds.contains(center) {
      book.add(
        .metadataCenter, at: file, found: "its centre is \(center)",
        expected: "a place inside the box \(bounds)")
    }
    let zooms = metadata.zooms ?? context.record?.options.zooms
    if let zoom = metadata.centerZoom, let zooms, !zooms.contains(zoom) {
      book.add(
        .metadataCenter, at: file, found: "its centre is at zoom \(zoom)",
        expected: "one of the zooms \(zooms)")
    }
  }

  /// A folder's rows are read as they were asked for, whatever it says: archives have their own rule.
  private func checkScheme(_ metadata: TilesetMetadata, _ book: inout FindingBook) {
    guard let folder = context.folder, let scheme = metadata.scheme else { return }
    let read = folder.rowOrder == .tms ? "tms" : "xyz"
    guard scheme.lowercased() != read else { return }
    book.add(
      .metadataScheme, at: TilesetMetadata.fileName, found: "says that the scheme is '\(scheme)'",
      expected: "\(read), as the rows were read")
  }

  private func check(_ record: SliceRecord, _ book: inout FindingBook) {
    if let metadata = context.metadata {
      let pairs = [
        ("zooms", metadata.zooms?.description, record.options.zooms.description),
        (
          "tile size", metadata.tileSize?.pixels.description,
          record.options.tileSize.pixels.description
        ),
        ("fallback", metadata.fallback, record.options.fallback ?? metadata.fallback ?? ""),
      ]
      for (key, promised, recorded) in pairs where promised != nil && promised != recorded {
        book.add(
          .promisesDiffer, at: TilesetMetadata.fileName,
          found: "its \(key): \(promised ?? "")", expected: "\(recorded), as in the record")
      }
    }
    let made = Inventory(record.made)
    for zoom in survey.tiles.zooms where record.options.zooms.contains(zoom) {
      let unknown = survey.tiles[zoom].subtracting(made[zoom])
      book.add(.unrecordedTile, each: unknown, in: context) { tile in
        let isBlank = record.isBlankOnPurpose(tile)
        return (
          isBlank
            ? "is there, though the drawing is clear there" : "is there, though no slice made it",
          "only tiles of the last slice", nil
        )
      }
    }
  }
}

extension GeographicBounds {
  /// Whether the place lies in the box or on its edge.
  fileprivate func contains(_ place: Coordinate) -> Bool {
    let isBetween =
      crosses180
      ? place.longitude >= west || place.longitude <= east
      : place.longitude >= west && place.longitude <= east
    return isBetween && place.latitude >= south && place.latitude <= north
  }
}
