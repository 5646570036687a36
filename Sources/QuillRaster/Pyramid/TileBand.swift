internal import QuillCore

/// One row of tiles being filled with pixels from the top, and then handed out.
final class TileBand {
  let grid: TileGrid

  /// The pixels that the drawing covers on this grid.
  let extent: PixelExtent

  /// Columns of the tiles that the drawing touches.
  let columns: ClosedRange<Int>

  /// Which tiles were handed out and which left out, as runs of columns, row by row.
  private(set) var made: [TileRange] = []
  private(set) var blank: [TileRange] = []

  private let keepsBlank: Bool
  private var row: Int?
  private var buffers: [PixelBuffer] = []
  private var hasColour: [Bool] = []

  /// Tiles, clear or not, that have a tile at the next deeper zoom.
  private var parents: Set<[Int]> = []

  init(grid: TileGrid, extent: PixelExtent, keepsBlank: Bool) {
    self.grid = grid
    self.extent = extent
    self.keepsBlank = keepsBlank
    columns = extent.tiles(ofSide: grid.side).columns
  }

  /// How many buffers the next row of pixels takes from the stock.
  var buffersNeeded: Int { row == nil ? columns.count : 0 }

  /// Says that a tile of this grid has a child, so that it is written even when clear.
  func addParent(column: Int, row: Int) { parents.insert([column, row]) }

  /// Adds the next row of pixels: those of the extent, at row `y` of the world.
  func add(_ pixels: UnsafePointer<UInt32>, y: Int, stock: inout BufferStock) {
    if row == nil { begin(row: y / grid.side, stock: &stock) }
    let line = (y % grid.side) * grid.side
    for (place, column) in columns.enumerated() {
      let west = column * grid.side
      let first = max(west, extent.x.lowerBound)
      let count = min(west + grid.side, extent.x.upperBound) - first
      let source = unsafe pixels + (first - extent.x.lowerBound)
      let target = unsafe buffers[place].words + (line + first - west)
      unsafe target.update(from: source, count: count)
      if !hasColour[place] { hasColour[place] = unsafe Self.hasColour(source, count) }
    }
  }

  /// Whether row `y` of the world is the last one of its tiles.
  func ends(at y: Int) -> Bool {
    y % grid.side == grid.side - 1 || y == extent.y.upperBound - 1
  }

  /// Ends the row of tiles: hands out those to write, puts the others' memory back.
  func end(stock: inout BufferStock, tile: (FinishedTile) -> Void) {
    guard let row else { return }
    var runs = (made: ColumnRuns(), blank: ColumnRuns())
    for (place, column) in columns.enumerated() {
      let isParent = parents.remove([column, row]) != nil
      guard hasColour[place] || isParent || keepsBlank,
        let address = Tile(zoom: grid.zoom, x: column, y: row)
      else {
        runs.blank.add(column)
        stock.put(buffers[place], side: grid.side)
        continue
      }
      runs.made.add(column)
      tile(
        FinishedTile(
          path: TilePath(address, scale: grid.scale), side: grid.side, pixels: buffers[place],
          isBlank: !hasColour[place]))
    }
    made += runs.made.ranges(zoom: grid.zoom, row: row)
    blank += runs.blank.ranges(zoom: grid.zoom, row: row)
    buffers.removeAll(keepingCapacity: true)
    self.row = nil
  }

  private func begin(row: Int, stock: inout BufferStock) {
    self.row = row
    hasColour = Array(repeating: false, count: columns.count)
    for column in columns {
      let buffer = stock.take(side: grid.side)
      if !isCovered(column, row) { buffer.clear() }
      buffers.append(buffer)
    }
  }

  /// Whether the drawing covers every pixel of the tile.
  private func isCovered(_ column: Int, _ row: Int) -> Bool {
    let side = grid.side
    return extent.x.lowerBound <= column * side && (column + 1) * side <= extent.x.upperBound
      && extent.y.lowerBound <= row * side && (row + 1) * side <= extent.y.upperBound
  }

  private static func hasColour(_ pixels: UnsafePointer<UInt32>, _ count: Int) -> Bool {
    var place = 0
    let raw = unsafe UnsafeRawPointer(pixels)
    var any = SIMD8<UInt32>()
    while place &+ 8 <= count {
      any |= unsafe raw.loadUnaligned(fromByteOffset: place &* 4, as: SIMD8<UInt32>.self)
      place &+= 8
    }
    var rest = any.wrappedOr
    while place < count {
      rest |= unsafe pixels[place]
      place &+= 1
    }
    return rest >= 0x0100_0000
  }
}

/// A tile whose pixels are complete.
struct FinishedTile {
  let path: TilePath
  let side: Int
  let pixels: PixelBuffer

  /// Whether all its pixels are clear.
  let isBlank: Bool
}

/// Memory for tiles that is free, by the tiles' side.
struct BufferStock {
  private var buffers: [Int: [PixelBuffer]] = [:]

  /// All buffers by the tiles' side.
  var all: [Int: [PixelBuffer]] { buffers }

  /// How many buffers of tiles of that side are free.
  func count(side: Int) -> Int { buffers[side]?.count ?? 0 }

  mutating func put(_ buffer: PixelBuffer, side: Int) { buffers[side, default: []].append(buffer) }

  /// Takes a buffer; its pixels are left over from another tile.
  mutating func take(side: Int) -> PixelBuffer {
    guard let buffer = buffers[side]?.popLast() else {
      preconditionFailure("The stock holds what was reserved")
    }
    return buffer
  }
}

/// Columns in ascending order, as runs of neighbours.
private struct ColumnRuns {
  private var runs: [ClosedRange<Int>] = []

  mutating func add(_ column: Int) {
    if let last = runs.last, last.upperBound + 1 == column {
      runs[runs.count - 1] = last.lowerBound...column
    } else {
      runs.append(column...column)
    }
  }

  func ranges(zoom: Zoom, row: Int) -> [TileRange] {
    runs.compactMap { TileRange(zoom: zoom, columns: $0, rows: row...row) }
  }
}
