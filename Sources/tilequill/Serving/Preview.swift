import QuillCore
import QuillServer

/// A preview that is served until the program is interrupted.
struct Preview {
  let site: PreviewSite
  let tileset: ServedTileset
  let address: String
  let port: Int?
  let opensBrowser: Bool
  let files: ShownFiles
  /// What the files held before the preview began.
  let contents: ShownFiles.Contents
  /// Slices a drawing at each save, nil for none.
  let watching: WatchedDrawing?

  /// Seconds between two signs of life to open pages.
  private static let beat = 10.0

  /// Serves, and tells open pages of changes; ends by throwing when interrupted.
  func run(on console: Console) throws -> ExitStatus {
    try site.show(contents.places, contents.route)
    let server: HTTPServer
    do throws(ServerError) {
      server = try HTTPServer(
        address: address, port: port ?? 0, threads: max(2, min(8, LibC.processorCount)),
        answer: site.answer)
    } catch {
      throw CommandFailure("\(error)", about: "serve", remedy: error.remedy)
    }
    defer { server.stop() }
    let url = "http://\(Self.shown(address)):\(server.port)/"
    try console.results.line(url)
    try console.results.flush()
    if !Self.isLoopback(address) {
      console.notice("everyone who can reach this machine can look at it")
    }
    console.notice("serving \(tileset.path); press Ctrl-C to end")
    if opensBrowser, !LibC.openInBrowser(url) {
      console.notice("no browser could be started; open \(url) yourself")
    }
    try stay(console)
  }

  private func stay(_ console: Console) throws -> Never {
    var changes = ChangeWatch(tileset)
    var contents = contents
    var versions = files.versions
    var watching = watching
    var lastBeat = LibC.seconds()
    while true {
      LibC.sleep(seconds: SavedDrawing.pause)
      try Interrupt.check()
      try watching?.look(on: console)
      let change = changes.look()
      if files.versions != versions {
        versions = files.versions
        reread(&contents, on: console)
      } else if change != nil {
        try? site.show(contents.places, contents.route)
      }
      if let change { site.publish(change) }
      if LibC.seconds() - lastBeat > Self.beat {
        site.events.beat()
        lastBeat = LibC.seconds()
      }
    }
  }

  /// Reads the files anew for pages that are opened from now on; while one cannot be read, what it held
  /// before is shown.
  private func reread(_ contents: inout ShownFiles.Contents, on console: Console) {
    do {
      contents = try files.read()
      try site.show(contents.places, contents.route)
    } catch let failure as CommandFailure {
      console.notice("\(failure.subject ?? tileset.path): \(failure.message)")
    } catch {
      console.notice("\(tileset.path): \(error)")
    }
  }

  /// The address as a browser on this machine takes it.
  private static func shown(_ address: String) -> String {
    switch address {
    case "0.0.0.0": "127.0.0.1"
    case "::": "[::1]"
    default: address.contains(":") ? "[\(address)]" : address
    }
  }

  private static func isLoopback(_ address: String) -> Bool {
    address.hasPrefix("127.") || address == "::1" || address == "localhost"
  }
}

extension ServerError {
  /// What to do about a server that does not start.
  fileprivate var remedy: String? {
    switch self {
    case .taken: "Leave --port out to take a free one"
    case .unknownAddress, .cannotListen, .cannotStart: nil
    }
  }
}
