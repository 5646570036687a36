import QuillCore

/// Tells which tiles are compared with which.
struct DrawingCheck: Sendable {
  /// Whether neighbours are held against each other.
  let looksForSeams: Bool

  private let made: Inventory?
  private let comparesZooms: Bool

  /// The zoom whose pixels are the drawing's own; below it, each zoom is the mean of the next.
  private let nativeZoom: Zoom?

  init(context: CheckContext, book: FindingBook) {
    made = context.record.map { Inventory($0.made) }
    nativeZoom = context.record.flatMap(Self.nativeZoom)
    comparesZooms =
      !context.request.isQuick && book.wants(.unlikeChildren)
      && (context.record == nil || nativeZoom != nil)
    looksForSeams = !context.request.isQuick && book.wants(.visibleSeam)
  }

  /// The tile that a tile is held against, a quarter of which shows the same.
  func parent(of tile: Tile) -> Tile? {
    guard comparesZooms, nativeZoom.map({ tile.zoom <= $0 }) ?? true else { return nil }
    return tile.parent
  }

  /// The tiles below a tile that the slicer left out as clear; none where nobody knows.
  func clearChildren(of tile: Tile) -> [Tile] {
    guard comparesZooms, let made, let deeper = tile.zoom.deeper(by: 1),
      nativeZoom.map({ deeper <= $0 }) ?? true
    else { return [] }
    return tile.children.filter { !made.contains($0) }
  }

  /// The drawing's own zoom, nil where the zooms below it are no exact means: those that were
  /// shrunk in another way, or put over a background.
  private static func nativeZoom(_ record: SliceRecord) -> Zoom? {
    guard record.options.shrink == "average", record.options.background == nil else { return nil }
    return record.options.nativeZoom
  }
}

/// A quarter of a tile.
struct Corner: Hashable, Sendable {
  let east: Bool
  let south: Bool

  /// The quarter that a tile fills of the one above it.
  init(of child: Tile) {
    east = child.x & 1 == 1
    south = child.y & 1 == 1
  }
}

/// A quarter of a tile that does not show what lies below it.
struct UnlikeQuarter: Sendable {
  /// The tile below.
  let child: Tile
  /// Whether the slicer left it out as clear.
  let isLeftOut: Bool
  let difference: ChildDifference
}
