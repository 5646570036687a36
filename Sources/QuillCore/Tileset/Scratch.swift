/// The names of what is written beside a destination before it takes the destination's name.
///
/// All begin with `.NAME.tilequill-`, so that whoever has the destination's lock knows which are
/// left over from a program that was killed.
package enum Scratch {
  /// A new name beside the destination; nothing is there yet.
  package static func path(beside destination: String) -> String {
    let lot = String(UInt64.random(in: .min ... .max), radix: 36)
    return "\(prefix(destination))\(FileSystem.processNumber)-\(lot)"
  }

  /// The name of the lock beside the destination.
  static func lock(beside destination: String) -> String { prefix(destination) + "lock" }

  /// The name under which an old destination waits for the new one to take its place.
  static func old(beside destination: String) -> String { prefix(destination) + "old" }

  /// Removes what killed programs left beside the destination, and puts back an old destination
  /// whose new one never came.
  ///
  /// Call it with the destination's lock held, or that of the file it belongs to: then nothing of this
  /// kind is in use.
  package static func sweep(beside destination: String) throws(FileError) {
    try putBack(destination)
    let folder = FileSystem.parent(of: destination) ?? "."
    guard try FileSystem.kind(of: folder) != nil else { return }
    let stem = FileSystem.name(of: prefix(destination))
    for entry in try FileSystem.entries(of: folder) where entry.name.hasPrefix(stem) {
      guard entry.name != stem + "lock" else { continue }
      try FileError.telling(of: destination) { () throws(FileError) in
        try FileSystem.remove("\(folder)/\(entry.name)")
      }
    }
  }

  /// Puts back an old destination whose new one never came.
  static func putBack(_ destination: String) throws(FileError) {
    let old = old(beside: destination)
    if try FileSystem.kind(of: old) != nil, try FileSystem.kind(of: destination) == nil {
      try FileSystem.rename(old, to: destination)
    }
  }

  /// Names end at 255 bytes; a long one is cut, and what makes it unique still fits.
  private static func prefix(_ destination: String) -> String {
    let folder = FileSystem.parent(of: destination) ?? "."
    let name = FileSystem.name(of: destination).utf8.prefix(180)
    return "\(folder)/.\(String(decoding: name, as: UTF8.self)).tilequill-"
  }
}
