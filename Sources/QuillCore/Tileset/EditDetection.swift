/// Tells the tiles that slices made from those that a person changed since.
///
/// A tile is edited when it is a whole tile but not the one that any of the records knows. A broken tile
/// is nobody's work, and what no record knows enough of is taken for the slicer's.
package struct EditDetection: Sendable {
  /// The records of the slices that may have made what is there: the set's own, then those of updates
  /// that were cut off.
  package let records: [SliceRecord]

  /// The checksum of a file's bytes, as fingerprints hold it.
  private let checksum: @Sendable ([UInt8]) -> UInt32

  /// Whether the bytes are a whole tile of the set's size.
  private let isWhole: @Sendable (TilePath, [UInt8]) -> Bool

  /// Creates the means to tell.
  package init(
    records: [SliceRecord], checksum: @escaping @Sendable ([UInt8]) -> UInt32,
    isWhole: @escaping @Sendable (TilePath, [UInt8]) -> Bool
  ) {
    self.records = records
    self.checksum = checksum
    self.isWhole = isWhole
  }

  /// The same with more records.
  package func adding(_ others: [SliceRecord]) -> EditDetection {
    EditDetection(records: records + others, checksum: checksum, isWhole: isWhole)
  }

  /// Whether a person made the bytes that a tile has, which differ from those that it is to have.
  package func isEdited(_ path: TilePath, _ bytes: [UInt8]) -> Bool {
    switch isKnown(path, bytes) {
    case true?: false
    case false?: isWhole(path, bytes)
    case nil: false
    }
  }

  /// Whether the bytes are those that a slice made, nil when no record can tell.
  package func isKnown(_ path: TilePath, _ bytes: [UInt8]) -> Bool? {
    let prints = records.compactMap { $0.fingerprints?[path] }
    if !prints.isEmpty {
      let sum = checksum(bytes)
      return prints.contains { $0.file == sum }
    }
    let hasPrints = records.contains { $0.fingerprints != nil }
    let isMade = records.contains { $0.isMade(path.tile) }
    return hasPrints && !isMade ? false : nil
  }
}

/// Tiles that a person changed since they were made, so that an update has to be told what to do with
/// them.
public struct EditedTiles: Error, Equatable, Sendable {
  /// The tiles, sorted.
  public let paths: [TilePath]
}
