import QuillCore

/// Holds what is no tile against the rules for names.
struct NameCheck {
  let context: CheckContext
  let survey: Survey

  func run(into book: inout FindingBook) {
    for stray in survey.strays {
      switch stray.kind {
      case .dropping: continue
      case .beside:
        guard !context.isFallback(stray.path) else { continue }
        book.add(.stray, at: stray.path, found: "lies beside the zooms but is no part of the set")
      case .link: book.add(.outsideLink, at: stray.path, found: "leads out of the set, or nowhere")
      case .unreadable(let reason):
        book.add(.unreadable, at: stray.path, found: "cannot be read: \(reason)")
      case .misnamed(let error): add(error, at: stray.path, &book)
      }
    }
    for zoom in survey.retina.zooms {
      let alone = survey.retina[zoom].subtracting(survey.tiles[zoom])
      book.add(.retinaAlone, each: alone, scale: .retina, in: context) { tile in
        ("has no plain picture beside it", context.name(of: TilePath(tile)), nil)
      }
    }
  }

  private func add(_ error: TilePathError, at path: String, _ book: inout FindingBook) {
    if let twin = twin(of: path) {
      book.add(
        .twoFiles, at: path, found: "is a second file for the tile that \(twin) has",
        expected: "one file")
      return
    }
    let found = error.description
    switch error {
    case .notThreeParts:
      let isPicture = path.lowercased().hasSuffix(".png")
      book.add(isPicture ? .misnamed : .stray, at: path, found: found)
    case .noExtension, .foreignExtension:
      guard isNumberLike(FileSystem.name(of: path)) else {
        book.add(.stray, at: path, found: "lies among the tiles but is none")
        return
      }
      var isNameless = false
      if case .noExtension = error { isNameless = true }
      book.add(isNameless ? .misnamed : .unknownExtension, at: path, found: found)
    case .upperCase: book.add(.upperCase, at: path, found: found)
    case .notANumber(let part):
      let isWord = part.isEmpty || part.unicodeScalars.contains { $0.properties.isAlphabetic }
      book.add(isWord ? .misnamed : .notPlainDigits, at: path, found: found)
    case .tooManyDigits: book.add(.outsideGrid, at: path, found: found)
    case .zeroPadded: book.add(.zeroPadded, at: path, found: found)
    case .zoomTooDeep: book.add(.zoomTooDeep, at: path, found: found)
    case .outsideTheZoom(let zoom, let x, let y):
      book.add(.outsideGrid, at: path, found: found + hint(zoom: zoom, x: x, y: y))
    }
  }

  /// Where numbers that a zoom does not have would fit.
  private func hint(zoom: Zoom, x: Int, y: Int) -> String {
    let fitting = Zoom.all.first { Tile(zoom: $0, x: x, y: y) != nil }
    guard let fitting, fitting > zoom else { return "" }
    let isNext = fitting.level == zoom.level + 1
    return "; they would fit zoom \(fitting)" + (isNext ? ", is the zoom off by one?" : "")
  }

  /// The name of the tile's proper file, when the set has it and `path` is another spelling.
  private func twin(of path: String) -> String? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, let dot = parts[2].lastIndex(of: ".") else { return nil }
    let suffix = parts[2][dot...].dropFirst().lowercased()
    guard ["png", "jpg", "jpeg", "webp", "gif"].contains(suffix) else { return nil }
    let numbers = [parts[0], parts[1], parts[2][..<dot]].map { part in
      let digits = part.drop { $0 == "0" }
      return digits.first?.isNumber == true ? digits : part.suffix(digits.count + 1)
    }
    guard let plain = try? TilePath(numbers.joined(separator: "/") + ".png"),
      plain.description != path,
      let tile = try? TilePath(context.name(of: plain)),
      context.name(of: tile) == plain.description,
      (tile.scale == .single ? survey.tiles : survey.retina).contains(tile.tile)
    else { return nil }
    return plain.description
  }

  private func isNumberLike(_ name: String) -> Bool {
    let stem = name.prefix { $0 != "." }
    return !stem.isEmpty && stem.allSatisfy { $0.isASCII && $0.isNumber }
  }
}
