/// The colours of one tile, up to 256, each with its number; an open-addressed table of words.
///
/// The table is reused from tile to tile: `collect` empties it first.
@safe
final class ColourTable {
  /// The most colours a palette holds.
  static let limit = 256

  /// The colours in the order of their numbers.
  private(set) var colours: [UInt32] = []

  /// A power of two, four times the limit, so that probing stays short.
  private static let slots = 1024

  /// Slot → colour, and slot → number + 1; a number of 0 marks a free slot.
  private let keys: UnsafeMutablePointer<UInt32>
  private let numbers: UnsafeMutablePointer<UInt16>

  init() {
    unsafe keys = .allocate(capacity: Self.slots)
    unsafe keys.initialize(repeating: 0, count: Self.slots)
    unsafe numbers = .allocate(capacity: Self.slots)
    unsafe numbers.initialize(repeating: 0, count: Self.slots)
    colours.reserveCapacity(Self.limit)
  }

  deinit {
    unsafe keys.deallocate()
    unsafe numbers.deallocate()
  }

  /// Collects the colours of all pixels, in the order in which they first appear.
  ///
  /// Returns false, and stops, at the 257th.
  func collect(_ buffer: PixelBuffer) -> Bool {
    colours.removeAll(keepingCapacity: true)
    unsafe numbers.update(repeating: 0, count: Self.slots)
    var last = unsafe ~buffer.words[0]
    for place in 0..<buffer.count {
      let colour = unsafe buffer.words[place]
      if colour == last { continue }
      last = colour
      let slot = self.slot(of: colour)
      if unsafe numbers[slot] == 0 {
        if colours.count == Self.limit { return false }
        colours.append(colour)
        unsafe keys[slot] = colour
        unsafe numbers[slot] = UInt16(colours.count)
      }
    }
    return true
  }

  /// Forgets all colours.
  func removeAll() { colours.removeAll(keepingCapacity: true) }

  /// Puts the colours in the order that makes the smallest file: clear and translucent ones first,
  /// so that the alpha list is short, then by brightness, so that neighbours have near numbers.
  func sort() {
    colours.sort { Self.rank($0) < Self.rank($1) }
    for (number, colour) in colours.enumerated() {
      unsafe numbers[slot(of: colour)] = UInt16(number + 1)
    }
  }

  private static func rank(_ colour: UInt32) -> UInt64 {
    let alpha = colour >> 24
    let (red, green, blue) = (colour & 0xFF, colour >> 8 & 0xFF, colour >> 16 & 0xFF)
    let brightness = 2 * red + 5 * green + blue
    return UInt64(alpha) << 48 | UInt64(brightness) << 32 | UInt64(colour)
  }

  /// The number of a colour that was collected.
  @inline(__always)
  func number(of colour: UInt32) -> UInt8 {
    unsafe UInt8(truncatingIfNeeded: numbers[slot(of: colour)] &- 1)
  }

  /// The slot that holds the colour, or the free one where it belongs.
  @inline(__always)
  private func slot(of colour: UInt32) -> Int {
    // Fibonacci hashing: the top ten bits of the product.
    var slot = Int((colour &* 0x9E37_79B1) >> 22)
    while unsafe numbers[slot] != 0 && keys[slot] != colour {
      slot = (slot &+ 1) & (Self.slots &- 1)
    }
    return slot
  }
}
