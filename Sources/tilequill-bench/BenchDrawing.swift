import Foundation
import QuillCore

/// A drawing that the races share, painted when it is first needed.
struct BenchDrawing {
  let style: ArtStyle

  /// Pixels along each side.
  let size: Int

  let path: String

  /// Finds the drawing, or paints it by a program of its own.
  init(_ style: ArtStyle, size: Int) throws {
    self.style = style
    self.size = size
    path = "\(BenchOptions.artFolder)/\(style)-\(size).png"
    guard try FileSystem.kind(of: path) == nil else { return }
    let own = try BenchProgram.built("tilequill-bench")
    let run = try MeasuredRun(.init(path: own, arguments: ["art", "\(style)", "\(size)", path]))
    guard run.took.status == 0 else { throw BenchOptions.Failure(description: run.complaint) }
  }

  /// Megabytes of the file.
  var megabytes: Double {
    if case .file(let bytes)? = try? FileSystem.kind(of: path) { return Double(bytes) / 1e6 }
    return 0
  }

  /// The zoom where the whole drawing is one tile.
  var shallowestZoom: Int {
    var zoom = 16
    var side = size
    while side > 256, zoom > 0 {
      side = (side + 1) / 2
      zoom -= 1
    }
    return zoom
  }

  /// A file that tells GDAL where the drawing lies, pixel on pixel of zoom 16; nil without GDAL.
  func georeferenced() -> String? {
    guard let translate = BenchProgram.path(of: "gdal_translate"),
      let tile = Tile(SliceRace.tile)
    else { return nil }
    // The map is a square of 2π · 6378137 metres a side, its middle at 0, 0 (EPSG:3857).
    let edge = Double.pi * 6_378_137
    let pixel = 2 * edge / Double(256 << 16)
    let (left, top) = (Double(tile.x * 256) * pixel - edge, edge - Double(tile.y * 256) * pixel)
    let map = "\(BenchOptions.artFolder)/\(style)-\(size).vrt"
    let corners = [left, top, left + Double(size) * pixel, top - Double(size) * pixel]
    let run = try? MeasuredRun(
      .init(
        path: translate,
        arguments: ["-q", "-of", "VRT", "-a_srs", "EPSG:3857", "-a_ullr"]
          + corners.map { "\($0)" } + [path, map]))
    return run?.took.status == 0 ? map : nil
  }
}
