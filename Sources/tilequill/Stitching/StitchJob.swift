import QuillCore
import QuillRaster

/// Tiles to be put together, and how.
struct StitchJob {
  let source: TilesetWords
  let out: String
  let place: Place
  var holes = "transparent"
  var replaces = false
  /// Whether the disk has to have each file before it takes its name.
  var syncs = true
  var jobs = 1
  var memoryLimit = Int.max

  init(source: TilesetWords, out: String, place: Place) {
    self.source = source
    self.out = out
    self.place = place
  }

  /// Which tiles were asked for.
  struct Place {
    let zoom: Zoom
    /// Nil for all tiles of the zoom.
    let area: StitchArea?
  }

  /// A drawing that was put together.
  struct Stitched {
    let plan: StitchPlan
    /// Whether it lies on the map: that of a plain pyramid lies nowhere.
    let isPlaced: Bool
  }

  /// Writes the drawing, and says what it holds.
  func run(on console: Console) throws -> Stitched {
    let start = LibC.seconds()
    let opened = try source.open()
    let steady = try SteadyFolder(opened)
    let record = try opened.readableRecord(of: source.path)
    let files = try StitchedFiles(out, replaces: replaces)
    let plan: StitchPlan
    do {
      plan = try makePlan(opened, record)
      let filling = try readHoles(side: plan.tileSide)
      echo(plan, console)
      try write(plan, opened, record, filling, into: files, steady, console)
    } catch StitchError.cancelled {
      throw Interrupt.Requested()
    } catch let error as StitchError {
      throw CommandFailure("\(error)", about: source.path, remedy: error.remedy)
    } catch let error as FileError {
      throw CommandFailure("\(error)", about: error.path)
    } catch let error as PNGError {
      throw CommandFailure("\(error)", about: out)
    }
    report(plan, seconds: LibC.seconds() - start, console)
    return Stitched(plan: plan, isPlaced: record.isPlaced)
  }

  private func makePlan(_ opened: any TileSource, _ record: SliceRecord?) throws -> StitchPlan {
    let plan = try StitchPlan(
      of: opened, record: record, zoom: place.zoom, area: place.area, jobs: jobs,
      isCancelled: { Interrupt.isRequested })
    let needed = plan.memory(jobs: jobs)
    guard needed <= memoryLimit else {
      throw StitchError.needsMemory(needed: needed, limit: memoryLimit)
    }
    return plan
  }

  private func readHoles(side: Int) throws -> HoleFilling {
    switch holes {
    case "transparent": return .clear
    case "parent": return .parent
    default: break
    }
    guard holes.lowercased().hasSuffix(".png") else {
      throw CommandFailure(
        "is '\(holes)' (expected transparent, parent or a picture, FILE.png)", about: "--holes")
    }
    do {
      guard let bytes = try FileSystem.read(holes) else {
        throw CommandFailure("does not exist", about: holes)
      }
      var reader = TileReader()
      var picture = TilePicture()
      let header = try reader.read(bytes.span, into: &picture.pixels).header
      picture.reshape(width: header.width, height: header.height)
      guard header.width == side, header.height == side else {
        throw CommandFailure(
          "is not as large as a tile (found \(header.width)x\(header.height) pixels, expected"
            + " \(side)x\(side))", about: holes)
      }
      return .picture(picture)
    } catch let error as PNGError {
      throw CommandFailure("\(error)", about: holes)
    }
  }

  private func write(
    _ plan: StitchPlan, _ opened: any TileSource, _ record: SliceRecord?, _ filling: HoleFilling,
    into files: StitchedFiles, _ steady: SteadyFolder, _ console: Console
  ) throws {
    let writer = try DrawingWriter(
      path: out, replacing: replaces, size: plan.size, isOpaque: plan.isOpaque, jobs: jobs)
    let progress = console.progress("tiles", total: plan.area.count)
    defer { progress.end() }
    var stitcher = Stitcher(plan: plan)
    stitcher.record = record
    stitcher.holes = filling
    stitcher.jobs = jobs
    stitcher.isCancelled = { Interrupt.isRequested }
    stitcher.progress = { progress.advance(by: $0) }
    try stitcher.stitch(opened, into: writer)
    try steady.check()
    try files.finish(writer, plan, isPlaced: record.isPlaced, syncs: syncs)
  }
}

extension StitchJob {
  /// How many ranges of missing tiles are named.
  private static let shownCount = 20

  private func echo(_ plan: StitchPlan, _ console: Console) {
    let bytes = plan.size.width * plan.size.height * (plan.isOpaque ? 3 : 4)
    console.notice(
      "\(out): \(plan.size) pixels, \(plan.area) tiles of zoom \(plan.area.zoom),"
        + " \(bytes.asBytes) before packing")
  }

  private func report(_ plan: StitchPlan, seconds: Double, _ console: Console) {
    let ranges = plan.holes.ranges
    if !ranges.isEmpty {
      let count = plan.holes.count
      console.notice(
        "\(source.path): \(count) \(count == 1 ? "tile is" : "tiles are") missing")
      for range in ranges.prefix(Self.shownCount) { console.notice("  \(range)") }
      if ranges.count > Self.shownCount {
        console.notice("  and \(ranges.count - Self.shownCount) more such lines")
      }
    }
    let bytes =
      if case .file(let bytes)? = try? FileSystem.kind(of: out) { bytes } else { 0 }
    let tenths = (seconds * 10).rounded() / 10
    console.notice(
      "\(out): \(plan.present.count) tiles, \(plan.blank.count) blank, \(plan.holes.count) missing,"
        + " \(bytes.asBytes), \(tenths) seconds")
  }
}

extension SliceRecord? {
  /// Whether the set lies on the map, as those do of which nothing is known.
  var isPlaced: Bool { self?.isPlaced ?? true }
}

extension StitchError {
  /// What to do about tiles that do not make one picture.
  var remedy: String? {
    switch self {
    case .noTiles, .vanished, .notSquare, .unexpectedSize, .cancelled: nil
    case .mixedSizes, .badTile: "See which: tilequill validate"
    case .formats: "Only PNG tiles can be put together without loss."
    case .needsMemory(let needed, _):
      "Ask for fewer columns: --bounds or --tiles; or allow it: --max-memory"
        + " \((needed >> 20) + 1)M"
    }
  }
}
