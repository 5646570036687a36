import Foundation
import QuillCore
import QuillRaster

/// The pieces of work that the bench starts as programs of their own.
enum BenchCommands {
  /// `art STYLE SIZE OUT.png [--seed N] [--jobs N]`: paints a drawing.
  static func art(_ arguments: [String]) throws {
    guard arguments.count >= 3 else { throw BenchOptions.Failure(description: BenchOptions.usage) }
    var seed = 1
    var jobs = ProcessInfo.processInfo.activeProcessorCount
    var rest = arguments.dropFirst(3)
    while let name = rest.popFirst() {
      let value = try BenchOptions.number(name, rest.popFirst() ?? "")
      switch name {
      case "--seed": seed = value
      case "--jobs": jobs = value
      default: throw BenchOptions.Failure(description: "unknown option '\(name)'")
      }
    }
    try ArtDrawing.write(
      BenchOptions.style(arguments[0]), size: BenchOptions.number("SIZE", arguments[1]),
      seed: UInt64(seed), to: arguments[2], jobs: jobs)
  }

  /// `stages DRAWING COMPRESS JOBS`: slices into nothing, and prints the seconds of each stage.
  static func stages(_ arguments: [String]) throws {
    guard arguments.count == 3, let compression = Compression(rawValue: arguments[1]),
      let tile = Tile(SliceRace.tile)
    else { throw BenchOptions.Failure(description: "stages DRAWING fast|default|small JOBS") }
    let drawing = try DrawingFile(path: arguments[0])
    var slicer = Slicer(plan: try SlicePlan(drawing: drawing.size, placement: .at(tile)))
    slicer.jobs = try BenchOptions.number("JOBS", arguments[2])
    slicer.compression = compression
    slicer.timesStages = true
    let outcome = try slicer.slice(drawing, into: NoSink())
    let seconds = SliceStage.allCases.map { (outcome.stages[$0] ?? 0).seconds }
    print("| " + seconds.joined(separator: " | ") + " |")
  }

  /// `write PICTURE.v OUT.png JOBS`: writes the raw pixels of a libvips file as PNG.
  static func write(_ arguments: [String]) throws {
    guard arguments.count == 3 else {
      throw BenchOptions.Failure(description: "write PICTURE.v OUT.png JOBS")
    }
    let picture = try RawPicture(path: arguments[0])
    let writer = try DrawingWriter(
      path: arguments[1], size: picture.size, isOpaque: picture.bands == 3,
      jobs: BenchOptions.number("JOBS", arguments[2]))
    while writer.remainingRowCount > 0 {
      let rows = try picture.readRows(min(64, writer.remainingRowCount))
      try writer.writeRows(rows.count / picture.size.width / 4, from: rows.span)
    }
    try writer.finish()
  }

  /// `paint DRAWING OUT.png stroke|profile JOBS`: a copy of a drawing with a brush stroke of 200 x 200
  /// pixels in its middle, or with the colour profile of other screens.
  static func paint(_ arguments: [String]) throws {
    guard arguments.count == 4, ["stroke", "profile"].contains(arguments[2]) else {
      throw BenchOptions.Failure(description: "paint DRAWING OUT.png stroke|profile JOBS")
    }
    let drawing = try DrawingReader(path: arguments[0])
    let (width, height) = (drawing.header.width, drawing.header.height)
    let stroke = PaintedStroke(width: width, height: height)
    let chunks =
      arguments[2] == "profile"
      ? [DrawingWriter.Chunk("iCCP", TileProfile.wide.chunk)] : []
    let writer = try DrawingWriter(
      path: arguments[1], size: PixelSize(width: width, height: height),
      jobs: BenchOptions.number("JOBS", arguments[3]), chunks: chunks)
    var rows = [UInt8](repeating: 0, count: 64 * width * 4)
    while drawing.remainingRowCount > 0 {
      let first = drawing.readRowCount
      var span = rows.mutableSpan
      let count = try drawing.readRows(64, into: &span)
      if arguments[2] == "stroke" { stroke.paint(&rows, first: first, count: count) }
      try writer.writeRows(count, from: rows.span.extracting(first: count * width * 4))
    }
    try drawing.finish()
    try writer.finish()
  }

  /// Takes tiles and keeps none.
  private final class NoSink: TileSink {
    func put(_ bytes: Span<UInt8>, at path: TilePath) {}
    func finish(metadata: TilesetMetadata, record: SliceRecord?) {}
  }
}

extension Double {
  /// A number of seconds with two digits after the point.
  var seconds: String { String(format: "%.2f", self) }
}
