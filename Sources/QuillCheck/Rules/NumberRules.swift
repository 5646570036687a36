extension Rule {
  static let forNumbers = [outsideGrid, zoomTooDeep, outsideZooms, outsideArea]

  static let outsideGrid = Rule(
    "outside-grid", .numbers, .error, "A tile's column or row does not exist at its zoom.",
    mend: "Check that the folder has the right zoom; no app will ever ask for this file.")

  static let zoomTooDeep = Rule(
    "zoom-too-deep", .numbers, .error, "A zoom is deeper than 30.",
    mend: "Remove the folder, or rename it to the zoom it was drawn for.")

  static let outsideZooms = Rule(
    "outside-zooms", .numbers, .error, "There are tiles at a zoom outside the expected ones.",
    mend: "Remove that zoom's folder, or say that the set has it.")

  static let outsideArea = Rule(
    "outside-area", .numbers, .warning, "A tile lies outside the expected area.",
    mend: "Check the tile's numbers and the area; one of them is not what was meant.")
}
