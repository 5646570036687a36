/// The prediction of PNG rows: each byte minus what its neighbours let expect.
///
/// With `left`, `above` and `corner` the bytes at the same channel of the pixels west, north and
/// north-west, Paeth's predictor is the one of the three that is nearest to
/// left + above − corner; on a tie left goes before above, above before corner (PNG
/// specification, "Filter types").
enum RowFilter {
  /// The number that stands before a row filtered by Paeth's predictor.
  static let paethType: UInt8 = 4

  /// Filters rows that stand behind a filter byte of 0 each: `source` and `target` hold `rows` rows
  /// of 1 + `rowBytes` bytes; the row before `source` is taken as zeros when `isTop`, else it must
  /// stand before it in memory.
  ///
  /// `target` must have room for 16 bytes more, which may be overwritten.
  static func paeth(
    _ source: UnsafePointer<UInt8>, rows: Int, rowBytes: Int, step: Int, isTop: Bool,
    into target: UnsafeMutablePointer<UInt8>
  ) {
    let stride = rowBytes + 1
    for row in 0..<rows {
      let line = unsafe source + row * stride + 1
      let output = unsafe target + row * stride + 1
      unsafe output[-1] = paethType
      if row == 0, isTop {
        unsafe sub(line, rowBytes, step, output)
      } else {
        unsafe paethRow(line, above: line - stride, rowBytes, step, output)
      }
    }
  }

  /// With nothing above, Paeth's predictor is the byte to the left.
  private static func sub(
    _ line: UnsafePointer<UInt8>, _ count: Int, _ step: Int,
    _ output: UnsafeMutablePointer<UInt8>
  ) {
    for place in 0..<min(step, count) { unsafe output[place] = line[place] }
    let raw = unsafe UnsafeRawPointer(line)
    let target = UnsafeMutableRawPointer(output)
    var place = step
    while place &+ 16 <= count {
      let here = unsafe raw.loadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self)
      let left = unsafe raw.loadUnaligned(fromByteOffset: place &- step, as: SIMD16<UInt8>.self)
      unsafe target.storeBytes(of: here &- left, toByteOffset: place, as: SIMD16<UInt8>.self)
      place &+= 16
    }
    while place < count {
      unsafe output[place] = line[place] &- line[place &- step]
      place &+= 1
    }
  }

  private static func paethRow(
    _ line: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>, _ count: Int, _ step: Int,
    _ output: UnsafeMutablePointer<UInt8>
  ) {
    // In the first pixel left and corner are 0, and the predictor is the byte above.
    for place in 0..<min(step, count) { unsafe output[place] = line[place] &- above[place] }
    let raw = unsafe UnsafeRawPointer(line)
    let rawAbove = unsafe UnsafeRawPointer(above)
    let target = UnsafeMutableRawPointer(output)
    var place = step
    while place &+ 16 <= count {
      let here = unsafe raw.loadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self)
      let left = unsafe raw.loadUnaligned(fromByteOffset: place &- step, as: SIMD16<UInt8>.self)
      let up = unsafe rawAbove.loadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self)
      let corner = unsafe rawAbove.loadUnaligned(
        fromByteOffset: place &- step, as: SIMD16<UInt8>.self)
      unsafe target.storeBytes(
        of: here &- predictor(left, up, corner), toByteOffset: place, as: SIMD16<UInt8>.self)
      place &+= 16
    }
    while place < count {
      let guess = unsafe predictor(line[place &- step], above[place], above[place &- step])
      unsafe output[place] = line[place] &- guess
      place &+= 1
    }
  }

  /// Paeth's predictor in byte lanes.
  ///
  /// With p = left + above − corner the distances are |p − left| = |above − corner|, |p − above| =
  /// |left − corner| and |p − corner| = |(left − corner) + (above − corner)|. The last is the
  /// difference of the first two when left and above lie on different sides of corner; on the same
  /// side it is their sum, never less than either, so that 255 stands for it.
  @inline(__always)
  static func predictor(
    _ left: SIMD16<UInt8>, _ above: SIMD16<UInt8>, _ corner: SIMD16<UInt8>
  ) -> SIMD16<UInt8> {
    let toLeft = distance(above, corner)
    let toAbove = distance(left, corner)
    let isAcross = (left .>= corner) .^ (above .>= corner)
    let toCorner = SIMD16<UInt8>(repeating: 255).replacing(
      with: distance(toLeft, toAbove), where: isAcross)
    let leftIsNearer = toLeft .<= toAbove
    let nearer = above.replacing(with: left, where: leftIsNearer)
    let toNearer = toAbove.replacing(with: toLeft, where: leftIsNearer)
    return corner.replacing(with: nearer, where: toNearer .<= toCorner)
  }

  @inline(__always)
  private static func distance(_ one: SIMD16<UInt8>, _ other: SIMD16<UInt8>) -> SIMD16<UInt8> {
    (other &- one).replacing(with: one &- other, where: one .>= other)
  }

  /// Paeth's predictor of one byte.
  static func predictor(_ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
    let guess = Int(left) + Int(above) - Int(corner)
    let toLeft = abs(guess - Int(left))
    let toAbove = abs(guess - Int(above))
    let toCorner = abs(guess - Int(corner))
    if toLeft <= toAbove, toLeft <= toCorner { return left }
    return toAbove <= toCorner ? above : corner
  }
}
