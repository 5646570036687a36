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
