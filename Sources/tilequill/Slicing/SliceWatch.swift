import QuillCore

extension SliceRun {
  /// Seconds between two looks at the drawing.
  private static let pause = 0.15

  /// Stays, and updates the tiles each time the drawing was saved; ends when interrupted.
  ///
  /// An editor may write the file bit by bit, or put a new one in its place: a round begins once
  /// the file has kept its size and time over a pause, and a file that cannot be read yet is
  /// waited for.
  func watch(on console: Console) throws -> ExitStatus {
    console.notice("\(job.drawing): watched; press Ctrl-C to end")
    var sliced = FileSystem.version(of: job.drawing)
    var seen = sliced
    while true {
      LibC.sleep(seconds: Self.pause)
      try Interrupt.check()
      let now = FileSystem.version(of: job.drawing)
      defer { seen = now }
      guard now != sliced, now == seen, now != nil else { continue }
      do {
        _ = try SliceRun(job: job, out: out, way: .update).once(on: console)
        sliced = now
      } catch let failure as CommandFailure {
        // Half a file looks like a damaged one: it is tried again when it has changed.
        console.notice("\(failure.subject ?? job.drawing): \(failure.message)")
        sliced = now
      }
    }
  }
}
