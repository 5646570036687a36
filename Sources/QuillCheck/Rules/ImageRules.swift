extension Rule {
  static let forImages = [
    emptyFile, notAnImage, lfsPointer, otherFormat, truncated, chunkChecksum, pictureChecksum,
    undecodable, wrongSize, mixedSizes, crushed, sixteenBit, interlaced, animated, trailingBytes,
    mixedProfiles, leakingText,
  ]

  static let emptyFile = Rule(
    "empty-file", .images, .error, "A tile's file has no bytes.",
    mend: "Make the tile again; the program that wrote it was stopped or had no network.")

  static let notAnImage = Rule(
    "not-an-image", .images, .error, "A tile's file is no image.",
    mend: "Fetch or make the tile again; a server's error page is often saved like this.")

  static let lfsPointer = Rule(
    "lfs-pointer", .images, .error, "A tile's file is only a Git LFS note that stands for it.",
    mend: "Run 'git lfs pull' where the tiles were checked out.")

  static let otherFormat = Rule(
    "other-format", .images, .error, "A tile is another kind of picture than PNG.",
    mend: "Export it again as PNG; renaming does not change what is inside.")

  static let truncated = Rule(
    "truncated", .images, .error, "A tile's file ends before its picture does.",
    mend: "Copy or make the tile again; the last copy was cut short.")

  static let chunkChecksum = Rule(
    "chunk-checksum", .images, .error, "A part of a tile's file is damaged.",
    mend: "Copy or make the tile again; bytes in it have changed.")

  static let pictureChecksum = Rule(
    "picture-checksum", .images, .error, "The pixels of a tile are damaged.",
    mend: "Copy or make the tile again; bytes in it have changed.")

  static let undecodable = Rule(
    "undecodable", .images, .error, "A tile's picture cannot be decoded.",
    mend: "Make the tile again with a program that writes correct PNG files.")

  static let wrongSize = Rule(
    "wrong-size", .images, .error, "A tile does not have the pixels it should have.",
    mend: "Cut the tiles again, all of one size.")

  static let mixedSizes = Rule(
    "mixed-sizes", .images, .error, "The set has tiles of two sizes.",
    mend: "Cut the tiles again, all of one size.")

  static let crushed = Rule(
    "crushed", .images, .error, "A tile was rewritten by Xcode into a form that few programs read.",
    mend: "Take the tiles from before the app was built, not from inside the app.")

  static let sixteenBit = Rule(
    "sixteen-bit", .images, .warning, "A tile has 16 bits a channel where 8 are shown.",
    mend: "Export it with 8 bits a channel; it looks the same and is half as big.")

  static let interlaced = Rule(
    "interlaced", .images, .warning, "A tile is interlaced, which makes it bigger and slower.",
    mend: "Export it with interlacing switched off.")

  static let animated = Rule(
    "animated", .images, .warning, "A tile is animated; maps show its first picture alone.",
    mend: "Export a still picture.")

  static let trailingBytes = Rule(
    "trailing-bytes", .images, .warning, "A tile's file goes on after its picture.",
    mend: "Export the tile again; what follows is only weight.")

  static let mixedProfiles = Rule(
    "mixed-profiles", .images, .warning,
    "A tile has another colour profile than most, so its colours may not match its neighbours.",
    mend: "Export all tiles with the same colour profile, best of all sRGB.")

  static let leakingText = Rule(
    "leaking-text", .images, .warning,
    "A tile carries texts that tell of people, places or dates.",
    mend: "Export it without metadata.")
}
