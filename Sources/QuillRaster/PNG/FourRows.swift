/// Undoes the filters of four rows at once.
///
/// A pixel hangs on the one before it: however wide vectors are, one row is restored at the pace of
/// one guess a pixel. So each row lags a pixel behind the one above it. All that the four pixels of a
/// step hang on was made in the steps before, and one guess serves the four.
enum FourRows {
  static let count = 4

  private typealias Lanes = SIMD16<UInt8>

  /// Restores the four rows from `row` on; false where row by row is as quick, or a filter does not
  /// exist.
  static func restore(_ rows: Unfilter.Rows, from row: Int) -> Bool {
    guard rows.bytesPerPixel == 3 || rows.bytesPerPixel == 4 else { return false }
    var filters = SIMD4<UInt8>()
    for place in 0..<count { filters[place] = rows.filter(row &+ place) }
    guard !any(filters .> 4) else { return false }
    if all(filters .== 4) {
      restore(rows, row, AllPaeth())
    } else {
      let slow = SIMD4<UInt8>(repeating: 0).replacing(with: 1, where: filters .> 2)
      guard slow.wrappedSum() > 1 else { return false }
      restore(rows, row, MixedFilters(filters))
    }
    return true
  }

  private static func restore(_ rows: Unfilter.Rows, _ row: Int, _ guess: some QuartetGuess) {
    if rows.bytesPerPixel == 4 {
      restore(rows, row, guess, pixel: 4)
    } else {
      restore(rows, row, guess, pixel: 3)
    }
  }

  @inline(__always)
  private static func restore(
    _ rows: Unfilter.Rows, _ row: Int, _ guess: some QuartetGuess, pixel: Int
  ) {
    let width = rows.byteCount / pixel
    let end = width &+ count &- 1
    var state = State()
    for step in 0..<min(count &- 1, end) {
      state.step(step, rows, row, guess, pixel: pixel, width: width)
    }
    state.steps(rows, row, guess, pixel: pixel, width: width)
    for step in max(count &- 1, width)..<max(count &- 1, end) {
      state.step(step, rows, row, guess, pixel: pixel, width: width)
    }
  }

  /// The pixels of the last step, a row in each four lanes: what was made, and what lay above it.
  private struct State {
    var value = Lanes()
    var upper = Lanes()

    /// Restores the pixels `step`, `step` − 1, … of the rows from their stored words.
    @inline(__always)
    mutating func advance(
      _ stored: SIMD4<UInt32>, above: UInt32, _ guess: some QuartetGuess
    ) -> SIMD4<UInt32> {
      let made = unsafe unsafeBitCast(value, to: SIMD4<UInt32>.self)
      let next = unsafe unsafeBitCast(
        SIMD4<UInt32>(above, made[0], made[1], made[2]), to: Lanes.self)
      value = unsafe unsafeBitCast(stored, to: Lanes.self) &+ guess.guess(value, next, upper)
      upper = next
      return unsafe unsafeBitCast(value, to: SIMD4<UInt32>.self)
    }

    /// A step near the rows' ends, where not all four rows have a pixel; the others' lanes stay 0 before
    /// their row begins and do not matter after its end.
    @inline(__always)
    mutating func step(
      _ step: Int, _ rows: Unfilter.Rows, _ row: Int, _ guess: some QuartetGuess, pixel: Int,
      width: Int
    ) {
      var stored = SIMD4<UInt32>()
      for place in 0..<count where 0..<width ~= step &- place {
        stored[place] = unsafe word(rows.stored(row &+ place), (step &- place) &* pixel)
      }
      let above = step < width ? unsafe word(rows.above(row), step &* pixel) : 0
      let made = advance(stored, above: above, guess)
      for place in 0..<count where 0..<width ~= step &- place {
        unsafe Unfilter.store(
          made[place], to: rows.place(row &+ place), (step &- place) &* pixel, pixel: pixel)
      }
    }

    /// The steps in between.
    @inline(__always)
    mutating func steps(
      _ rows: Unfilter.Rows, _ row: Int, _ guess: some QuartetGuess, pixel: Int, width: Int
    ) {
      let (above, stored, place) = unsafe (
        rows.above(row), rows.stored(row), rows.place(row)
      )
      let storedLag = 1 &+ rows.byteCount &- pixel
      let placeLag = rows.stride &- pixel
      var at = (count &- 1) &* pixel
      while at < width &* pixel {
        let words = unsafe SIMD4<UInt32>(
          word(stored, at), word(stored, at &+ storedLag), word(stored, at &+ 2 &* storedLag),
          word(stored, at &+ 3 &* storedLag))
        let made = unsafe advance(words, above: word(above, at), guess)
        unsafe Unfilter.store(made[0], to: place, at, pixel: pixel)
        unsafe Unfilter.store(made[1], to: place, at &+ placeLag, pixel: pixel)
        unsafe Unfilter.store(made[2], to: place, at &+ 2 &* placeLag, pixel: pixel)
        unsafe Unfilter.store(made[3], to: place, at &+ 3 &* placeLag, pixel: pixel)
        at &+= pixel
      }
    }
  }

  /// The four bytes of a pixel; of a smaller one the byte behind it comes along and does not matter.
  @inline(__always)
  private static func word(_ bytes: UnsafeRawPointer, _ at: Int) -> UInt32 {
    unsafe bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self)
  }
}

/// What the pixels of four rows are guessed from.
private protocol QuartetGuess {
  func guess(
    _ before: SIMD16<UInt8>, _ upper: SIMD16<UInt8>, _ upperBefore: SIMD16<UInt8>
  ) -> SIMD16<UInt8>
}

/// Four rows of the filter Paeth.
private struct AllPaeth: QuartetGuess {
  @inline(__always)
  func guess(
    _ before: SIMD16<UInt8>, _ upper: SIMD16<UInt8>, _ upperBefore: SIMD16<UInt8>
  ) -> SIMD16<UInt8> { PaethGuess.guess(before, upper, upperBefore) }
}

/// Four rows of any filters: where some of the three pixels count as 0, Paeth's guess is that of the
/// filters Sub (a alone), Up (b alone) and None; the mean is a guess of its own.
private struct MixedFilters: QuartetGuess {
  private var usesBefore = SIMD16<UInt8>()
  private var usesUpper = SIMD16<UInt8>()
  private var usesUpperBefore = SIMD16<UInt8>()
  private var isMean = SIMD16<UInt8>()

  /// For filters 0 to 4, a row each.
  init(_ filters: SIMD4<UInt8>) {
    for lane in 0..<16 {
      let filter = filters[lane / 4]
      usesBefore[lane] = filter == 1 || filter == 4 ? 255 : 0
      usesUpper[lane] = filter == 2 || filter == 4 ? 255 : 0
      usesUpperBefore[lane] = filter == 4 ? 255 : 0
      isMean[lane] = filter == 3 ? 255 : 0
    }
  }

  @inline(__always)
  func guess(
    _ before: SIMD16<UInt8>, _ upper: SIMD16<UInt8>, _ upperBefore: SIMD16<UInt8>
  ) -> SIMD16<UInt8> {
    let paeth = PaethGuess.guess(
      before & usesBefore, upper & usesUpper, upperBefore & usesUpperBefore)
    // A row of means has used none of the three: its other guess is 0.
    return paeth | AverageGuess.guess(before, upper, upperBefore) & isMean
  }
}
