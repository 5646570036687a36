/// What can be wrong with a position or a box that someone typed or stored.
public enum GeographyError: Error, Equatable, Sendable {
  /// A word of a position is no finite decimal number.
  case notANumber(String)

  /// A comma with no number before or after it.
  case strayComma(String)

  /// A word has a sign and a compass letter.
  case signAndLetter(String)

  /// A latitude beyond ±90; `swapped` when the numbers make sense the other way round.
  case latitudeOffTheGlobe(Double, swapped: Bool)

  /// A longitude beyond ±180.
  case longitudeOffTheGlobe(Double)

  /// A box whose south lies north of its north.
  case southAboveNorth(south: Double, north: Double)

  /// A box that lies wholly beyond the latitudes a web map shows.
  case beyondTheMap(south: Double, north: Double)

  /// A text that is no box: not four numbers.
  case malformedBounds(String)

  /// A text that is no point: not two numbers.
  case malformedPoint(String)
}

extension GeographyError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notANumber(let text):
      "'\(text)' is not a number of degrees (expected longitude before latitude, -73.97,40.77)"
    case .strayComma(let text): "'\(text)' has a comma without a number on both sides"
    case .signAndLetter(let text): "'\(text)' has both a sign and a compass letter, expected one"
    case .latitudeOffTheGlobe(let value, let swapped):
      "latitude \(value.plainDecimal) is off the globe (expected -90 to 90, after the longitude"
        + (swapped ? "; are the two swapped?)" : ")")
    case .longitudeOffTheGlobe(let value):
      "longitude \(value.plainDecimal) is off the globe (expected -180 to 180, before the latitude)"
    case .southAboveNorth(let south, let north):
      "the south edge \(south.plainDecimal) lies north of the north edge \(north.plainDecimal)"
        + " (expected west,south,east,north)"
    case .beyondTheMap(let south, let north):
      "latitudes \(south.plainDecimal) to \(north.plainDecimal) lie beyond the edge of web maps (expected some of"
        + " -85.0511287798066 to 85.0511287798066)"
    case .malformedBounds(let text):
      "'\(text)' is not a box (expected west,south,east,north in degrees"
        + (Self.hasDecimalCommas(text, numbers: 4) ? ", decimals after a point)" : ")")
    case .malformedPoint(let text):
      "'\(text)' is not a point (expected longitude,latitude in degrees"
        + (Self.hasDecimalCommas(text, numbers: 2) ? ", decimals after a point)" : ")")
    }
  }

  /// Whether a text has so many numbers when commas are taken for their decimal points.
  private static func hasDecimalCommas(_ text: String, numbers: Int) -> Bool {
    let words = text.split(separator: ",")
    return words.count == 2 * numbers
      && words.allSatisfy { word in word.allSatisfy { $0.isNumber || "+- ".contains($0) } }
  }
}
