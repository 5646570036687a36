/// The blocks of a drawing in their order, and the threads that filter and compress them.
///
/// Any thread takes the oldest block that can be worked on. A block can be filtered once it is
/// filled, and compressed once the one before it was filtered too.
final class BlockLine: @unchecked Sendable {
  // Everything that changes is touched only with the monitor's lock held; a block that is being
  // filtered or compressed belongs to the thread that does it.
  private let monitor = Monitor()
  private let shape: DrawingBlock.Shape
  private var line: [DrawingBlock] = []
  private var free: [DrawingBlock] = []
  private var unmade: Int
  private var isClosed = false
  private var tools: [BlockTools]

  private enum Work {
    case filter(DrawingBlock)
    case deflate(DrawingBlock)
  }

  /// Creates a line of at most `limit` blocks, with a set of tools for each thread.
  init(_ shape: DrawingBlock.Shape, limit: Int, tools: [BlockTools]) {
    self.shape = shape
    self.tools = tools
    unmade = limit
  }

  /// The tools of one thread, nil when all are taken.
  func takeTools() -> BlockTools? { monitor.withLock { tools.popLast() } }

  /// Works until the line is closed.
  func work() {
    guard let tools = takeTools() else { return }
    while let work = monitor.withLock({ next() }) { perform(work, tools) }
  }

  /// Works until the oldest block is done, or a piece of work if none is done.
  func help(_ tools: BlockTools) {
    let work = monitor.withLock { () -> Work? in
      while line.first?.stage != .done {
        if let work = take() { return work }
        monitor.wait()
      }
      return nil
    }
    if let work { perform(work, tools) }
  }

  /// An empty block, nil when as many as there may be are in use.
  func takeFree() -> DrawingBlock? {
    monitor.withLock {
      if let block = free.popLast() { return block }
      guard unmade > 0 else { return nil }
      unmade -= 1
      return DrawingBlock(shape)
    }
  }

  /// Puts a filled block at the end of the line.
  func append(_ block: DrawingBlock) {
    monitor.withLock {
      block.stage = .filled
      line.append(block)
      monitor.signal()
    }
  }

  /// The oldest block when it is done; it leaves the line.
  func takeDone() -> DrawingBlock? {
    monitor.withLock { line.first?.stage == .done ? line.removeFirst() : nil }
  }

  /// Gives back a block that was taken.
  func giveBack(_ block: DrawingBlock) { monitor.withLock { free.append(block) } }

  /// Whether no block is in the line.
  var isEmpty: Bool { monitor.withLock { line.isEmpty } }

  /// Lets the threads in `work` come back.
  func close() {
    monitor.withLock {
      isClosed = true
      monitor.signal()
    }
  }

  private func next() -> Work? {
    while !isClosed {
      if let work = take() { return work }
      monitor.wait()
    }
    return nil
  }

  private func take() -> Work? {
    for block in line {
      if block.stage == .filled {
        block.stage = .filtering
        return .filter(block)
      }
      if block.stage == .filtered, block.before.isReady {
        block.stage = .deflating
        return .deflate(block)
      }
    }
    return nil
  }

  private func perform(_ work: Work, _ tools: BlockTools) {
    switch work {
    case .filter(let block):
      block.filter(tools)
      monitor.withLock {
        block.after.isReady = true
        block.stage = .filtered
        monitor.signal()
      }
    case .deflate(let block):
      block.deflate(tools)
      monitor.withLock {
        block.stage = .done
        monitor.signal()
      }
    }
  }
}
