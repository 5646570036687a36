import QuillCore
import QuillRaster

extension SliceRun {
  /// Cuts the drawing, stays, and updates the tiles each time it was saved; ends when interrupted.
  func watch(on console: Console) throws -> ExitStatus {
    var watched = try WatchedDrawing(self, on: console)
    console.notice("\(job.drawing): watched; press Ctrl-C to end")
    while true {
      LibC.sleep(seconds: SavedDrawing.pause)
      try Interrupt.check()
      try watched.look(on: console)
    }
  }
}

/// A drawing that was cut once, and is cut again at each save.
struct WatchedDrawing {
  private let first: SliceRun
  /// Begun before the drawing was first cut.
  private var drawing: SavedDrawing
  private var isWaiting = false

  /// Cuts the drawing for the first time.
  init(_ run: SliceRun, on console: Console) throws {
    first = run
    drawing = SavedDrawing(run.job.drawing)
    do {
      _ = try run.attempt(on: console)
    } catch DrawingError.changed {
      // It was saved meanwhile, and is looked at again once that is done.
      drawing.forget()
    } catch let error as FileError {
      throw run.failure(error)
    } catch let refusal as EditRefusal {
      throw refusal.failure
    }
  }

  /// Updates the tiles when the drawing was saved.
  ///
  /// A drawing that cannot be read is reported, and tried again when it has changed: half a file looks
  /// like a damaged one. While another program writes the tiles, it is tried again until that is done.
  ///
  /// - Throws: `CommandFailure` when a person edited tiles that would be made anew.
  mutating func look(on console: Console) throws {
    guard drawing.isSavedAnew() else { return }
    let run = SliceRun(job: first.job, out: first.out, way: .update)
    do {
      _ = try run.attempt(on: console)
      isWaiting = false
    } catch DrawingError.changed {
      drawing.forget()
    } catch let error as FileError {
      let failure = run.failure(error)
      guard case .busy = error else { return report(failure, on: console) }
      if !isWaiting { report(failure, on: console) }
      isWaiting = true
      drawing.forget()
    } catch let refusal as EditRefusal {
      throw refusal.failure
    } catch let failure as CommandFailure {
      report(failure, on: console)
    }
  }

  private func report(_ failure: CommandFailure, on console: Console) {
    console.notice("\(failure.subject ?? first.job.drawing): \(failure.message)")
  }
}
