import QuillCore

/// Tells which tiles do not show what lies below them, from their quarters that do not.
struct UnlikeCheck {
  let context: CheckContext
  let survey: Survey

  func run(_ quarters: [UnlikeQuarter], into book: inout FindingBook) {
    var sums: [Tile: ChildDifference] = [:]
    for quarter in quarters where counts(quarter) {
      guard let parent = quarter.child.parent else { continue }
      sums[parent, default: ChildDifference()].add(quarter.difference)
    }
    for (tile, difference) in sums {
      book.add(
        .unlikeChildren, at: context.name(of: TilePath(tile)),
        found: "differs from the tiles below it by up to \(difference.largest) of 255 in"
          + " \(difference.pixels) pixels",
        expected: "at most \(ChildDifference.tolerance)")
    }
  }

  /// A tile that was left out counts as clear when it is not there, and others of its four are.
  private func counts(_ quarter: UnlikeQuarter) -> Bool {
    guard quarter.isLeftOut else { return true }
    guard !survey.tiles.contains(quarter.child), let parent = quarter.child.parent else {
      return false
    }
    return parent.children.contains { survey.tiles.contains($0) }
  }
}
