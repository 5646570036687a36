/// The five ways in which PNG predicts a row: each byte minus what its neighbours let expect.
///
/// With `left`, `above` and `corner` the bytes at the same channel of the pixels west, north and
/// north-west, Paeth's predictor is the one of the three that is nearest to
/// left + above − corner; on a tie left goes before above, above before corner (PNG
/// specification, "Filter types").
package enum RowFilter: UInt8, CaseIterable {
  case plain
  case left
  case above
  case average
  case paeth

  /// Filters one row.
  ///
  /// - Parameters:
  ///   - line: The row's bytes.
  ///   - above: The bytes of the row before it; for the first row, zeros.
  ///   - count: How many bytes a row has.
  ///   - step: Bytes from a byte to the one of the pixel before, 1…4.
  ///   - output: Where the filtered bytes go.
  package func apply(
    _ line: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>, count: Int, step: Int,
    into output: UnsafeMutablePointer<UInt8>
  ) {
    switch self {
    case .plain: unsafe output.update(from: line, count: count)
    case .left: unsafe Self.row(line, above, count, step, output, Self.left, Self.left)
    case .above: unsafe Self.row(line, above, count, step, output, Self.above, Self.above)
    case .average:
      unsafe Self.row(line, above, count, step, output, AverageGuess.guess, Self.average)
    case .paeth:
      unsafe Self.row(line, above, count, step, output, PaethGuess.guess, PaethGuess.guess)
    }
  }

  /// A row minus its prediction, 16 bytes at a time; in the first pixel left and corner are 0.
  @inline(__always)
  private static func row(
    _ line: UnsafePointer<UInt8>, _ above: UnsafePointer<UInt8>, _ count: Int, _ step: Int,
    _ output: UnsafeMutablePointer<UInt8>,
    _ predictLanes: (SIMD16<UInt8>, SIMD16<UInt8>, SIMD16<UInt8>) -> SIMD16<UInt8>,
    _ predict: (UInt8, UInt8, UInt8) -> UInt8
  ) {
    for place in 0..<min(step, count) {
      unsafe output[place] = line[place] &- predict(0, above[place], 0)
    }
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
        of: here &- predictLanes(left, up, corner), toByteOffset: place, as: SIMD16<UInt8>.self)
      place &+= 16
    }
    while place < count {
      let guess = unsafe predict(line[place &- step], above[place], above[place &- step])
      unsafe output[place] = line[place] &- guess
      place &+= 1
    }
  }

  @inline(__always)
  private static func left<Value>(_ left: Value, _ above: Value, _ corner: Value) -> Value { left }

  @inline(__always)
  private static func above<Value>(_ left: Value, _ above: Value, _ corner: Value) -> Value {
    above
  }

  @inline(__always)
  private static func average(_ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
    (left & above) &+ ((left ^ above) &>> 1)
  }
}
