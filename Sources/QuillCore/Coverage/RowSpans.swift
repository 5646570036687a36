/// Rows of one column as spans: ascending, apart from each other by at least one row.
typealias RowSpans = [ClosedRange<Int>]

extension RowSpans {
  /// The rows of either list.
  func union(_ other: RowSpans) -> RowSpans {
    var merged: RowSpans = []
    merged.reserveCapacity(count + other.count)
    var left = self[...]
    var right = other[...]
    while let span = Self.popNorthern(&left, &right) { merged.append(southward: span) }
    return merged
  }

  /// The rows of both lists.
  func intersection(_ other: RowSpans) -> RowSpans {
    var shared: RowSpans = []
    var left = self[...]
    var right = other[...]
    while let one = left.first, let two = right.first {
      if one.overlaps(two) { shared.append(one.clamped(to: two)) }
      if one.upperBound < two.upperBound { left.removeFirst() } else { right.removeFirst() }
    }
    return shared
  }

  /// The rows of this list that the other has not.
  func subtracting(_ other: RowSpans) -> RowSpans {
    var rest: RowSpans = []
    for span in self {
      var next = span.lowerBound
      for hole in other where hole.overlaps(span) {
        if hole.lowerBound > next { rest.append(next...(hole.lowerBound - 1)) }
        next = hole.upperBound + 1
      }
      if next <= span.upperBound { rest.append(next...span.upperBound) }
    }
    return rest
  }

  /// The spans, each made longer by `margin` rows at both ends and cut to the grid.
  func widened(by margin: Int, within grid: ClosedRange<Int>) -> RowSpans {
    var wider: RowSpans = []
    for span in self {
      let grown = (span.lowerBound - margin)...(span.upperBound + margin)
      wider.append(southward: grown.clamped(to: grid))
    }
    return wider
  }

  /// Adds a span that starts no further north than the last one does.
  mutating func append(southward span: ClosedRange<Int>) {
    guard let last, span.lowerBound <= last.upperBound + 1 else {
      append(span)
      return
    }
    self[count - 1] = last.lowerBound...Swift.max(last.upperBound, span.upperBound)
  }

  private static func popNorthern(
    _ left: inout ArraySlice<ClosedRange<Int>>, _ right: inout ArraySlice<ClosedRange<Int>>
  ) -> ClosedRange<Int>? {
    guard let one = left.first else { return right.popFirst() }
    guard let two = right.first else { return left.popFirst() }
    return one.lowerBound <= two.lowerBound ? left.popFirst() : right.popFirst()
  }
}
