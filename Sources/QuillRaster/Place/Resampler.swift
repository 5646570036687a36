package import QuillCore

/// Resamples a picture as its rows come in: across first, then down.
///
/// Colours count by their alpha. Memory is a few rows as wide as the result. When enlarging these
/// are the rows of the picture that the kernel reaches over; when shrinking, where it reaches over
/// many, the rows of the result that have begun.
@safe
final class Resampler {
  private let across: AxisWeights
  private let down: AxisWeights
  private let width: Int

  /// Whether rows of the result are kept while they grow; else the picture's, until they were used.
  private let keepsResults: Bool

  /// The rows that are kept: a ring, row r at r modulo its length.
  private let ring: [UnsafeMutablePointer<SIMD4<Float>>]
  private let source: UnsafeMutablePointer<SIMD4<Float>>
  private let row: UnsafeMutablePointer<SIMD4<Float>>

  /// For each row of the drawing, the rows of the result that it has a part in.
  private let targets: [Range<Int>]
  private var accepted = 0
  private var emitted = 0

  /// Creates a resampler whose result is `across` wide and `down` high.
  init(across: AxisWeights, down: AxisWeights) {
    self.across = across
    self.down = down
    width = across.taps.count
    targets = Self.targets(down)
    let width = width
    let results = targets.map(\.count).max().map { $0 + 1 } ?? 1
    let sources = max(1, down.taps.map(\.count).max().map(Int.init) ?? 1)
    keepsResults = results < sources
    let depth = min(results, sources)
    unsafe ring = (0..<depth).map { _ in
      let line = UnsafeMutablePointer<SIMD4<Float>>.allocate(capacity: width)
      unsafe line.initialize(repeating: SIMD4(), count: width)
      return unsafe line
    }
    unsafe source = .allocate(capacity: across.sourceCount)
    unsafe row = .allocate(capacity: width)
    unsafe row.initialize(repeating: SIMD4(), count: width)
  }

  deinit {
    for place in unsafe 0..<ring.count { unsafe ring[place].deallocate() }
    unsafe source.deallocate()
    unsafe row.deallocate()
  }

  /// Whether the next row of the result is complete.
  var hasRow: Bool {
    guard emitted < down.taps.count else { return false }
    let taps = down.taps[emitted]
    return accepted >= Int(taps.first + taps.count)
  }

  /// Takes the next row of the drawing, whose pixels are words as in `PixelBuffer`.
  ///
  /// - Precondition: no complete row waits.
  func accept(_ words: UnsafePointer<UInt32>) {
    precondition(!hasRow, "Complete rows are taken before new ones come in")
    let reached = targets[accepted]
    accepted += 1
    guard !reached.isEmpty else { return }
    unsafe weigh(words)
    guard keepsResults else { return unsafe spread(into: ring[(accepted - 1) % ring.count]) }
    unsafe spread(into: row)
    for target in reached {
      let taps = down.taps[target]
      let weight = down.weights[Int(taps.start) + accepted - 1 - Int(taps.first)]
      let line = unsafe ring[target % ring.count]
      if weight == 0 { continue }
      for place in 0..<width { unsafe line[place] += weight * row[place] }
    }
  }

  /// Writes the next row of the result as words, and makes its place in the ring free.
  func emit(into words: UnsafeMutablePointer<UInt32>) {
    precondition(hasRow, "The row is complete")
    let line = unsafe keepsResults ? ring[emitted % ring.count] : row
    if !keepsResults { gather() }
    for place in 0..<width {
      unsafe words[place] = Self.pixel(line[place])
      unsafe line[place] = SIMD4()
    }
    emitted += 1
  }

  /// Colour × alpha and alpha of each pixel of the drawing.
  private func weigh(_ words: UnsafePointer<UInt32>) {
    for place in 0..<across.sourceCount {
      let word = unsafe words[place]
      let alpha = Float(word &>> 24)
      unsafe source[place] =
        SIMD4(Float(word & 0xFF), Float((word &>> 8) & 0xFF), Float((word &>> 16) & 0xFF), 1)
        * alpha
    }
  }

  /// Adds up the picture's rows for the next row of the result.
  private func gather() {
    let taps = down.taps[emitted]
    for tap in 0..<Int(taps.count) {
      let weight = down.weights[Int(taps.start) + tap]
      let line = unsafe ring[(Int(taps.first) + tap) % ring.count]
      if weight == 0 { continue }
      for place in 0..<width { unsafe row[place] += weight * line[place] }
    }
  }

  private func spread(into row: UnsafeMutablePointer<SIMD4<Float>>) {
    unsafe across.weights.withUnsafeBufferPointer { weights in
      for place in 0..<width {
        let taps = across.taps[place]
        var sum = SIMD4<Float>()
        for tap in 0..<Int(taps.count) {
          unsafe sum += weights[Int(taps.start) &+ tap] * source[Int(taps.first) &+ tap]
        }
        unsafe row[place] = sum
      }
    }
  }

  /// The pixel of a weighted sum; overshoot of sharp kernels is cut off.
  ///
  /// Numbers of 0…255 are rounded, ties to even, by adding 1.5 · 2²³: no bit below the point is left
  /// then, and the lowest bits of the sum are the whole number.
  @inline(__always)
  static func pixel(_ sum: SIMD4<Float>) -> UInt32 {
    guard sum.w > 0.5 else { return 0 }
    var colour = sum / sum.w
    colour.w = sum.w
    colour.replace(with: 0, where: colour .< 0)
    colour.replace(with: 255, where: colour .> 255)
    let whole = unsafe unsafeBitCast(colour + 12_582_912, to: SIMD4<UInt32>.self) & 0xFF
    return whole.x | whole.y &<< 8 | whole.z &<< 16 | whole.w &<< 24
  }

  private static func targets(_ down: AxisWeights) -> [Range<Int>] {
    var targets = Array(repeating: 0..<0, count: down.sourceCount)
    for (row, taps) in down.taps.enumerated() where taps.count > 0 {
      for source in Int(taps.first)..<Int(taps.first + taps.count) {
        let known = targets[source]
        targets[source] = known.isEmpty ? row..<(row + 1) : known.lowerBound..<(row + 1)
      }
    }
    return targets
  }
}

/// A picture resampled to rows of another size, which may reach beyond it on every side.
package final class ResampledRows: RowSource {
  package let size: PixelSize

  private let source: any RowSource
  private let resampler: Resampler
  private let line: PixelBuffer
  private let output: PixelBuffer
  private var left: Int

  init(_ source: any RowSource, across: AxisWeights, down: AxisWeights) {
    self.source = source
    size = PixelSize(width: across.taps.count, height: down.taps.count)
    resampler = Resampler(across: across, down: down)
    line = PixelBuffer(count: source.size.width)
    output = PixelBuffer(count: across.taps.count)
    left = source.size.height
  }

  package func readRows(_ count: Int, into bytes: inout MutableRawSpan) throws {
    for row in 0..<count {
      while !resampler.hasRow {
        precondition(left > 0, "A row of the result is made of rows of the drawing")
        try line.withMutableBytes { try source.readRows(1, into: &$0) }
        left -= 1
        unsafe resampler.accept(line.words)
      }
      unsafe bytes.withUnsafeMutableBytes { room in
        let start = unsafe (room.baseAddress.unsafelyUnwrapped + row * size.width * 4)
        unsafe resampler.emit(into: start.assumingMemoryBound(to: UInt32.self))
      }
    }
  }

  package func finish() throws {
    while left > 0 {
      try line.withMutableBytes { try source.readRows(1, into: &$0) }
      left -= 1
    }
    try source.finish()
  }
}
