/// A length on the ground: 0 metres to half way around the globe.
///
///     GroundDistance("1.5km")!.metres  // 1500
///     GroundDistance("250")!.metres    // 250: a number without a unit is metres
public struct GroundDistance: Hashable, Sendable {
  /// The length in metres.
  public let metres: Double

  /// The longest distance between two places: half of the circumference.
  public static let longest = GroundDistance(onGlobe: WebMercator.circumference / 2)

  /// Creates the distance, or nil when it is negative, no number, or more than half way around
  /// the globe.
  public init?(metres: Double) {
    guard metres >= 0, metres <= Self.longest.metres else { return nil }
    self.init(onGlobe: metres)
  }

  /// Reads `10m`, `1.5km` or a bare number of metres; nil for anything else.
  public init?(_ text: some StringProtocol) {
    let units: [(suffix: String, metres: Double)] = [("km", 1000), ("m", 1), ("", 1)]
    let lower = text.lowercased()
    guard let unit = units.first(where: { lower.hasSuffix($0.suffix) }) else { return nil }
    var digits = lower.dropLast(unit.suffix.count)
    while digits.last == " " { digits.removeLast() }
    guard let number = Double(plainDecimal: digits) else { return nil }
    self.init(metres: number * unit.metres)
  }

  private init(onGlobe metres: Double) { self.metres = metres }
}

extension GroundDistance: Comparable {
  public static func < (left: GroundDistance, right: GroundDistance) -> Bool {
    left.metres < right.metres
  }
}

extension GroundDistance: CustomStringConvertible {
  public var description: String { "\(metres)m" }
}
