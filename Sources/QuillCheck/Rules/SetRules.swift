extension Rule {
  static let forTheSet = [
    noTiles, cutOffUpdate, missingTile, zoomGap, emptyZoom, unevenLevels, orphan, blankTile,
    sameAsFallback,
    repeatedPicture, fallbackMissing, fallbackSize, fallbackSeam,
  ]

  static let noTiles = Rule(
    "no-tiles", .set, .error, "The set has no tile.",
    mend: "Check the path; the tiles lie in folders named after zooms, right inside it.")

  static let cutOffUpdate = Rule(
    "cut-off-update", .set, .error, "An update was cut off; some tiles are new and some are old.",
    mend: "Run it again: tilequill slice DRAWING TILESET --update.")

  static let missingTile = Rule(
    "missing-tile", .set, .error, "A tile that should be there is not.",
    mend: "Make the tile, or cut the drawing again.")

  static let zoomGap = Rule(
    "zoom-gap", .set, .error, "A zoom between the shallowest and the deepest has no tiles.",
    mend: "Make that zoom's tiles; the map vanishes there while someone zooms in.")

  static let emptyZoom = Rule(
    "empty-zoom", .set, .error, "A zoom that should have tiles has none.",
    mend: "Make that zoom's tiles, or say that the set does not have it.")

  static let unevenLevels = Rule(
    "uneven-levels", .set, .warning,
    "A zoom does not cover what the next deeper one covers, at half its size.",
    mend: "Cut all zooms from one drawing, each half the size of the next.")

  static let orphan = Rule(
    "orphan", .set, .warning, "A tile is missing over tiles of the next deeper zoom.",
    mend: "Make the tile from the four below it; the map has a hole there when zoomed out.")

  static let blankTile = Rule(
    "blank-tile", .set, .warning, reach: .sliced,
    "A tile is wholly transparent, in a set that leaves such tiles out.",
    mend: "Remove it; apps show their fallback where no tile is.")

  static let sameAsFallback = Rule(
    "same-as-fallback", .set, .warning, "A tile looks exactly as the fallback does.",
    mend: "Remove it; apps show the fallback where no tile is.")

  static let repeatedPicture = Rule(
    "repeated-picture", .set, .warning, "One and the same picture fills most of a zoom.",
    mend: "Look at one of them; servers send a notice like this in place of tiles they refuse.")

  static let fallbackMissing = Rule(
    "fallback-missing", .set, .error, "The fallback that the set promises is not there.",
    mend: "Put the picture into the set's folder under that name.")

  static let fallbackSize = Rule(
    "fallback-size", .set, .error, "The fallback is not of the tiles' size.",
    mend: "Export the fallback with as many pixels as a tile has.")

  static let fallbackSeam = Rule(
    "fallback-seam", .set, .warning, "The fallback's edges do not continue one another.",
    mend: "Make its texture seamless; side by side it shows lines.")
}
