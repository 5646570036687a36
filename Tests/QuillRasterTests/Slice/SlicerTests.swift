import Foundation
import QuillCore
import QuillRaster
import QuillTestSupport
import Testing

@Suite("Slicer")
struct SlicerTests {
  #if DEBUG
    static let runs = 2
  #else
    static let runs = 20
  #endif

  /// Some tiles blank, some clear parents, some of few colours, some noise.
  private static let canvas: Canvas = {
    var dice = Dice(state: 2024)
    var canvas = Kind.noise.canvas(width: 900, height: 700, &dice)
    for y in 0..<700 {
      for x in 0..<900 where x / 256 != y / 256 {
        canvas[x, y] = (x + y) % 500 == 499 ? rgba(1, 1, 1, 1) : canvas[x, y] & 0xFF_FFFF
      }
    }
    for y in 512..<700 { for x in 0..<256 { canvas[x, y] = 0 } }
    return canvas
  }()

  @Test("Tiles are the same for any number of threads, run after run", arguments: 1...runs)
  func threads(run: Int) throws {
    let alone = try Sliced(Self.canvas, at: "10/513/341", zooms: ZoomRange(0, through: 10), jobs: 1)
    let jobs = [8, 2, 3, 16, 5][run % 5]
    let shared = try Sliced(
      Self.canvas, at: "10/513/341", zooms: ZoomRange(0, through: 10), jobs: jobs)
    #expect(shared.tiles == alone.tiles)
    #expect(shared.outcome == alone.outcome)
    #expect(alone.tiles.count > 15)
  }

  private func slice(
    _ source: CanvasSource, into sink: MemorySink, jobs: Int,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws {
    var slicer = Slicer(
      plan: try SlicePlan(drawing: source.size, placement: .at(knownTile("10/513/341"))))
    slicer.jobs = jobs
    slicer.compression = .fast
    slicer.isCancelled = isCancelled
    _ = try slicer.slice(rows: source, into: sink)
  }

  @Test("What the sink throws ends the slice", arguments: [1, 2, 7, 12], [1, 2, 8])
  func failingSink(tile: Int, jobs: Int) {
    let sink = MemorySink(failsAt: tile)
    #expect(throws: Mishap(place: tile)) {
      try slice(CanvasSource(Self.canvas), into: sink, jobs: jobs)
    }
    // All threads have ended: nothing is put any more.
    let left = sink.tiles.count
    usleep(2000)
    #expect(sink.tiles.count == left)
    // Other threads may go on until the one that failed has said so.
    if jobs == 1 { #expect(left == tile - 1) }
  }

  @Test("What the drawing throws ends the slice", arguments: [0, 1, 255, 256, 699, 700], [1, 8])
  func failingSource(row: Int, jobs: Int) {
    let source = CanvasSource(Self.canvas, failsAtRow: row)
    #expect(throws: Mishap(place: row)) {
      try slice(source, into: MemorySink(), jobs: jobs)
    }
    #expect(!source.isFinished)
  }

  @Test("A slice that is cancelled stops where it is", arguments: [1, 2, 8])
  func cancelled(jobs: Int) {
    let flag = Flag()
    let sink = MemorySink { if $0 == 3 { flag.raise() } }
    #expect(throws: SliceError.cancelled) {
      try slice(
        CanvasSource(Self.canvas), into: sink, jobs: jobs, isCancelled: { flag.isRaised })
    }
    #expect((3..<3 + jobs).contains(sink.tiles.count))
  }

  @Test func `a slice cancelled before it begins puts no tile`() {
    let sink = MemorySink()
    #expect(throws: SliceError.cancelled) {
      try slice(CanvasSource(Self.canvas), into: sink, jobs: 4, isCancelled: { true })
    }
    #expect(sink.tiles.isEmpty)
  }

  @Test func `a drawing is read to its end`() throws {
    let source = CanvasSource(Self.canvas)
    try slice(source, into: MemorySink(), jobs: 3)
    #expect(source.isFinished)
  }

  @Test func `progress counts every tile once`() throws {
    let counted = Counts()
    var slicer = Slicer(
      plan: try SlicePlan(
        drawing: PixelSize(width: 900, height: 700), placement: .at(knownTile("10/513/341"))))
    slicer.jobs = 4
    slicer.progress = { counted.add($0) }
    let sink = MemorySink()
    _ = try slicer.slice(rows: CanvasSource(Self.canvas), into: sink)
    #expect(counted.sorted.reduce(0, +) == slicer.plan.tileCount)
  }

  /// A row of tiles beyond the first makes no difference to what a slice may hold.
  @Test func `memory follows the width and never the height`() throws {
    func memory(_ width: Int, _ height: Int, _ tile: String) throws -> Int {
      try SlicePlan(
        drawing: PixelSize(width: width, height: height), placement: .at(knownTile(tile)),
        zooms: ZoomRange(8, through: 14)
      ).memory(jobs: 2)
    }
    let low = try memory(16384, 256, "14/4096/4096")
    #expect(try memory(16384, 65536, "14/4096/4096") == low)
    #expect(low < 150 << 20)
    #expect(try memory(32768, 256, "14/4096/4096") > low)
  }

  private static let refusals: [(PixelSize, String, String?, SliceError)] = [
    (
      PixelSize(width: 257, height: 1), "3/7/0", nil,
      .beyondTheMap(
        drawing: PixelSize(width: 257, height: 1), at: knownTile("3/7/0"),
        room: PixelSize(width: 256, height: 2048))
    ),
    (
      PixelSize(width: 1, height: 513), "3/0/6", nil,
      .beyondTheMap(
        drawing: PixelSize(width: 1, height: 513), at: knownTile("3/0/6"),
        room: PixelSize(width: 2048, height: 512))
    ),
  ]

  @Test("A drawing that does not fit is refused", arguments: refusals)
  func refusal(size: PixelSize, tile: String, zooms: String?, error: SliceError) {
    #expect(throws: error) {
      _ = try SlicePlan(
        drawing: size, placement: .at(knownTile(tile)), zooms: zooms.flatMap { ZoomRange($0) })
    }
  }

  @Test func `a drawing may end on the edge of the map`() throws {
    let canvas = Canvas(width: 256, height: 256) { x, y in rgba(UInt8(x), UInt8(y), 1, 255) }
    let sliced = try Sliced(canvas, at: "3/7/7", zooms: ZoomRange(0, through: 3))
    #expect(try sliced.picture("3/7/7") == canvas)
    #expect(sliced.tiles.count == 4)
  }
}

/// A flag for any thread.
private final class Flag: @unchecked Sendable {
  private let lock = NSLock()
  private var raised = false
  var isRaised: Bool { lock.withLock { raised } }
  func raise() { lock.withLock { raised = true } }
}

/// Numbers noted by any thread.
private final class Counts: @unchecked Sendable {
  private let lock = NSLock()
  private var numbers: [Int] = []
  var sorted: [Int] { lock.withLock { numbers.sorted() } }
  func add(_ number: Int) { lock.withLock { numbers.append(number) } }
}
