/// Random numbers that follow from a seed and a place, in any order and on any thread.
struct ArtNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mix(state)
  }

  /// A number in 0..<1.
  mutating func unit() -> Float { Float(next() >> 40) / Float(1 << 24) }

  /// A number of mean 0 and variance 1.
  mutating func normal() -> Float { Self.normal(next()) }

  /// The number of a place; SplitMix64's mixing of the place's own state.
  static func number(_ seed: UInt64, _ column: Int, _ row: Int) -> UInt64 {
    let column = UInt64(bitPattern: Int64(column)) &* 0x9E37_79B9_7F4A_7C15
    let row = UInt64(bitPattern: Int64(row)) &* 0xC2B2_AE3D_27D4_EB4F
    return mix(seed &+ column &+ row)
  }

  /// Nearly normal: the sum of four uniform numbers of 16 bits, whose variance is 4 · 65536² / 12.
  static func normal(_ number: UInt64) -> Float {
    let sum = (number & 0xFFFF) + (number >> 16 & 0xFFFF) + (number >> 32 & 0xFFFF) + number >> 48
    return (Float(sum) - 131_070) / 37_837
  }

  private static func mix(_ number: UInt64) -> UInt64 {
    var mixed = number
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
