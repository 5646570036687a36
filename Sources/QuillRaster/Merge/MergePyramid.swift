internal import QuillCore

/// Makes the tiles below the zoom of the drawings' own pixels anew, where several sets share one.
///
/// Two pictures of which each covers half of a pixel make a whole one, but laid over each other
/// only three quarters of one: so shared tiles of lower zooms are the means of what was laid over
/// each other at the drawings' own zoom. The sums are those of a slice, and so are the pixels.
@safe
final class MergePyramid: @unchecked Sendable {
  private let side: Int
  private let nativeZoom: Zoom
  /// The tiles to be made, one set a zoom.
  private let wanted: [Zoom: TileCoverage]
  /// The tiles at or above those of the native zoom, one set a zoom.
  private let existing: [Zoom: TileCoverage]

  // The nodes are found and let go with the condition held, and filled with their own.
  private let condition = Condition()
  private var nodes: [Tile: Node] = [:]

  /// The sums of one tile, being gathered from its children.
  @safe
  private final class Node {
    let condition = Condition()
    let sums: UnsafeMutablePointer<ColourSum>
    var pending: Int

    init(side: Int, pending: Int) {
      self.pending = pending
      unsafe sums = .allocate(capacity: side * side)
      unsafe sums.initialize(repeating: ColourSum(), count: side * side)
    }

    deinit { unsafe sums.deallocate() }
  }

  /// Creates the pyramid over the tiles of a native zoom.
  init(side: Int, natives: TileCoverage, wanted: [Zoom: TileCoverage]) {
    self.side = side
    nativeZoom = natives.zoom
    self.wanted = wanted
    var existing: [Zoom: TileCoverage] = [natives.zoom: natives]
    if let top = wanted.keys.min() {
      var zoom = natives.zoom
      var level = natives
      while zoom > top, let above = zoom.deeper(by: -1) {
        level = level.ancestors(at: above)
        existing[above] = level
        zoom = above
      }
    }
    self.existing = existing
  }

  /// Whether a tile's pixels are part of one to be made.
  func needs(_ tile: Tile) -> Bool {
    wanted.contains { zoom, tiles in
      zoom < tile.zoom && (tile.ancestor(at: zoom).map(tiles.contains) ?? false)
    }
  }

  /// Adds the pixels of a tile of the native zoom; each tile that is complete by it is handed to
  /// `emit`.
  func add(
    _ buffer: PixelBuffer, of tile: Tile, scratch: PixelBuffer,
    emit: (Tile, PixelBuffer) throws -> Void
  ) throws {
    precondition(buffer.count == side * side, "All tiles are of one size")
    guard var next = tile.parent, var node = take(next) else { return }
    var isDone = node.condition.withLock {
      unsafe gather(buffer.words, into: quarter(node, of: tile))
      return finishChild(of: node)
    }
    while isDone {
      condition.withLock { nodes[next] = nil }
      let halvings = nativeZoom.level - next.zoom.level
      if wanted[next.zoom]?.contains(next) ?? false {
        unsafe ColourSums.round(
          node.sums, count: side * side, halvings: halvings, into: scratch.words)
        try emit(next, scratch)
      }
      guard needs(next), let above = next.parent, let upper = take(above) else { return }
      isDone = upper.condition.withLock {
        let shift: UInt32 = halvings >= ColourSums.exactHalvings ? 2 : 0
        unsafe gather(node.sums, shift: shift, into: quarter(upper, of: next))
        return finishChild(of: upper)
      }
      (next, node) = (above, upper)
    }
  }

  /// The node of a tile, made when its first child comes.
  private func take(_ tile: Tile) -> Node? {
    guard let children = existing[tile.zoom.deeper(by: 1) ?? tile.zoom] else { return nil }
    return condition.withLock {
      if let node = nodes[tile] { return node }
      let node = Node(side: side, pending: tile.children.count { children.contains($0) })
      nodes[tile] = node
      return node
    }
  }

  private func finishChild(of node: Node) -> Bool {
    node.pending -= 1
    return node.pending == 0
  }

  /// Where the sums of a child go.
  private func quarter(_ node: Node, of child: Tile) -> UnsafeMutablePointer<ColourSum> {
    unsafe node.sums + (child.y & 1) * side / 2 * side + (child.x & 1) * side / 2
  }

  private func gather(
    _ words: UnsafePointer<UInt32>, into target: UnsafeMutablePointer<ColourSum>
  ) {
    for row in 0..<side {
      unsafe ColourSums.gather(
        pixels: words + row * side, count: side, startsOdd: false,
        into: target + row / 2 * side, adding: row & 1 == 1)
    }
  }

  private func gather(
    _ sums: UnsafePointer<ColourSum>, shift: UInt32,
    into target: UnsafeMutablePointer<ColourSum>
  ) {
    for row in 0..<side {
      unsafe ColourSums.gather(
        sums: sums + row * side, count: side, startsOdd: false, shift: shift,
        into: target + row / 2 * side, adding: row & 1 == 1)
    }
  }
}
