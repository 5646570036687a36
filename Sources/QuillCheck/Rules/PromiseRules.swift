extension Rule {
  static let forPromises = [
    metadataUnreadable, recordUnreadable, metadataFormat, metadataBounds, metadataCenter,
    metadataScheme, promisesDiffer, archiveOddity, unrecordedTile, tileTooHeavy, setTooHeavy,
  ]

  /// Whether the rule holds the set against a limit that was given with the check.
  var isBudget: Bool { self == .tileTooHeavy || self == .setTooHeavy }

  static let metadataUnreadable = Rule(
    "metadata-unreadable", .promises, .error, "What the set says of itself cannot be understood.",
    mend: "Repair the value, or remove metadata.json and have it written anew.")

  static let recordUnreadable = Rule(
    "record-unreadable", .promises, .error, "The record of how the set was made is broken.",
    mend: "Cut the drawing again, or remove tilequill.json to do without a record.")

  static let metadataFormat = Rule(
    "metadata-format", .promises, .error, "The set says that its tiles are of another format.",
    mend: "Write png as the format in metadata.json.")

  static let metadataBounds = Rule(
    "metadata-bounds", .promises, .error, "The set says that it lies where it has no tile.",
    mend: "Have metadata.json written anew from the tiles, or check the tiles' numbers.")

  static let metadataCenter = Rule(
    "metadata-center", .promises, .warning, "The set says that maps should open beside it.",
    mend: "Choose a centre inside the box and a zoom that the set has.")

  static let metadataScheme = Rule(
    "metadata-scheme", .promises, .warning,
    "The set says that its rows count from the other end than they were read.",
    mend: "Check with --scheme tms, or write the scheme of the rows in metadata.json.")

  static let promisesDiffer = Rule(
    "promises-differ", .promises, .warning,
    "metadata.json and the record of the slice contradict each other.",
    mend: "Cut the drawing again so that both are written anew.")

  static let archiveOddity = Rule(
    "archive-oddity", .promises, .warning,
    "An archive lacks what readers want of it, or says of itself what its tiles contradict.",
    mend: "Make the archive anew: tilequill convert OLD NEW.")

  static let unrecordedTile = Rule(
    "unrecorded-tile", .promises, .warning,
    "A tile is there that the last slice did not make; it may be left from an older drawing.",
    mend: "Remove it, or cut the drawing into a new folder.")

  static let tileTooHeavy = Rule(
    "tile-too-heavy", .promises, .error, "A tile has more bytes than allowed.",
    mend: "Draw with fewer colours or less noise there, or allow more.")

  static let setTooHeavy = Rule(
    "set-too-heavy", .promises, .error, "The tiles together have more bytes than allowed.",
    mend: "Leave out the deepest zoom, which weighs most, or allow more.")
}
