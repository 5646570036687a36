import QuillCore

/// Compares the pictures of tiles that two sets have.
///
/// It is `Sendable` since one thread at a time has it: the one that runs its part of a batch.
final class ComparisonWorker: @unchecked Sendable {
  private let before: any TileSource
  private let after: any TileSource
  private let decoder: any TileDecoder
  private var old = TilePicture()
  private var new = TilePicture()
  private var verdicts: [(TilePath, Verdict)] = []

  /// How a tile's two pictures differ.
  enum Verdict {
    /// The files are the same.
    case same
    /// The pixels are the same.
    case reencoded
    /// So many pixels differ, and no channel by more than `largest`.
    case changed(pixels: Int, largest: Int)
  }

  init(_ before: any TileSource, _ after: any TileSource, _ decoding: any TileDecoding) {
    self.before = before
    self.after = after
    decoder = decoding.makeDecoder()
  }

  func compare(_ paths: ArraySlice<TilePath>) {
    for path in paths { verdicts.append((path, verdict(on: path))) }
  }

  /// What it found since it was asked last.
  func takeVerdicts() -> [(TilePath, Verdict)] {
    defer { verdicts.removeAll(keepingCapacity: true) }
    return verdicts
  }

  private func verdict(on path: TilePath) -> Verdict {
    // A file that cannot be read differs from one that can.
    let oldBytes = try? before.bytes(of: path)
    let newBytes = try? after.bytes(of: path)
    if let oldBytes, oldBytes == newBytes { return .same }
    let hasOld = oldBytes.map { Self.decode($0, decoder, into: &old) } ?? false
    let hasNew = newBytes.map { Self.decode($0, decoder, into: &new) } ?? false
    guard hasOld, hasNew, old.width == new.width, old.height == new.height else {
      let sizes = [hasOld ? old : nil, hasNew ? new : nil].compactMap { $0 }
      return .changed(pixels: sizes.map { $0.width * $0.height }.max() ?? 0, largest: 255)
    }
    if old.pixels == new.pixels { return .reencoded }
    return old.difference(from: new)
  }

  private static func decode(
    _ bytes: [UInt8], _ decoder: any TileDecoder, into picture: inout TilePicture
  ) -> Bool {
    (try? decoder.decode(bytes.span, into: &picture)) != nil
  }
}

extension TilePicture {
  /// Counts the pixels that look different in another picture of this size; a clear pixel has no
  /// colour.
  func difference(from other: TilePicture) -> ComparisonWorker.Verdict {
    let (mine, others) = (pixels.span, other.pixels.span)
    precondition(mine.count == others.count, "The pictures are of one size")
    var different = 0
    var largest: UInt8 = 0
    for place in stride(from: 0, to: mine.count, by: 4) {
      var one = SIMD4(mine[place], mine[place + 1], mine[place + 2], mine[place + 3])
      var two = SIMD4(others[place], others[place + 1], others[place + 2], others[place + 3])
      if one == two { continue }
      if one.w == 0 { one = SIMD4() }
      if two.w == 0 { two = SIMD4() }
      let step =
        one.replacing(with: two, where: two .> one)
        &- one.replacing(with: two, where: two .< one)
      guard step != SIMD4() else { continue }
      different += 1
      largest = Swift.max(largest, step.max())
    }
    return different == 0 ? .reencoded : .changed(pixels: different, largest: Int(largest))
  }
}
