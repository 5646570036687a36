internal import QuillCore

/// One row of tiles being filled with pixels from the top, and then handed out.
final class TileBand {
  let grid: TileGrid

  /// The pixels that the drawing covers on this grid.
  let extent: PixelExtent

  /// The tiles of a row, west to east on the map: each column of the grid once.
  private let slots: [Slot]

  /// For each column that the drawing touches, counted on beyond the 180th meridian, its slot.
  private let slotOfColumn: [Int]
  private let columns: ClosedRange<Int>

  private struct Slot {
    /// The column of the grid.
    let column: Int
    /// Whether the drawing covers all its pixels from west to east.
    let isCovered: Bool
  }

  /// Which tiles were handed out and which left out, as runs of columns, row by row.
  private(set) var made: [TileRange] = []
  private(set) var blank: [TileRange] = []

  private var newlyBlank = 0
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
    (slots, slotOfColumn) = Self.slots(columns, grid, extent)
  }

  /// Puts the columns in the order of the map; two that are one column of the grid, at zooms so
  /// shallow that the drawing's ends meet in a tile, share a slot.
  private static func slots(
    _ columns: ClosedRange<Int>, _ grid: TileGrid, _ extent: PixelExtent
  ) -> ([Slot], [Int]) {
    let around = grid.zoom.tilesPerSide
    let wrapped = columns.map { (($0 % around) + around) % around }
    let order = Set(wrapped).sorted()
    let slots = order.map { column in
      let shares = columns.filter { (($0 - column) % around) == 0 }
      let west = shares[0] * grid.side
      let isCovered =
        shares.count == 1 && extent.x.lowerBound <= west
        && west + grid.side <= extent.x.upperBound
      return Slot(column: column, isCovered: isCovered)
    }
    let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    return (slots, wrapped.map { places[$0] ?? 0 })
  }

  /// How many buffers the next row of pixels takes from the stock.
  var buffersNeeded: Int { row == nil ? buffersAtMost : 0 }

  /// How many buffers a row of tiles takes.
  var buffersAtMost: Int { slots.count }

  /// Says that a tile of this grid has a child, so that it is written even when clear.
  func addParent(column: Int, row: Int) { parents.insert([column, row]) }

  /// Adds the next row of pixels: those of the extent, at row `y` of the world.
  ///
  /// With `sums`, a tile counts as blank only when nothing of the drawing under it is visible,
  /// even what is too faint for the tile's own pixels: a zoom's tiles are the same whatever other
  /// zooms are written.
  func add(
    _ pixels: UnsafePointer<UInt32>, sums: UnsafePointer<ColourSum>?, y: Int,
    stock: inout BufferStock
  ) {
    if row == nil { begin(row: y / grid.side, stock: &stock) }
    let line = (y % grid.side) * grid.side
    for (number, column) in columns.enumerated() {
      let place = slotOfColumn[number]
      let west = column * grid.side
      let first = max(west, extent.x.lowerBound)
      let count = min(west + grid.side, extent.x.upperBound) - first
      let source = unsafe pixels + (first - extent.x.lowerBound)
      let target = unsafe buffers[place].words + (line + first - west)
      unsafe target.update(from: source, count: count)
      if !hasColour[place] {
        let sums = unsafe sums.map { unsafe $0 + (first - extent.x.lowerBound) }
        hasColour[place] =
          unsafe sums.map { unsafe Self.isVisible($0, count) } ?? Self.hasColour(source, count)
      }
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
    for (place, slot) in slots.enumerated() {
      let column = slot.column
      let isParent = parents.remove([column, row]) != nil
      guard hasColour[place] || isParent || keepsBlank,
        let address = Tile(zoom: grid.zoom, x: column, y: row)
      else {
        runs.blank.add(column)
        newlyBlank += 1
        stock.put(buffers[place], side: grid.side)
        continue
      }
      runs.made.add(column)
      tile(
        FinishedTile(
          path: TilePath(address, scale: grid.scale), side: grid.side, pixels: buffers[place]))
    }
    made += runs.made.ranges(zoom: grid.zoom, row: row)
    blank += runs.blank.ranges(zoom: grid.zoom, row: row)
    buffers.removeAll(keepingCapacity: true)
    self.row = nil
  }

  /// How many tiles were left out since the last call.
  func takeBlankCount() -> Int {
    defer { newlyBlank = 0 }
    return newlyBlank
  }

  private func begin(row: Int, stock: inout BufferStock) {
    self.row = row
    hasColour = Array(repeating: false, count: slots.count)
    let isCovered =
      extent.y.lowerBound <= row * grid.side && (row + 1) * grid.side <= extent.y.upperBound
    for slot in slots {
      let buffer = stock.take(side: grid.side)
      if !slot.isCovered || !isCovered { buffer.clear() }
      buffers.append(buffer)
    }
  }

  private static func isVisible(_ sums: UnsafePointer<ColourSum>, _ count: Int) -> Bool {
    var any: UInt32 = 0
    for place in 0..<count { any |= unsafe sums[place].w }
    return any > 0
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
