public import QuillCore

/// What can be wrong with an archive of tiles, or with tiles that are to become one.
///
/// Faults of the file system itself are `FileError`s.
public enum ArchiveError: Error, Equatable, Sendable {
  /// A file of zero bytes.
  case empty

  /// A file that is no archive, named so that it completes "looks like …".
  case notAnArchive(looksLike: String)

  /// The file ends before one of its parts does.
  case truncated(ArchivePart, bytes: Int, expected: UInt64)

  /// A version of the format that is not read.
  case unsupportedVersion(Int)

  /// Parts packed in a way that is not read.
  case unsupportedCompression(ArchivePart, CompressionKind)

  /// A part that does not unpack.
  case notUnpackable(ArchivePart)

  /// A part that is larger than is reasonable.
  case tooLarge(ArchivePart, limit: Int)

  /// A part whose position and length are beyond every file.
  case beyondAnyFile(ArchivePart)

  /// A list of tiles that breaks the format's rules.
  case badDirectory(ArchivePart, DirectoryFault)

  /// A database without the table of tiles.
  case noTilesTable

  /// A database that SQLite cannot make sense of, with SQLite's words.
  case database(String)

  /// Changes that were not written into the archive yet lie in the file of that name.
  case unsavedChanges(inFile: String)

  /// No tile to put into an archive.
  case noTiles

  /// Tiles of several formats for an archive that has one for all, most first.
  case mixedFormats([FormatCount])

  /// A tile that is no picture, named so that it completes "looks like …".
  case notAPicture(Tile, looksLike: String)

  /// A tile that would be there twice.
  case tileTwice(Tile)

  /// A retina picture, which archives have no place for.
  case retina(Tile)

  /// A database whose queries do not end within what an archive of its size can need.
  case endless

  /// A database whose tiles are made by something that archives do not need, named so that it completes
  /// "its tiles need …".
  case untrusted(String)

  /// More tiles than a file of that size can list.
  case tooManyTiles(bytes: Int)

  /// The program was asked to stop.
  case cancelled
}

/// A part of an archive.
public enum ArchivePart: Hashable, Sendable {
  /// The fixed beginning of the file.
  case header
  /// The list of tiles that the header names.
  case rootDirectory
  /// A further list of tiles.
  case leafDirectory
  /// What the set says of itself.
  case metadata
  /// The pictures.
  case tiles
  /// The picture of one tile.
  case tile
  /// An SQLite database as a whole.
  case database
}

/// How parts of an archive are packed.
public enum CompressionKind: Hashable, Sendable {
  /// It is not said how.
  case unknown
  /// Brotli (RFC 7932).
  case brotli
  /// Zstandard (RFC 8878).
  case zstd
  /// A number that the format does not define.
  case undefined(Int)
}

/// How many tiles have a format.
public struct FormatCount: Hashable, Sendable {
  /// The format, as metadata spell it.
  public let format: String
  /// The number of tiles.
  public let tiles: Int

  /// Creates the count.
  public init(format: String, tiles: Int) {
    self.format = format
    self.tiles = tiles
  }
}

/// In which way a list of tiles breaks the rules of PMTiles; numbers of tiles are those along the
/// Hilbert curve.
public enum DirectoryFault: Error, Hashable, Sendable {
  /// It lists nothing.
  case noEntries
  /// It ends inside a number or before all entries it counts.
  case endsEarly
  /// It goes on after all entries it counts.
  case goesOn(bytes: Int)
  /// A number of more than 64 bits.
  case overlongNumber
  /// Entries that do not ascend, or overlap.
  case unsorted(at: UInt64)
  /// A tile beyond zoom 30.
  case beyondTheGrid(at: UInt64)
  /// A tile without bytes.
  case noBytes(at: UInt64)
  /// Bytes outside their part of the file.
  case outsideItsPart(at: UInt64)
  /// An entry outside the stretch that the directory above gives to this one.
  case outOfPlace(at: UInt64)
  /// Lists inside lists without end.
  case tooDeep
}

extension ArchiveError: CustomStringConvertible {
  /// What is wrong, without the path.
  public var description: String {
    switch self {
    case .empty: "is an empty file (expected an archive of tiles)"
    case .notAnArchive(let kind): "looks like \(kind) (expected an archive of tiles)"
    case .truncated(let part, let bytes, let expected):
      "is cut off in its \(part): has \(bytes) bytes (expected \(expected))"
    case .unsupportedVersion(let version): "is PMTiles version \(version) (expected 3)"
    case .unsupportedCompression(let part, let kind):
      "its \(part) is packed with \(kind) (expected gzip, or not packed)"
    case .notUnpackable(let part): "its \(part) does not unpack"
    case .tooLarge(let part, let limit): "its \(part) has more than \(limit) bytes"
    case .beyondAnyFile(let part): "its \(part) lies beyond the end of any file"
    case .badDirectory(let part, let fault): "its \(part) \(fault)"
    case .noTilesTable: "is a database without a table 'tiles'"
    case .database(let words): "is a damaged database: \(words)"
    case .unsavedChanges(let file):
      "is in use, or was not closed: its last changes are still in '\(file)'"
    default: descriptionOfTiles
    }
  }

  private var descriptionOfTiles: String {
    switch self {
    case .noTiles: "would have no tile"
    case .mixedFormats(let counts):
      "would have tiles of several formats, "
        + counts.map { "\($0.tiles) \($0.format)" }.joined(separator: ", ") + " (expected one)"
    case .notAPicture(let tile, let kind):
      "tile \(tile) looks like \(kind) (expected a PNG, JPEG or WebP picture)"
    case .tileTwice(let tile): "would have tile \(tile) twice"
    case .endless:
      "asks for more work than an archive of its size can need (expected a table of tiles)"
    case .untrusted(let what):
      "its tiles need \(what) (expected a table, or a view over tables)"
    case .tooManyTiles(let bytes): "lists more tiles than a file of \(bytes) bytes can hold"
    case .cancelled: "was not read to its end: the program was asked to stop"
    case .retina(let tile): "an archive has no place for the @2x picture of tile \(tile)"
    default: ""
    }
  }
}

extension ArchivePart: CustomStringConvertible {
  public var description: String {
    switch self {
    case .header: "header"
    case .rootDirectory: "list of tiles"
    case .leafDirectory: "second list of tiles"
    case .metadata: "metadata"
    case .tiles: "tile data"
    case .tile: "tile"
    case .database: "database"
    }
  }
}

extension CompressionKind: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknown: "an unknown method"
    case .brotli: "Brotli"
    case .zstd: "Zstandard"
    case .undefined(let number): "method \(number)"
    }
  }
}

extension DirectoryFault: CustomStringConvertible {
  /// The fault, so that it completes "the list of tiles …".
  public var description: String {
    switch self {
    case .noEntries: "lists nothing"
    case .endsEarly: "ends before all entries it counts"
    case .goesOn(let bytes): "goes on for \(bytes) bytes after all entries it counts"
    case .overlongNumber: "has a number of more than 64 bits"
    case .unsorted(let id): "is out of order at tile number \(id)"
    case .beyondTheGrid(let id): "has tile number \(id), beyond zoom 30"
    case .noBytes(let id): "has tile number \(id) without bytes"
    case .outsideItsPart(let id): "places tile number \(id) outside the tile data"
    case .outOfPlace(let id): "has tile number \(id), which belongs into another list"
    case .tooDeep: "leads from list to list without end"
    }
  }
}
