import QuillCore
import QuillRaster

/// Slices a drawing into nothing, and tells how long each stage took.
enum Stages {
  /// Takes tiles and keeps none.
  private final class NoSink: TileSink {
    func put(_ bytes: Span<UInt8>, at path: TilePath) {}
    func finish(metadata: TilesetMetadata, record: SliceRecord?) {}
  }

  static func run(_ path: String, compression: Compression, jobs: Int) throws -> String {
    let drawing = try DrawingReader(path: path)
    guard let tile = Tile("16/19300/24624") else { return "" }
    var slicer = Slicer(plan: try SlicePlan(drawing: drawing.size, placement: .at(tile)))
    slicer.jobs = jobs
    slicer.compression = compression
    slicer.timesStages = true
    let outcome = try slicer.slice(drawing, at: path, into: NoSink())
    let stages = SliceStage.allCases.map { stage in
      "\(stage) \((100 * (outcome.stages[stage] ?? 0)).rounded() / 100)"
    }
    return stages.joined(separator: " | ") + " | bytes \(outcome.bytes)"
  }
}
