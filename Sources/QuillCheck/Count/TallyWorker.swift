import QuillCore

/// What was seen of one tile while counting.
struct TileSight {
  let path: TilePath
  /// Bytes of the file, 0 when it could not be read.
  var bytes = 0
  /// Tells the file from others, nil when it could not be read.
  var fingerprint: Fingerprint?
  /// What its picture is, nil when it is broken.
  var facts: TileFacts?
  /// Whether no pixel shows.
  var isClear = false
  /// Whether some pixel is not opaque.
  var isSeeThrough = false
}

/// Looks at tiles for a tally.
///
/// It is `Sendable` since one thread at a time has it: the one that runs its part of a batch.
final class TallyWorker: @unchecked Sendable {
  private let source: any TileSource
  private let decoder: any TileDecoder
  private var picture = TilePicture()
  private var sights: [TileSight] = []

  init(_ source: any TileSource, _ decoding: any TileDecoding) {
    self.source = source
    decoder = decoding.makeDecoder()
  }

  func look(at paths: ArraySlice<TilePath>) {
    for path in paths { sights.append(look(at: path)) }
  }

  /// What it saw since it was asked last.
  func takeSights() -> [TileSight] {
    defer { sights.removeAll(keepingCapacity: true) }
    return sights
  }

  private func look(at path: TilePath) -> TileSight {
    var sight = TileSight(path: path)
    // One that is there but cannot be read counts as broken.
    guard let bytes = try? source.bytes(of: path) else { return sight }
    sight.bytes = bytes.count
    sight.fingerprint = Fingerprint(of: bytes.span)
    guard let facts = try? decoder.decode(bytes.span, into: &picture) else { return sight }
    sight.facts = facts
    let alphas = picture.alphaRange
    sight.isClear = alphas.upperBound == 0
    sight.isSeeThrough = alphas.lowerBound < 255
    return sight
  }
}

extension TilePicture {
  /// The least and the greatest alpha of its pixels; 0 of a picture without any.
  var alphaRange: ClosedRange<UInt8> {
    var least: UInt8 = 255
    var greatest: UInt8 = 0
    var place = 3
    while place < pixels.count {
      let alpha = pixels[place]
      least = min(least, alpha)
      greatest = max(greatest, alpha)
      if least == 0, greatest > 0 { break }
      place += 4
    }
    return min(least, greatest)...greatest
  }
}
