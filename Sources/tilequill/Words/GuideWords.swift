import QuillCore
import QuillRaster

/// The sheet to draw on that `plan` writes, as it was asked for.
struct GuideWords {
  /// The file to write.
  let path: String
  private let places: Shape
  private let under: TilesetWords?

  /// Reads the options; nil when no sheet was asked for.
  init?(_ invocation: Invocation) throws {
    guard let path = invocation.value(of: PlanCommand.guide) else {
      try invocation.refuse(PlanCommand.places, because: "there is no --guide to mark them on")
      try invocation.refuse(PlanCommand.under, because: "there is no --guide to paint them below")
      return nil
    }
    self.path = path
    var places = Shape()
    for file in invocation.values(of: PlanCommand.places) {
      places.append(try AreaFile(file).area())
    }
    self.places = places
    under = invocation.value(of: PlanCommand.under).map { TilesetWords(path: $0) }
  }

  /// Writes the sheet of a canvas.
  func write(_ canvas: Canvas, _ area: AreaWords, _ console: Console) throws {
    var sheet = GuideSheet(canvas.frame, tileSize: canvas.tileSize)
    sheet.outlines = area.drawn
    sheet.outlines.append(places)
    let tiles = try under?.open()
    Interrupt.watch()
    let progress = console.progress("rows", total: sheet.size.height)
    defer { progress.end() }
    var shown = 0
    do {
      try sheet.write(
        to: path, over: tiles, jobs: LibC.processorCount, isCancelled: { Interrupt.isRequested },
        progress: { done in
          progress.advance(by: done - shown)
          shown = done
        })
    } catch SliceError.cancelled {
      throw Interrupt.Requested()
    } catch let error as GuideError {
      throw CommandFailure("\(error)", about: under?.path)
    } catch let error as FileError {
      throw CommandFailure(newFile: path, error)
    } catch let error as PNGError {
      throw CommandFailure("\(error)", about: path)
    }
    console.notice("\(path): \(sheet.size) pixels to draw on")
  }
}

extension CommandFailure {
  /// A file that cannot be made; one that is there is never written over.
  init(newFile path: String, _ error: FileError) {
    let isThere = error == .exists(path: path)
    self.init(
      isThere ? "exists already (expected a new name)" : "\(error)", about: path,
      remedy: isThere ? "Choose another name, or remove it first." : nil)
  }
}
