public import QuillCore

/// Answers the requests of a preview: the page, the tiles, and what tells of them.
///
/// An address leads to a tile, to one of a few fixed names, or nowhere: no part of an address is
/// ever a part of a path but the three numbers of a tile.
public struct PreviewSite: Sendable {
  /// What tells open pages that tiles have changed.
  public let events = EventFeed()

  let tileset: ServedTileset
  let look: PreviewLook
  private let enlarger: any TileEnlarging
  private let onTile: (@Sendable (Tile) -> Void)?
  private let page: Content
  private let policy: HTTPAnswer.Header
  private let shown: Mutex<Shown>

  /// The scripts of places and of a way, made once for all pages: they can be large.
  private struct Shown {
    var places = Places.none.script
    var route = WalkedRoute.noScript
  }

  /// Creates the preview of a tileset.
  ///
  /// - Parameters:
  ///   - tileset: The set.
  ///   - look: What is shown besides.
  ///   - enlarger: Enlarges parts of tiles.
  ///   - onTile: Called for each tile that is asked for, by several threads at once.
  public init(
    _ tileset: ServedTileset, look: PreviewLook, enlarger: any TileEnlarging,
    onTile: (@Sendable (Tile) -> Void)? = nil
  ) {
    self.tileset = tileset
    self.look = look
    self.enlarger = enlarger
    self.onTile = onTile
    page = PageFiles.page(look.leaflet)
    policy = .init("Content-Security-Policy", PageFiles.policy(look))
    shown = Mutex(Shown())
  }

  /// Shows places and a way on pages that are opened from now on.
  ///
  /// To be called anew when the set's zooms change. It can take long: call it on no thread that answers.
  public func show(_ places: Places?, _ route: WalkedRoute?) throws {
    let zooms = try tileset.readFacts().zooms
    let way = route?.script(at: zooms) ?? WalkedRoute.noScript
    shown.withLock { $0 = Shown(places: (places ?? .none).script, route: way) }
  }

  /// The scripts that tell of places and of the way, by their names below `preview/`.
  var shownFiles: [String: Content] {
    let shown = shown.withLock { $0 }
    return ["places-data.js": shown.places, "route-data.js": shown.route]
  }

  /// What to say to a request.
  public func answer(_ request: HTTPRequest) -> HTTPAnswer {
    switch request.method {
    case "GET", "HEAD": break
    case "OPTIONS":
      return HTTPAnswer(
        204,
        [
          .init("Allow", "GET, HEAD, OPTIONS"),
          .init("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS"),
          .init("Access-Control-Allow-Headers", "If-None-Match, Range"),
        ])
    default:
      return HTTPAnswer(
        405, text: "Only GET and HEAD are answered", [.init("Allow", "GET, HEAD, OPTIONS")])
    }
    guard let path = request.path, path.hasPrefix("/") else {
      return HTTPAnswer(400, text: "That is no address")
    }
    do {
      let name = path.dropFirst()
      if let tile = try? TilePath(name) { return try answer(tile, request) }
      return try answer(String(name), request)
    } catch {
      return HTTPAnswer(500, text: "\(tileset.path): \(error)")
    }
  }

  /// What is at a fixed name.
  private func answer(_ name: String, _ request: HTTPRequest) throws -> HTTPAnswer {
    switch name {
    case "", "index.html": return HTTPAnswer(page, for: request, [policy])
    case "tiles.json":
      guard let host = request.host.flatMap(HTTPRequest.authority) else {
        return HTTPAnswer(400, text: "The header Host names no host")
      }
      let document = TileJSON(try tileset.readFacts(), base: "http://\(host)/")
      return HTTPAnswer(Content(document.bytes, type: "application/json"), for: request)
    case TilesetMetadata.fileName:
      let metadata = try tileset.readFacts().metadata
      return HTTPAnswer(Content(metadata.json, type: "application/json"), for: request)
    case "fallback.png":
      guard let picture = try tileset.readFacts().fallback else { return Self.nothing }
      return HTTPAnswer(picture, for: request)
    case "preview/data.js":
      let data = try pageData(isLive: true)
      return HTTPAnswer(
        Content(data.script, type: "text/javascript; charset=utf-8"), for: request)
    case "preview/tiles.json":
      let tiles = try pageTiles()
      return HTTPAnswer(Content(tiles.json, type: "application/json"), for: request)
    case "preview/events": return feed(request)
    default:
      let parts = name.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0] == "preview",
        let file = PageFiles.fixed[String(parts[1])] ?? look.leaflet.files[String(parts[1])]
          ?? shownFiles[String(parts[1])]
      else { return Self.nothing }
      return HTTPAnswer(file, for: request)
    }
  }

  private static let nothing = HTTPAnswer(404, text: "There is nothing by that name")

  private func feed(_ request: HTTPRequest) -> HTTPAnswer {
    guard events.listenerCount < EventFeed.mostListeners else {
      return HTTPAnswer(503, text: "Too many pages are open")
    }
    let type = HTTPAnswer.Header("Content-Type", "text/event-stream")
    return HTTPAnswer(200, [type], request.method == "HEAD" ? .bytes([]) : .events(events))
  }
}

extension PreviewSite {
  /// What the page is told.
  func pageData(isLive: Bool) throws -> PageData {
    PageData(
      try tileset.readFacts(), tiles: try pageTiles(), look: look,
      name: FileSystem.name(of: tileset.path), isLive: isLive)
  }

  private func pageTiles() throws -> PageTiles {
    PageTiles(there: try tileset.tilesThere(), record: try tileset.readFacts().record)
  }

  /// What is at a tile's name.
  private func answer(_ path: TilePath, _ request: HTTPRequest) throws -> HTTPAnswer {
    if request.method == "GET" { onTile?(path.tile) }
    if let picture = try ownPicture(path) {
      return HTTPAnswer(picture, for: request, [Self.tileHeader("own")])
    }
    let facts = try tileset.readFacts()
    let policy = request.holes.flatMap(HolePolicy.init) ?? look.holes
    let lookup = TileLookup(
      zooms: facts.zooms, fallback: facts.fallback != nil, enlargingAncestors: policy == .parent,
      isBlank: { facts.record?.isBlankOnPurpose($0) ?? false }, has: tileset.has)
    switch try lookup.answer(for: path.tile) {
    // A tile that came or went between two looks counts as missing.
    case .own, .missing: return Self.hole(policy, "missing")
    case .outsideZooms: return Self.hole(policy, "outside-zooms")
    case .blank: return fallback(facts, policy, request, "blank")
    case .fallback: return fallback(facts, policy, request, "fallback")
    case .ancestor(let ancestor, let part):
      return try enlarged(part, of: ancestor, request)
        ?? fallback(facts, policy, request, "fallback")
    }
  }

  /// The tile's picture; of a retina name where there is none, the plain one, as in an app.
  private func ownPicture(_ path: TilePath) throws -> Content? {
    if let own = try tileset.picture(path) { return own }
    return path.scale == .retina ? try tileset.picture(TilePath(path.tile)) : nil
  }

  private func enlarged(
    _ part: TilePart, of ancestor: Tile, _ request: HTTPRequest
  ) throws -> HTTPAnswer? {
    guard let picture = try tileset.picture(TilePath(ancestor)) else { return nil }
    // A picture of a kind that cannot be enlarged is as good as none.
    guard let bytes = try? enlarger.enlarge(part, of: picture.bytes) else { return nil }
    return HTTPAnswer(
      Content(bytes, type: "image/png"), for: request, [Self.tileHeader("parent \(ancestor)")])
  }

  private func fallback(
    _ facts: TilesetFacts, _ policy: HolePolicy, _ request: HTTPRequest, _ word: String
  ) -> HTTPAnswer {
    guard policy == .fallback || policy == .parent, let picture = facts.fallback else {
      return Self.hole(policy, word == "fallback" ? "missing" : word)
    }
    return HTTPAnswer(picture, for: request, [Self.tileHeader(word)])
  }

  private static func hole(_ policy: HolePolicy, _ word: String) -> HTTPAnswer {
    policy == .empty
      ? HTTPAnswer(204, [tileHeader(word)])
      : HTTPAnswer(404, text: "No tile: \(word)", [tileHeader(word)])
  }

  /// Which picture is shown and why, in the words of `tilequill explain`.
  private static func tileHeader(_ word: String) -> HTTPAnswer.Header { .init("X-Tile", word) }
}
