import QuillCore
import QuillRaster

extension ZoomRange: ArgumentValue {
  package init(argument: String) throws {
    guard let zooms = ZoomRange(argument) else {
      throw ArgumentMismatch(found: argument, expected: "zooms from 0 to 30, such as 16 or 13-16")
    }
    self = zooms
  }
}

extension Tile: ArgumentValue {
  package init(argument: String) throws {
    if let tile = Tile(argument) {
      self = tile
      return
    }
    // The file name of a tile tells best what is wrong with it.
    let reason: String
    do throws(TilePathError) {
      _ = try TilePath(argument + ".png")
      reason = "a tile"
    } catch {
      reason = "\(error)"
    }
    throw ArgumentMismatch(
      found: argument, expected: "a tile as zoom/x/y, such as 14/4825/6156: \(reason)")
  }
}

extension TileRange: ArgumentValue {
  package init(argument: String) throws {
    guard let range = TileRange(argument) else {
      throw ArgumentMismatch(
        found: argument,
        expected: "tiles of one zoom, such as 16/19298-19307/24618-24629")
    }
    self = range
  }
}

extension GeographicBounds: ArgumentValue {
  package init(argument: String) throws {
    do throws(GeographyError) {
      try self.init(parsing: argument)
    } catch {
      guard let meant = Self.otherOrders(of: argument, error).first else { throw error }
      throw OtherOrder(error: error, meant: "--bounds \(meant)")
    }
  }

  /// The boxes of the same four numbers in the orders that other programs write: latitude first, and
  /// both latitudes before both longitudes.
  private static func otherOrders(of text: String, _ error: GeographyError) -> [GeographicBounds] {
    let numbers = text.split(separator: ",").map(String.init)
    guard error.isOfOrder, numbers.count == 4 else { return [] }
    return [[1, 0, 3, 2], [2, 0, 3, 1]].compactMap { order in
      try? GeographicBounds(parsing: order.map { numbers[$0] }.joined(separator: ","))
    }
    .filter { !$0.crosses180 }
  }
}

extension Coordinate: ArgumentValue {
  package init(argument: String) throws {
    do throws(GeographyError) {
      try self.init(parsing: argument)
    } catch {
      let swapped = argument.split(separator: ",").reversed().joined(separator: ",")
      guard error.isOfOrder, let meant = try? Coordinate(parsing: swapped) else { throw error }
      throw OtherOrder(error: error, meant: "\(meant)")
    }
  }
}

extension GeographyError {
  /// Whether numbers in another order may be right.
  fileprivate var isOfOrder: Bool {
    switch self {
    case .latitudeOffTheGlobe, .southAboveNorth: true
    default: false
    }
  }
}

/// Numbers that make sense in another order than longitude before latitude.
private struct OtherOrder: Error, CustomStringConvertible {
  let error: GeographyError
  let meant: String

  var description: String { "\(error); with longitude first: \(meant)" }
}

extension GroundDistance: ArgumentValue {
  package init(argument: String) throws {
    guard let distance = GroundDistance(argument) else {
      throw ArgumentMismatch(
        found: argument, expected: "a distance on the ground such as 250, 10m or 1.5km")
    }
    self = distance
  }
}

extension Compression: ArgumentValue {}
extension Resampling: ArgumentValue {}
extension Shrinking: ArgumentValue {}
extension ColourHandling: ArgumentValue {}

/// A number of bytes: `200K`, `2M`, `1G`, powers of 1024.
package struct ByteSize: ArgumentValue, Equatable {
  package let bytes: Int

  package init(argument: String) throws {
    let units: [Character: Int] = [
      "K": 10, "M": 20, "G": 30, "T": 40, "k": 10, "m": 20, "g": 30, "t": 40,
    ]
    let shift = argument.last.flatMap { units[$0] }
    let digits = shift == nil ? argument[...] : argument.dropLast()
    guard let number = Double(plainDecimal: digits), number >= 0,
      let bytes = Int(exactly: (number * Double(1 << (shift ?? 0))).rounded(.down))
    else {
      throw ArgumentMismatch(found: argument, expected: "a size such as 200K, 2M or 1G")
    }
    self.bytes = bytes
  }
}

/// A whole number above 0.
package struct Count: ArgumentValue, Equatable {
  package let value: Int

  package init(argument: String) throws {
    guard let value = Int(argument), value > 0 else {
      throw ArgumentMismatch(found: argument, expected: "a whole number above 0")
    }
    self.value = value
  }
}

/// How many threads share the work.
package struct JobCount: ArgumentValue, Equatable {
  /// More threads than any machine has cores only take memory.
  package static let most = 256

  /// One a processor core that this process may use.
  package static var usual: Int { min(LibC.processorCount, most) }

  package let value: Int

  package init(argument: String) throws {
    guard let value = Int(argument), (1...Self.most).contains(value) else {
      throw ArgumentMismatch(found: argument, expected: "a whole number from 1 to \(Self.most)")
    }
    self.value = value
  }
}

extension Int {
  /// A number of bytes for people: `812 bytes`, `48K`, `3.2M`, powers of 1024.
  package var asBytes: String {
    if self < 1024 { return "\(self) bytes" }
    var value = Double(self) / 1024
    for unit in ["K", "M", "G"] {
      if value < 1024 || unit == "G" {
        let tenths = (value * 10).rounded() / 10
        return (value < 10 ? "\(tenths)" : "\(Int(value.rounded()))") + unit
      }
      value /= 1024
    }
    return "\(self) bytes"
  }
}
