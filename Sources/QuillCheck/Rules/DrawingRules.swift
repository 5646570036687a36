extension Rule {
  static let forTheDrawing = [unlikeChildren, visibleSeam]

  static let unlikeChildren = Rule(
    "unlike-children", .drawing, .error, reach: .sliced,
    "A tile does not show what the four tiles below it show.",
    mend: "Cut the drawing again; one of the zooms is from another state of it.")

  static let visibleSeam = Rule(
    "visible-seam", .drawing, .warning, reach: .sliced,
    "Two neighbours do not continue each other.",
    mend: "Look at both; if the drawing has no line there, cut it again.")
}
