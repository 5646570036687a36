private import QuillCore

/// The blocks of a drawing in their order, and the threads that filter and compress them.
///
/// Any thread takes the oldest block that can be worked on. A block can be filtered once it is
/// filled, and compressed once the one before it was filtered too.
final class BlockLine: @unchecked Sendable {
  // Everything that changes is touched only with the condition's lock held; a block that is being
  // filtered or compressed belongs to the thread that does it.
  private let condition = Condition()
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
  func takeTools() -> BlockTools? { condition.withLock { tools.popLast() } }

  /// Works until the line is closed.
  func work() {
    guard let tools = takeTools() else { return }
    while let work = condition.withLock({ next() }) { perform(work, tools) }
  }

  /// Works until the oldest block is done, or a piece of work if none is done.
  func help(_ tools: BlockTools) {
    let work = condition.withLock { () -> Work? in
      while line.first?.stage != .done {
        if let work = take() { return work }
        condition.wait()
      }
      return nil
    }
    if let work { perform(work, tools) }
  }

  /// An empty block, nil when as many as there may be are in use.
  func takeFree() -> DrawingBlock? {
    condition.withLock {
      if let block = free.popLast() { return block }
      guard unmade > 0 else { return nil }
      unmade -= 1
      return DrawingBlock(shape)
    }
  }

  /// Puts a filled block at the end of the line.
  func append(_ block: DrawingBlock) {
    condition.withLock {
      block.stage = .filled
      line.append(block)
      condition.broadcast()
    }
  }

  /// The oldest block when it is done; it leaves the line.
  func takeDone() -> DrawingBlock? {
    condition.withLock { line.first?.stage == .done ? line.removeFirst() : nil }
  }

  /// Gives back a block that was taken.
  func giveBack(_ block: DrawingBlock) { condition.withLock { free.append(block) } }

  /// Whether no block is in the line.
  var isEmpty: Bool { condition.withLock { line.isEmpty } }

  /// Lets the threads in `work` come back.
  func close() {
    condition.withLock {
      isClosed = true
      condition.broadcast()
    }
  }

  private func next() -> Work? {
    while !isClosed {
      if let work = take() { return work }
      condition.wait()
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
      condition.withLock {
        block.after.isReady = true
        block.stage = .filtered
        condition.broadcast()
      }
    case .deflate(let block):
      block.deflate(tools)
      condition.withLock {
        block.stage = .done
        condition.broadcast()
      }
    }
  }
}
