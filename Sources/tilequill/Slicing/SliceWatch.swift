import QuillCore

extension SliceRun {
  /// Cuts the drawing, stays, and updates the tiles each time it was saved; ends when interrupted.
  func watch(on console: Console) throws -> ExitStatus {
    var drawing = SavedDrawing(job.drawing)
    _ = try once(on: console)
    console.notice("\(job.drawing): watched; press Ctrl-C to end")
    while true {
      LibC.sleep(seconds: SavedDrawing.pause)
      try Interrupt.check()
      if drawing.isSavedAnew() { try updateAfterSave(on: console) }
    }
  }

  /// Updates the tiles; a drawing that cannot be read is told and waited for.
  func updateAfterSave(on console: Console) throws {
    do {
      _ = try SliceRun(job: job, out: out, way: .update).once(on: console)
    } catch let failure as CommandFailure {
      // Half a file looks like a damaged one: it is tried again when it has changed.
      console.notice("\(failure.subject ?? job.drawing): \(failure.message)")
    }
  }
}
