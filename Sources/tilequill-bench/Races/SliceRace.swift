import Foundation
import QuillCore
import QuillRaster

/// Cutting a drawing into all its zooms.
enum SliceRace {
  /// The tile that holds every drawing's top-left corner, in Central Park.
  static let tile = "16/19300/24624"

  static func race(_ drawing: BenchDrawing, jobs: Int) throws -> BenchRace {
    let programs =
      try ours(drawing, jobs: jobs) + vips(drawing, jobs: jobs)
      + gdal(drawing, jobs: jobs) + [imageMagick(drawing, jobs: jobs)]
    return BenchRace(
      title: "Slice a \(drawing.style) of \(drawing.size) x \(drawing.size) pixels",
      inputs: [drawing.path], programs: programs)
  }

  private static func ours(_ drawing: BenchDrawing, jobs: Int) throws -> [BenchProgram] {
    let program = try BenchProgram.built("tilequill")
    return ["fast", "default"].map { compression in
      BenchProgram(name: "tilequill, \(compression)", isOurs: true) { out in
        .init(
          path: program,
          arguments: [
            "slice", drawing.path, out, "--at", tile, "--compress", compression, "--jobs",
            "\(jobs)",
          ])
      }
    }
  }

  /// libvips by its own program, and by Python where one is named: that one may be newer.
  private static func vips(_ drawing: BenchDrawing, jobs: Int) -> [BenchProgram] {
    let quick = "compression=1,filter=up"
    let environment = ["VIPS_CONCURRENCY": "\(jobs)"]
    let version = BenchProgram.version("vips", ["--version"])
    var programs = [
      BenchProgram.installed("vips\(version) dzsave", "vips", environment: environment) { out in
        ["dzsave", drawing.path, out, "--layout", "google", "--suffix", ".png"]
      },
      BenchProgram.installed(
        "vips\(version) dzsave, level 1, filter up, blank skipped", "vips",
        environment: environment
      ) { out in
        [
          "dzsave", drawing.path, out, "--layout", "google", "--suffix", ".png[\(quick)]",
          "--background", "0", "--skip-blanks", "0",
        ]
      },
    ]
    guard let python = BenchOptions.environment("TILEQUILL_VIPS_PYTHON") else {
      return programs + [.missing("pyvips (TILEQUILL_VIPS_PYTHON)")]
    }
    let newer = BenchProgram.version(
      python, ["-c", "import pyvips as v; print(f'{v.version(0)}.{v.version(1)}.{v.version(2)}')"])
    let settings = [
      "": "suffix='.png'",
      ", level 1, filter up, blank skipped":
        "suffix='.png[\(quick)]',background=[0],skip_blanks=0",
    ]
    for (name, setting) in settings.sorted(by: { $0.key < $1.key }) {
      let script =
        "import pyvips,sys; pyvips.Image.new_from_file(sys.argv[1],access='sequential')"
        + ".dzsave(sys.argv[2],layout='google',\(setting))"
      programs.append(
        BenchProgram.installed(
          "pyvips, vips\(newer) dzsave\(name)", python, environment: environment
        ) {
          ["-c", script, drawing.path, $0]
        })
    }
    return programs
  }

  private static func gdal(_ drawing: BenchDrawing, jobs: Int) -> [BenchProgram] {
    guard let map = drawing.georeferenced() else {
      return [.missing("gdal2tiles"), .missing("gdal raster tile")]
    }
    let shallowest = "\(drawing.shallowestZoom)"
    let version = BenchProgram.version("gdal_translate", ["--version"])
    let tiles = BenchProgram.installed(
      "gdal2tiles\(version)", "gdal2tiles.py"
    ) { out in
      [
        "-q", "--xyz", "--processes=\(jobs)", "-w", "none", "-z", "\(shallowest)-16", map, out,
      ]
    }
    let options = [
      "--tiling-scheme", "WebMercatorQuad", "--min-zoom", shallowest, "--max-zoom", "16",
      "--num-threads", "\(jobs)", "--webviewer", "none",
    ]
    guard let python = BenchOptions.environment("TILEQUILL_GDAL_PYTHON") else {
      return [
        tiles,
        .installed("gdal raster tile", "gdal") { ["raster", "tile"] + options + [map, $0] },
      ]
    }
    let script =
      "import sys; from osgeo import gdal; gdal.UseExceptions(); gdal.Run('raster','tile',"
      + "input=sys.argv[1],output=sys.argv[2],tiling_scheme='WebMercatorQuad',"
      + "min_zoom=\(shallowest),max_zoom=16,num_threads='\(jobs)',webviewer='none')"
    return [
      tiles, .installed("gdal raster tile (Python)", python) { ["-c", script, map, $0] },
    ]
  }

  /// One zoom only: ImageMagick knows no others.
  private static func imageMagick(_ drawing: BenchDrawing, jobs: Int) -> BenchProgram {
    let version = BenchProgram.version("convert", ["-version"])
    return .installed(
      "ImageMagick\(version) -crop, one zoom", "convert",
      environment: ["MAGICK_THREAD_LIMIT": "\(jobs)"]
    ) { out in
      // It makes no folder: a file's name begins each tile's.
      [drawing.path, "-crop", "256x256", "+repage", "\(out)-%05d.png"]
    }
  }
}
