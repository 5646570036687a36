import QuillCore
import QuillRaster

/// A drawing to be cut, and how: what the commands that slice have in common.
struct SliceJob {
  let drawing: String
  let placement: PlacementWords
  var zooms: ZoomRange?
  var look = SlicePlan.Look()
  var background: String?
  var fallback: String?
  /// The name of the fallback that OUT has already, for when none is given.
  private(set) var keptFallback: String?
  var keepsBlank = false
  var writesRecord = true
  var compression = Compression.default
  var jobs = 1
  var memoryLimit = Int.max
  var colours = ColourHandling.convert
  var tileLimit: Int?

  /// Whether the disk has to have what was written before it takes its name.
  var syncs = true

  /// Whether an update makes tiles anew that a person edited since the last slice.
  var discardsEdits = false

  /// The options that shape the tiles and were given, by their names.
  var given: Set<String> = []

  /// The options that are as in the slice before, as they would be typed.
  private(set) var asLastTime: [String] = []

  init(drawing: String, placement: PlacementWords) {
    self.drawing = drawing
    self.placement = placement
  }

  /// A drawing that was opened and placed, before any pixel is read.
  struct Opened {
    let path: String
    let file: DrawingFile
    let plan: SlicePlan
    let background: Background?
    /// How the placement is told to the user.
    let placementEcho: String
    /// What else there is to tell of how the placement was read.
    let placementNotices: [String]
    /// Whether the drawing is cut as it is stored, though its camera says to turn it.
    let isAsStored: Bool
    /// Whether zooms were asked for by name.
    let asksForZooms: Bool
    /// The options that are as in the slice before, as they would be typed.
    let asLastTime: [String]
  }

  /// The job with the options of an earlier slice, where no others are given now.
  ///
  /// Without a record, only the fallback is known, from the metadata.
  func adopting(_ record: SliceRecord?, _ metadata: TilesetMetadata?) -> SliceJob {
    var job = keepingFallback(record, metadata)
    guard let old = record?.options else { return job }
    func adopt<Value: Equatable>(
      _ option: OptionDeclaration, _ path: WritableKeyPath<SliceJob, Value>, _ value: Value?,
      _ text: String? = nil
    ) {
      guard let value, !given.contains(option.name), job[keyPath: path] != value else { return }
      job[keyPath: path] = value
      job.asLastTime.append(option.name + (text.map { " \($0)" } ?? ""))
    }
    if zooms == nil, !old.zoomsFollowDrawing {
      job.zooms = old.zooms
      job.asLastTime.append("\(SliceCommand.zoom.name) \(old.zooms)")
    }
    adopt(SliceCommand.tileSize, \.look.tileSize, old.tileSize, "\(old.tileSize.pixels)")
    adopt(SliceCommand.retina, \.look.hasRetina, old.hasRetina)
    adopt(
      SliceCommand.resample, \.look.resampling, Resampling(rawValue: old.resample), old.resample)
    adopt(SliceCommand.shrink, \.look.shrinking, Shrinking(rawValue: old.shrink), old.shrink)
    adopt(SliceCommand.background, \.background, old.background, old.background)
    adopt(SliceCommand.keepBlank, \.keepsBlank, old.keepsBlank)
    adopt(SliceCommand.colorProfile, \.colours, old.keepsColours ? .keep : .convert, "keep")
    return job
  }

  /// The job with the fallback's name as it was, for where no other is given.
  func keepingFallback(_ record: SliceRecord?, _ metadata: TilesetMetadata?) -> SliceJob {
    var job = self
    job.keptFallback = record?.options.fallback ?? metadata?.fallback
    return job
  }

  /// Drops the fallback's name, where the set does not have the file.
  mutating func forgetFallback() { keptFallback = nil }

  /// Opens the drawing and works out what will be made.
  ///
  /// With a record, what was said last time counts where nothing is said now.
  func open(after record: SliceRecord? = nil) throws -> Opened {
    var file = try openFile {
      () throws(DrawingError) in
      try DrawingFile(path: drawing, memoryLimit: memoryLimit, colours: colours)
    }
    guard let found = try find(for: file, after: record) else {
      throw CommandFailure(
        "it is not said where the drawing lies", about: drawing,
        remedy: "Say it: --bounds WEST,SOUTH,EAST,NORTH, or --at ZOOM/X/Y, --points FILE.csv,"
          + " --center LON,LAT --width 800m, or --plain")
    }
    if found.isAsStored {
      file = try openFile { [file] () throws(DrawingError) in try file.asStored() }
    }
    return Opened(
      path: drawing, file: file, plan: try plan(found.placement, file.size),
      background: try readBackground(), placementEcho: found.echo,
      placementNotices: found.notices, isAsStored: found.isAsStored, asksForZooms: zooms != nil,
      asLastTime: asLastTime)
  }

  private func openFile(
    _ open: () throws(DrawingError) -> DrawingFile
  ) throws(CommandFailure) -> DrawingFile {
    do throws(DrawingError) {
      return try open()
    } catch {
      throw failure(error)
    }
  }

  private func find(
    for file: DrawingFile, after record: SliceRecord?
  ) throws -> PlacementWords.Found? {
    guard placement.isUnsaid, let record else {
      return try placement.find(for: file)
    }
    // A stitched drawing need not have the shape of the one before.
    if let stitched = try placement.findStitched(for: file) { return stitched }
    let old = PixelSize(width: record.drawing.width, height: record.drawing.height)
    do throws(PlacementError) {
      let isAsStored = record.drawing.isAsStored && file.hasOrientation
      let size = isAsStored ? file.storedSize : file.size
      let now = try record.placement.scaled(from: old, to: size)
      return PlacementWords.Found(
        placement: now, echo: "\(now), as last time", isAsStored: isAsStored)
    } catch {
      throw CommandFailure(
        "\(error)", about: drawing, remedy: "Say where it lies now, as with --bounds or --at")
    }
  }

  private func plan(_ placement: Placement, _ size: PixelSize) throws -> SlicePlan {
    do {
      let plan = try SlicePlan(drawing: size, placement: placement, zooms: zooms, look: look)
      if let tileLimit, plan.tileCount > tileLimit {
        throw SliceError.tooManyTiles(plan.tileCount, limit: tileLimit)
      }
      let needed = plan.memory(jobs: jobs)
      guard needed <= memoryLimit else {
        throw SliceError.needsMemory(drawing: size, needed: needed, limit: memoryLimit)
      }
      return plan
    } catch let error as SliceError {
      throw CommandFailure("\(error)", about: drawing, remedy: error.remedy)
    } catch let error as PlacementError {
      throw CommandFailure("\(error)", about: drawing)
    }
  }

  private func readBackground() throws -> Background? {
    guard let background else { return nil }
    if let colour = Background(color: background) { return colour }
    if background.hasPrefix("#") {
      throw CommandFailure(
        "is not a colour (expected #rgb, #rrggbb or #rrggbbaa)", about: background)
    }
    do throws(PNGError) {
      return try Background(picture: background)
    } catch {
      throw CommandFailure("\(error)", about: background)
    }
  }

  /// The name that the fallback has in OUT, nil without one.
  private var fallbackName: String? { fallback.map(FileSystem.name) ?? keptFallback }

  /// Reads the fallback that was given, and looks whether an app can show it in the place of a tile.
  func readFallback() throws -> FallbackPicture? {
    guard let fallback else { return nil }
    let name = FileSystem.name(of: fallback)
    guard name.hasSuffix(".png") else {
      throw CommandFailure(
        "is not named as a PNG (expected a name that ends in .png)", about: fallback)
    }
    do {
      guard let bytes = try FileSystem.read(fallback) else {
        throw CommandFailure("does not exist", about: fallback)
      }
      var reader = TileReader()
      var pixels: [UInt8] = []
      let header = try reader.read(bytes.span, into: &pixels).header
      let side = look.tileSize.pixels
      guard header.width == side, header.height == side else {
        throw CommandFailure(
          "is not as large as a tile (found \(header.width)x\(header.height) pixels, expected"
            + " \(side)x\(side))", about: fallback)
      }
      guard let picture = FallbackPicture(name: name, bytes: bytes) else {
        throw CommandFailure(
          "would take the place of the set's own files under that name", about: fallback,
          remedy: "Give it a name such as \(FallbackPicture.usualName)")
      }
      return picture
    } catch let error as FileError {
      throw CommandFailure("\(error)", about: fallback)
    } catch let error as PNGError {
      throw CommandFailure("\(error)", about: fallback)
    }
  }

  /// What a command reports of a drawing that cannot be read.
  func failure(_ error: DrawingError) -> CommandFailure {
    CommandFailure("\(error)", about: drawing, remedy: error.remedy)
  }

  /// Cuts the drawing into the sink, which the caller then finishes.
  ///
  /// - Throws: `DrawingError.changed` as it is, for a watch, which then tries again; `CommandFailure`.
  func slice(
    _ opened: Opened, into sink: any TileSink, _ console: Console,
    isCurrent: (@Sendable (TilePath, UInt64) -> TileFingerprint?)? = nil
  ) throws -> Slicer.Outcome {
    var slicer = slicer(opened)
    slicer.isCurrent = isCurrent
    let progress = console.progress("tiles", total: opened.plan.tileCount)
    defer { progress.end() }
    slicer.progress = { progress.advance(by: $0) }
    do {
      return try slicer.slice(opened.file, into: sink)
    } catch let error as DrawingError where error != .changed {
      throw failure(error)
    } catch SliceError.cancelled {
      throw Interrupt.Requested()
    }
  }
}

extension SliceJob {
  /// The slicer as the options have it.
  func slicer(_ opened: Opened) -> Slicer {
    var slicer = Slicer(plan: opened.plan)
    slicer.jobs = jobs
    slicer.compression = compression
    slicer.keepsBlank = keepsBlank
    slicer.background = opened.background
    slicer.takesFingerprints = writesRecord
    slicer.isCancelled = { Interrupt.isRequested }
    return slicer
  }

  /// What the new tileset says of itself.
  func metadata(_ opened: Opened) -> TilesetMetadata {
    let plan = opened.plan
    let name = FileSystem.name(of: drawing)
    var metadata = TilesetMetadata()
    let suffix = [".png", ".jpg", ".jpeg"].first { name.lowercased().hasSuffix($0) } ?? ""
    metadata.name = String(name.dropLast(suffix.count))
    metadata.format = "png"
    metadata.type = "overlay"
    metadata.zooms = plan.zooms
    metadata.tileSize = plan.look.tileSize
    if plan.isOnTheMap {
      metadata.bounds = plan.bounds
      metadata.center = plan.bounds.center
      metadata.centerZoom = plan.zooms.shallowest
    }
    metadata.fallback = fallbackName
    return metadata
  }

  /// The record of the slice, nil when none is to be written.
  func record(_ opened: Opened, _ outcome: Slicer.Outcome) -> SliceRecord? {
    guard writesRecord else { return nil }
    let plan = opened.plan
    var options = SliceRecord.Options(
      zooms: plan.zooms, tileSize: plan.look.tileSize, keepsBlank: keepsBlank,
      fallback: fallbackName)
    options.resample = plan.look.resampling.rawValue
    options.shrink = plan.look.shrinking.rawValue
    options.hasRetina = plan.look.hasRetina
    options.keepsColours = colours == .keep
    options.nativeZoom = plan.nativeZoom
    options.background = background
    options.zoomsFollowDrawing = !opened.asksForZooms
    var record = SliceRecord(
      drawing: .init(
        name: FileSystem.name(of: drawing), width: plan.drawing.width, height: plan.drawing.height,
        isAsStored: opened.isAsStored),
      placement: plan.placement, options: options, made: outcome.made, blank: outcome.blank)
    record.fingerprints = TileFingerprints(
      encoder: slicer(opened).encoder, outcome.fingerprints)
    return record
  }
}

extension SliceError {
  /// What to do about a drawing that cannot be cut as asked.
  fileprivate var remedy: String? {
    switch self {
    case .beyondTheMap: "Choose a tile further north-west, or a deeper zoom: --at ZOOM/X/Y"
    case .needsMemory(_, let needed, _): "Allow it: --max-memory \(megabytes(holding: needed))M"
    case .tooManyTiles(let count, _): "Allow them: --max-tiles \(count)"
    default: nil
    }
  }
}

extension DrawingError {
  /// What to do about a drawing that cannot be read.
  fileprivate var remedy: String? {
    if let need = neededByteCount { return "Allow it: --max-memory \(megabytes(holding: need))M" }
    switch self {
    case .jpeg(.forPrint): return "Change its mode to RGB where it was made, and export it as PNG."
    case .otherKind(let kind): return kind.remedy
    case .changed: return "Slice it again once it is saved, or let --watch do so."
    default: return nil
    }
  }
}

extension FileKind {
  /// How a drawing of another kind becomes one that can be cut.
  fileprivate var remedy: String? {
    switch self {
    case .photoshop:
      "In Photoshop: File, Export, Export As, PNG with Transparency, at 100 percent."
    case .gimp: "In GIMP: File, Export As, a name that ends in .png."
    case .heic, .avif: "Open it in Preview or Photos and export it as PNG or JPEG."
    case .zip:
      "Procreate, Krita and others save such archives: share or export the drawing as PNG there."
    case .pdf, .xml:
      "Export it as PNG from where it was drawn, at the size in pixels it shall have."
    case .tiff, .webp, .gif, .newerJPEG, .bitmap: "Export it as PNG from where it was drawn."
    case .lfsPointer: "Fetch the file itself: git lfs pull"
    default: nil
    }
  }
}

/// The megabytes that hold so many bytes, without overflow for any number of them.
private func megabytes(holding bytes: Int) -> Int {
  bytes >> 20 + (bytes & (1 << 20 - 1) == 0 ? 0 : 1)
}
