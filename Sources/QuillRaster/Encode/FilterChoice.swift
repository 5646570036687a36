extension TileEncoder {
  /// Writes the file of a packed tile with the prediction and level that are worth their time.
  func write(_ format: PixelFormat) {
    // The file of the tile before is taken; samples are packed into its memory.
    file.beginFile()
    switch compression {
    case .fast, .default:
      let (strategy, share) = clock.time(.filter) { trial(format) }
      writeFile(format, strategy, level: compression.level(share: share))
    case .small: search(format)
    }
  }

  /// Packs a sample of the rows plain and predicted, quickly; returns the better of the two and the
  /// share of its bytes that the sample packed to.
  ///
  /// The filter matters more than the compressor, and no single one is right: on flat art and grain
  /// prediction costs a fifth, on washes it saves one. Sixteen rows of 256, in four groups of
  /// neighbours, found the better one as often as twice as many; of a tile below 32 pixels all rows
  /// are taken. Packed pixels of less than a byte are never predicted.
  private func trial(_ format: PixelFormat) -> (FilterStrategy, share: Double) {
    let rowBytes = format.rowBytes(width: side)
    let predicts = format.bitsPerPixel >= 16
    let isSmall = side < 32
    let group = isSmall ? side : 4
    var plain = 0
    var predicted = 0
    var sampled = 0
    for start in isSmall ? [0] : Array(stride(from: side / 16, to: side, by: side / 4)) {
      let source = unsafe unfiltered + start * (rowBytes + 1)
      sampled += group * (rowBytes + 1)
      plain += unsafe packedSize(source, group * (rowBytes + 1))
      guard predicts else { continue }
      unsafe bench.filter(
        source, rows: group, rowBytes: rowBytes, step: format.filterStep, isTop: isSmall,
        .all(.paeth), into: filtered)
      predicted += unsafe packedSize(filtered, group * (rowBytes + 1))
    }
    let pays = predicts && predicted < plain
    return (.all(pays ? .paeth : .plain), Double(pays ? predicted : plain) / Double(sampled))
  }

  /// Tries every prediction at a middling level, and the best of them at the highest.
  private func search(_ format: PixelFormat) {
    var tried: [(size: Int, strategy: FilterStrategy)] = []
    for strategy in FilterStrategy.search {
      writeFile(format, strategy, level: 5)
      tried.append((file.length, strategy))
    }
    tried.sort { $0.size < $1.size }
    var best: [UInt8] = []
    for (_, strategy) in tried.prefix(3) {
      writeFile(format, strategy, level: 12)
      if best.isEmpty || file.length < best.count { best = file.finished }
    }
    file.beginFile(as: best)
  }

  private func packedSize(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int {
    let bytes = unsafe RawSpan(_unsafeStart: start, byteCount: count)
    return file.scratch { deflaters.pack(bytes, level: 1, into: &$0) }
  }
}
