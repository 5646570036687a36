internal import QuillCore

/// The work of one slice, shared by all threads: decode rows, convert
/// their colours, shrink them, encode tiles.
///
/// There is no thread for any of these. Whoever is free takes the most urgent work that can be
/// done: decoding first, because only one thread at a time can do it and all else waits for it;
/// then shrinking, likewise; then converting, for which rows need not wait for each other; then a
/// tile. Memory is fixed from the start: a batch of rows is
/// decoded when one is free, rows are shrunk when there is room for the tiles they begin, and each
/// encoded tile gives its memory back.
final class SlicePipeline: @unchecked Sendable {
  // Everything below is touched only with the condition's lock held, except that the thread which
  // holds the turn to decode owns the source, and the one that shrinks owns the pyramid.
  private let condition = Condition()
  private let source: any RowSource
  private let pyramid: Pyramid
  private let sink: any TileSink
  private let settings: Settings
  private let twins = TwinTiles()

  private var freeBatches: [RowBatch]
  private var decoded: [RowBatch] = []
  private var tiles = Queue<FinishedTile>()
  private var stock = BufferStock()
  private var rowsLeft: Int
  private var nextRow: Int
  private var isDecoding = false
  private var isShrinking = false
  private var failure: (any Error)?
  private var tally = Tally()

  struct Settings: Sendable {
    var jobs: Int
    var compression: Compression
    var keepsBlank: Bool
    var shrinking: Shrinking
    var background: Background?
    var profile: TileProfile?
    var timesStages: Bool
    var takesFingerprints: Bool
    var isCurrent: (@Sendable (TilePath, _ pixels: UInt64) -> TileFingerprint?)?
    var isCancelled: @Sendable () -> Bool
    var progress: @Sendable (_ settled: Int) -> Void
  }

  /// What was done so far.
  struct Tally: Sendable {
    var rows = 0
    var tiles = 0
    var bytes = 0
    /// What tells each tile from others, where that was asked for.
    var fingerprints: [TilePath: TileFingerprint] = [:]
    /// Seconds of all threads together, by stage; empty unless they were timed.
    var stages: [SliceStage: Double] = [:]
  }

  private enum Work {
    case decode(RowBatch, rows: Int, isLast: Bool)
    case convert(RowBatch, ColourConversion)
    case shrink(RowBatch, BufferStock)
    case encode(FinishedTile)
  }

  /// Creates the work of one pass, whose rows `source` gives.
  ///
  /// `parents` are tiles that deeper passes want written even when clear, `shallower` the grids of
  /// passes that are still to come.
  init(
    source: any RowSource, pass: SlicePass, sink: any TileSink, settings: Settings,
    parents: Set<TilePath> = [], awaitedBy shallower: Set<TileGrid> = []
  ) {
    self.source = source
    self.sink = sink
    self.settings = settings
    pyramid = Pyramid(
      extent: pass.extent, level: pass.level, grids: pass.grids, keepsBlank: settings.keepsBlank,
      shrinking: settings.shrinking, parents: parents, awaitedBy: shallower)
    freeBatches = (0..<RowBatch.number).map { _ in RowBatch(width: pass.extent.x.count) }
    rowsLeft = pass.extent.y.count
    nextRow = pass.extent.y.lowerBound
    let spare = settings.shrinking == .lanczos ? 2 : 1
    for (side, count) in pass.buffers(jobs: settings.jobs) {
      for _ in 0..<(count * spare) { stock.put(PixelBuffer(count: side * side), side: side) }
    }
  }

  /// Does all the work; afterwards the pyramid knows what was made.
  func run() throws -> (tally: Tally, made: [TileCoverage], blank: [TileCoverage]) {
    Threads.run(settings.jobs) { [self] in work() }
    if let failure { throw failure }
    let (made, blank) = pyramid.coverages
    return (tally, made, blank)
  }

  /// The tiles of shallower passes that are parents or partners of tiles made in this one; known
  /// after the work.
  var parentsElsewhere: Set<TilePath> { pyramid.parentsElsewhere }

  /// What each thread does.
  private func work() {
    let clock = StageClock(isOn: settings.timesStages)
    var encoders = Encoders(settings: settings, twins: twins, clock: clock)
    while let work = condition.withLock({ next(clock) }) {
      do {
        try perform(work, &encoders, clock)
      } catch {
        fail(error)
      }
    }
    condition.withLock { tally.stages.merge(clock.seconds, uniquingKeysWith: +) }
  }

  /// Waits for work that can be done and takes it; nil when all is done or something failed.
  private func next(_ clock: StageClock) -> Work? {
    while true {
      if failure == nil, settings.isCancelled() { failure = SliceError.cancelled }
      if failure != nil {
        condition.broadcast()
        return nil
      }
      if let work = takeDecoding() ?? takeShrinking() ?? takeConverting() { return work }
      if let tile = tiles.popFirst() { return .encode(tile) }
      if rowsLeft == 0, !isDecoding, decoded.isEmpty, !isShrinking {
        condition.broadcast()
        return nil
      }
      clock.time(.idle) { condition.wait() }
    }
  }

  private func takeDecoding() -> Work? {
    guard !isDecoding, rowsLeft > 0, let batch = freeBatches.popLast() else { return nil }
    isDecoding = true
    let most = RowBatch.rows(width: source.size.width)
    let rows = min(rowsLeft, most - nextRow % most)
    rowsLeft -= rows
    nextRow += rows
    return .decode(batch, rows: rows, isLast: rowsLeft == 0)
  }

  private func takeShrinking() -> Work? {
    guard !isShrinking, let batch = decoded.first, batch.state == .ready else { return nil }
    let needed = pyramid.buffersNeeded
    guard needed.allSatisfy({ stock.count(side: $0.key) >= $0.value }) else { return nil }
    var reserved = BufferStock()
    for (side, count) in needed {
      for _ in 0..<count { reserved.put(stock.take(side: side), side: side) }
    }
    isShrinking = true
    return .shrink(batch, reserved)
  }

  private func takeConverting() -> Work? {
    guard let conversion = source.conversion,
      let batch = decoded.first(where: { $0.state == .read })
    else { return nil }
    batch.state = .beingConverted
    return .convert(batch, conversion)
  }

  private func perform(
    _ work: Work, _ encoders: inout Encoders, _ clock: StageClock
  ) throws {
    switch work {
    case .decode(let batch, let rows, let isLast):
      try clock.time(.decode) { try decode(batch, rows: rows, isLast: isLast) }
    case .convert(let batch, let conversion):
      clock.time(.convert) { convert(batch, conversion) }
    case .shrink(let batch, let reserved): clock.time(.shrink) { shrink(batch, reserved) }
    case .encode(let tile): try encode(tile, encoders.encoder(side: tile.side), clock)
    }
  }

  private func decode(_ batch: RowBatch, rows: Int, isLast: Bool) throws {
    try batch.pixels.withMutableBytes { try source.readRows(rows, into: &$0) }
    batch.rows = rows
    batch.taken = 0
    batch.state = source.conversion == nil ? .ready : .read
    if isLast { try source.finish() }
    condition.withLock {
      isDecoding = false
      decoded.append(batch)
      tally.rows += rows
      condition.broadcast()
    }
  }

  private func convert(_ batch: RowBatch, _ conversion: ColourConversion) {
    let byteCount = batch.rows * source.size.width * 4
    batch.pixels.withMutableBytes { bytes in
      var rows = bytes._mutatingExtracting(first: byteCount)
      conversion.convert(&rows)
    }
    condition.withLock {
      batch.state = .ready
      condition.broadcast()
    }
  }

  private func shrink(_ batch: RowBatch, _ reserved: BufferStock) {
    var reserved = reserved
    let width = source.size.width
    let end = batch.taken + min(pyramid.rowsAtOnce, batch.rows - batch.taken)
    for row in batch.taken..<end {
      unsafe pyramid.add(batch.pixels.words + row * width, stock: &reserved)
      batch.taken += 1
    }
    let finished = pyramid.takeFinished()
    let blank = pyramid.takeBlankCount()
    if blank > 0 { settings.progress(blank) }
    condition.withLock {
      isShrinking = false
      if batch.taken == batch.rows {
        decoded.removeFirst()
        freeBatches.append(batch)
      }
      tiles.append(finished)
      stock.merge(reserved)
      condition.broadcast()
    }
  }

  private func encode(
    _ tile: FinishedTile, _ encoder: TileEncoder, _ clock: StageClock
  ) throws {
    settings.background?.put(under: tile.pixels, at: tile.path, side: tile.side)
    let pixels = settings.takesFingerprints ? encoder.fingerprint(of: tile.pixels) : 0
    let current = settings.isCurrent.flatMap { $0(tile.path, pixels) }
    let (count, file) = try current.map { (0, $0.file) } ?? write(tile, encoder, clock)
    condition.withLock {
      stock.put(tile.pixels, side: tile.side)
      tally.tiles += 1
      tally.bytes += count
      if settings.takesFingerprints {
        tally.fingerprints[tile.path] = TileFingerprint(pixels: pixels, file: file)
      }
      condition.broadcast()
    }
    if tile.path.scale == .single { settings.progress(1) }
  }

  /// Encodes a tile and hands it to the sink; returns its bytes and their checksum.
  private func write(
    _ tile: FinishedTile, _ encoder: TileEncoder, _ clock: StageClock
  ) throws -> (count: Int, checksum: UInt32) {
    encoder.encode(tile.pixels)
    return try encoder.withBytes { bytes in
      try clock.time(.write) { try sink.put(bytes, at: tile.path) }
      return (bytes.count, settings.takesFingerprints ? crc32(unsafe bytes.bytes) : 0)
    }
  }

  private func fail(_ error: any Error) {
    condition.withLock {
      if failure == nil { failure = error }
      condition.broadcast()
    }
  }
}

/// One thread's encoders, by the tiles' side.
private struct Encoders {
  let settings: SlicePipeline.Settings
  let twins: TwinTiles
  let clock: StageClock
  private var bySide: [Int: TileEncoder] = [:]

  init(settings: SlicePipeline.Settings, twins: TwinTiles, clock: StageClock) {
    self.settings = settings
    self.twins = twins
    self.clock = clock
  }

  mutating func encoder(side: Int) -> TileEncoder {
    if let encoder = bySide[side] { return encoder }
    let encoder = TileEncoder(
      side: side, compression: settings.compression, profile: settings.profile, twins: twins,
      clock: clock)
    bySide[side] = encoder
    return encoder
  }
}

/// First in, first out.
private struct Queue<Element> {
  private var elements: [Element] = []
  private var head = 0

  mutating func append(_ new: [Element]) { elements += new }

  mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    defer {
      head += 1
      if head == elements.count || head > 1024 {
        elements.removeFirst(head)
        head = 0
      }
    }
    return elements[head]
  }
}

extension BufferStock {
  /// Puts all of another stock's memory into this one.
  mutating func merge(_ other: BufferStock) {
    for (side, buffers) in other.all {
      for buffer in buffers { put(buffer, side: side) }
    }
  }
}
