import QuillRaster

extension TileProfile {
  /// A profile of a screen with wider colours than sRGB: the primaries of DCI-P3 as the phones and
  /// tablets of artists have them, and a gamma of 2.2 (ICC.1:2001-04, version 2).
  static var wide: TileProfile {
    // Red, green, blue and white adapted to D50.
    let columns: [(name: String, xyz: [Double])] = [
      ("rXYZ", [0.5151, 0.2412, -0.0011]), ("gXYZ", [0.2919, 0.6922, 0.0419]),
      ("bXYZ", [0.1572, 0.0666, 0.7841]), ("wtpt", [0.9642, 1, 0.8249]),
    ]
    var tags: [(name: String, data: [UInt8])] = columns.map { name, xyz in
      (name, tag("XYZ ", xyz.flatMap { word(Int32(($0 * 65536).rounded())) }))
    }
    // One value of a curve is its gamma, in 256ths.
    let curve = tag("curv", word(1) + [2, 51, 0, 0])
    tags += ["rTRC", "gTRC", "bTRC"].map { ($0, curve) }
    let name = Array("Wide screen".utf8) + [0]
    tags.append(
      ("desc", tag("desc", word(Int32(name.count)) + name + [UInt8](repeating: 0, count: 79))))
    tags.append(("cprt", tag("text", Array("None".utf8) + [0])))
    return TileProfile(file(tags), name: "Wide screen", isGray: false)
  }

  /// Header, table of tags, tags.
  private static func file(_ tags: [(name: String, data: [UInt8])]) -> [UInt8] {
    var table = word(Int32(tags.count))
    var data: [UInt8] = []
    let start = 128 + 4 + 12 * tags.count
    for tag in tags {
      table +=
        Array(tag.name.utf8) + word(Int32(start + data.count)) + word(Int32(tag.data.count))
      data += tag.data + [UInt8](repeating: 0, count: (4 - tag.data.count % 4) % 4)
    }
    var header = word(Int32(start + data.count)) + word(0) + [2, 0x10, 0, 0]
    header += Array("mntrRGB XYZ ".utf8) + [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
    header += [UInt8](repeating: 0, count: 68 - header.count)
    // The light that the numbers are for: D50.
    header += word(0xF6D6) + word(0x10000) + word(0xD32D)
    header += [UInt8](repeating: 0, count: 128 - header.count)
    return header + table + data
  }

  private static func tag(_ kind: String, _ data: [UInt8]) -> [UInt8] {
    Array(kind.utf8) + word(0) + data
  }

  private static func word(_ number: Int32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
