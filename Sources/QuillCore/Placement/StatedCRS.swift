/// A system of coordinates as a file states it, read as one of ours.
///
/// Several countries and continents measure latitude and longitude in systems of their own, tied to
/// their plate of the earth's crust. They were one with WGS 84 when they were made, and lie within a
/// metre or two of it today, less than a drawing shows; they are taken for it.
public struct StatedCRS: Hashable, Sendable {
  /// The system that the numbers are read in.
  public let crs: MapCRS

  /// The name of the file's system where that is another, within a metre or two of it.
  public let nearName: String?

  /// Reads the name of a system as files spell it: `EPSG:3857`, a number, an OGC URN, or WKT of
  /// either version; nil for an empty text.
  ///
  /// - Throws: `UnknownCRS` with the name of any other system.
  public init?(parsing text: String) throws(UnknownCRS) {
    let text = text.trimmingBlanks
    guard !text.isEmpty else { return nil }
    let facts = CRSFacts(text)
    let code = facts.code.map { "\(facts.authority):\($0)" }
    let spelling = [facts.name, code].compactMap(\.self).joined(separator: ", ")
    if let crs = Self.own(facts) {
      self.crs = crs
      nearName = nil
    } else if Self.isNearWGS84(facts) {
      crs = .geographic
      nearName = spelling
    } else {
      throw UnknownCRS(name: spelling)
    }
  }

  private static func own(_ facts: CRSFacts) -> MapCRS? {
    if let code = facts.code {
      return switch code {
      case "3857", "900913", "102100", "102113", "3785": .mercator
      case "4326", "4979", "CRS84", "OGC:CRS84": .geographic
      default: nil
      }
    }
    let plain = facts.plainName
    if facts.isProjected {
      return ["pseudomercator", "webmercator", "googlemapsglobalmercator", "popularvisualisation"]
        .contains(where: plain.contains) ? .mercator : nil
    }
    return ["wgs84", "wgs1984", "wgs84crs84"].contains(plain) ? .geographic : nil
  }

  private static func isNearWGS84(_ facts: CRSFacts) -> Bool {
    guard !facts.isProjected else { return false }
    if let code = facts.code { return nearCodes.contains(code) }
    return nearNames.contains(where: facts.plainName.hasPrefix)
  }

  /// Systems of degrees from Greenwich that agree with WGS 84 within a metre or two, by their numbers
  /// in the list of EPSG.
  private static let nearCodes: Set<String> = [
    // WGS 84 as it was measured anew, and the frames of the International Earth Rotation Service.
    "9053", "9054", "9055", "9056", "9057", "9755", "8988", "8989", "8990", "8991", "8992", "8993",
    "8994", "8995", "8996", "8997", "8998", "8999", "9000", "9019", "9990",
    // Europe: ETRS89 and what countries made of it.
    "4258", "4937", "4171", "9777", "9782", "4619", "4173", "4180", "4661", "4669", "4670", "4151",
    "4765", "4761", "5252", "6706", "8685", "5324", "8086", "9059", "9069", "4081",
    // North America: NAD83 and its later measurements.
    "4269", "4140", "4617", "8232", "8237", "4152", "4957", "4759", "6318", "6783", "8860", "4483",
    "6365",
    // South and Central America.
    "4674", "4170", "4190", "4694", "5340", "4189", "4686", "5365", "5381", "5360", "5354",
    // Australia, New Zealand, Antarctica.
    "4283", "4939", "7844", "7843", "4167", "4959", "4176",
    // Asia and Africa.
    "4612", "6668", "6667", "4490", "4737", "3824", "4755", "4148", "4163",
    // French islands.
    "4558", "4687", "4470", "5489",
  ]

  /// The beginnings of such systems' names, in small letters and digits alone.
  private static let nearNames = [
    "etrs89", "etrs1989", "europeanterrestrialreferencesystem1989", "nad83", "northamerican1983",
    "nad1983", "gda94", "gda1994", "gda2020", "nzgd2000", "jgd2000", "jgd2011", "sirgas2000",
    "rgf93", "rgf1993", "hartebeesthoek94", "hartebeesthoek1994", "sweref99", "cgcs2000",
    "chinageodeticcoordinatesystem2000", "korea2000", "wgs84g",
    "itrf",
  ]
}

extension CRSFacts {
  /// The name in small letters and digits alone, without the mark that one maker puts before it.
  fileprivate var plainName: String {
    let plain = (name ?? "").lowercased().filter { $0.isLetter || $0.isNumber }
    return plain.hasPrefix("gcs") ? String(plain.dropFirst(3)) : plain
  }
}
