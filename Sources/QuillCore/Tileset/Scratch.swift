/// The names of what is written beside a destination before it takes the destination's name.
///
/// All begin with `.NAME.tilequill-`, so that whoever has the destination's lock knows which are
/// left over from a program that was killed. A destination is meant by where it really lies, as
/// `FileSystem.destination` tells.
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
        try OpenFolder(folder).remove(entry.name)
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

  /// Puts back an old destination whose new one never came, and sweeps, for a command that only reads.
  ///
  /// Does nothing while another program writes the destination, or where nothing may be written.
  package static func recover(_ path: String) {
    guard let destination = try? FileSystem.destination(path),
      (try? FileSystem.kind(of: old(beside: destination))) ?? nil != nil,
      let lock = try? DestinationLock(destination)
    else { return }
    lock.release()
  }

  /// Names end at 255 bytes: of a long one as much stays as leaves room for what makes it unique, and a
  /// hash tells it from others that begin alike.
  private static func prefix(_ destination: String) -> String {
    let folder = FileSystem.parent(of: destination) ?? "."
    let name = FileSystem.name(of: destination)
    let stem = name.utf8.count <= longestName ? name : shortened(name)
    return "\(folder == "/" ? "" : folder)/.\(stem).tilequill-"
  }

  private static let longestName = 180

  private static func shortened(_ name: String) -> String {
    // FNV-1a of 64 bits (Fowler, Noll, Vo).
    let hash = name.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    var stem = ""
    for character in name.unicodeScalars {
      guard stem.utf8.count + character.utf8.count <= longestName - 20 else { break }
      stem.unicodeScalars.append(character)
    }
    return stem + "~" + String(hash, radix: 16)
  }
}
