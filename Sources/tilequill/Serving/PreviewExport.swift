import QuillCore
import QuillServer

/// Writes a preview into a folder for a web host that serves plain files.
struct PreviewExport {
  let source: any TileSource
  let tileset: ServedTileset
  let site: PreviewSite
  let destination: String
  let contents: ShownFiles.Contents

  /// Writes all of it aside, and gives it its name at the end.
  func write(on console: Console) throws {
    do {
      if case .folder? = try FileSystem.kind(of: destination) {
        FileSystem.removeIfEmpty(destination)
      }
      let sink = try TileFolderSink(destination: destination)
      var copy = TileCopy(
        from: source, into: sink, clip: TileClip(zooms: nil, box: nil), isLinking: false)
      let progress = console.progress("tiles", total: nil)
      defer { progress.end() }
      try copy.run { progress.advance(by: 1) }
      try site.show(contents.places, contents.route)
      for file in try site.staticFiles() {
        try sink.put(file.bytes.span, besideZooms: file.path)
      }
      let facts = try tileset.readFacts()
      var metadata = facts.metadata
      if facts.fallback != nil { metadata.fallback = "fallback.png" }
      try sink.finish(metadata: metadata, record: nil)
      console.notice("\(destination): \(copy.count) tiles and the page; open index.html")
    } catch let error as FileError {
      throw failure(error)
    }
  }

  private func failure(_ error: FileError) -> CommandFailure {
    if case .exists(let path) = error {
      return CommandFailure("exists already (expected a new or an empty folder)", about: path)
    }
    return CommandFailure("\(error)", about: error.path)
  }
}
