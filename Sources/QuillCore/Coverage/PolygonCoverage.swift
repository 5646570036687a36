/// The tiles that an area meets.
enum PolygonCoverage {
  /// The tiles whose inside shares area with the polygon, found by an exact scan.
  ///
  /// A polygon that has no area, such as a ring drawn out and back, counts as its outline, and a
  /// ring of zero size as its point: no polygon lists nothing.
  static func tiles(meeting rings: [Shape.Ring], at zoom: Zoom) -> TileCoverage {
    let edges = PolygonEdges(rings, at: zoom).bordering
    var sweep = ColumnSweep(over: edges, at: zoom, fills: true)
    let covered = sweep.coverage()
    guard covered.isEmpty, let outline = rings.first, let start = outline.first else {
      return covered
    }
    return LineCoverage.tiles(along: [outline + [start]], at: zoom)
  }
}

/// The edges of a polygon that part inside from outside, without those that lie on another.
///
/// An edge that occurs twice, as where a spike goes out and comes back or a hole shares an edge
/// with the ring around it, has outside, or inside, on both its sides and would list tiles that are
/// only touched. Level and upright edges are compared stretch by stretch, others as wholes.
private struct PolygonEdges {
  private(set) var bordering: [StraightPiece] = []

  init(_ rings: [Shape.Ring], at zoom: Zoom) {
    var level: [Stretch] = []
    var upright: [Stretch] = []
    for ring in rings {
      guard var from = ring.last?.snapped(to: zoom) else { continue }
      for corner in ring {
        let to = corner.snapped(to: zoom)
        defer { from = to }
        guard let edge = StraightPiece(from, to) else { continue }
        if edge.start.y == edge.end.y {
          level.append(Stretch(line: edge.start.y, from: edge.start.x, to: edge.end.x))
        } else if !edge.isUpright {
          bordering.append(edge)
        } else if edge.start.x != edge.start.x.rounded() {
          // An upright edge on a border is no part of any column; the area beside it is found all
          // the same, from the edges above and below.
          upright.append(Stretch(line: edge.start.x, from: edge.start.y, to: edge.end.y))
        }
      }
    }
    dropDoubles()
    bordering += Stretch.odd(level).compactMap {
      StraightPiece(WorldPoint(x: $0.from, y: $0.line), WorldPoint(x: $0.to, y: $0.line))
    }
    bordering += Stretch.odd(upright).compactMap {
      StraightPiece(WorldPoint(x: $0.line, y: $0.from), WorldPoint(x: $0.line, y: $0.to))
    }
  }

  /// Leaves of each set of equal edges one when their number is odd, none when it is even.
  private mutating func dropDoubles() {
    bordering.sort {
      ($0.start.x, $0.start.y, $0.end.x, $0.end.y) < ($1.start.x, $1.start.y, $1.end.x, $1.end.y)
    }
    var kept: [StraightPiece] = []
    kept.reserveCapacity(bordering.count)
    for edge in bordering {
      if kept.last == edge { kept.removeLast() } else { kept.append(edge) }
    }
    bordering = kept
  }
}

/// Part of a level or upright line.
private struct Stretch {
  var line: Double
  var from: Double
  var to: Double

  /// What lies in an odd number of the stretches.
  ///
  /// Along a line the number of stretches around a place is odd when the number of ends before it
  /// is, so that every other gap between sorted ends is kept.
  static func odd(_ stretches: [Stretch]) -> [Stretch] {
    let ends = stretches.flatMap { [($0.line, $0.from), ($0.line, $0.to)] }.sorted { $0 < $1 }
    return stride(from: 0, to: ends.count, by: 2).compactMap { place in
      let (from, to) = (ends[place], ends[place + 1])
      return from == to ? nil : Stretch(line: from.0, from: from.1, to: to.1)
    }
  }
}
