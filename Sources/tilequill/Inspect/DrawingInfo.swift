import QuillCore
import QuillRaster

/// What a drawing's file tells before any pixel is read.
struct DrawingInfo {
  private let path: String
  private let file: DrawingFile

  /// Where the drawing lies and what slicing makes of it; nil when nobody said.
  private let placed: (plan: SlicePlan, echo: String)?

  /// What there is to tell of how the placement was read.
  private let placementNotices: [String]

  /// Bytes of memory that slicing takes.
  private let memory: Int?

  init(of path: String, _ placement: PlacementWords) throws {
    self.path = path
    var file: DrawingFile
    let found: PlacementWords.Found?
    do {
      file = try DrawingFile(path: path)
      found = try placement.find(for: file)
      if found?.isAsStored == true { file = try file.asStored() }
      placed = try found.map { [size = file.size] found in
        (try SlicePlan(drawing: size, placement: found.placement), found.echo)
      }
    } catch let error as DrawingError {
      throw CommandFailure("\(error)", about: path)
    } catch let error as SliceError {
      throw CommandFailure("\(error)", about: path)
    } catch let error as PlacementError {
      throw CommandFailure("\(error)", about: path)
    }
    self.file = file
    placementNotices = found?.notices ?? []
    let plan = placed?.plan ?? (try? SlicePlan(drawing: file.size, placement: .plain))
    memory = plan?.memory(jobs: LibC.processorCount)
  }

  private var pixels: Int { file.size.width * file.size.height }
  private var megapixels: Double { Double(pixels) / 1e6 }
  private var gamma: Double? { facts?.gamma.map { Double($0) / 100_000 } }
  private var texts: [String] { facts?.textKeys ?? [] }
  private var leaks: [String] { texts.filter(TileFacts.leaks) }

  /// What a PNG tells of its colours and texts.
  private var facts: DrawingReader.Facts? {
    if case .png(_, let facts) = file.kind { facts } else { nil }
  }

  private var tiles: [(zoom: Zoom, count: Int)] {
    guard let plan = placed?.plan else { return [] }
    return plan.zooms.map { ($0, plan.coverage(at: $0)?.count ?? 0) }
  }
}

extension DrawingInfo {
  /// The facts for people.
  var lines: [String] {
    var kind = "\(format.name), \(format.color), \(format.bitDepth) bits a channel"
    if format.isInterlaced { kind += ", interlaced" }
    if format.isProgressive { kind += ", progressive" }
    if facts?.isAnimated == true { kind += ", animated" }
    var lines = [
      path, "  size      \(file.size) pixels, \(megapixels.significant) megapixels",
      "  kind      \(kind)",
      "  colours   \(colours)",
    ]
    lines += notes.map { "  note      \($0)" }
    if !texts.isEmpty { lines.append("  texts     \(texts.joined(separator: ", "))") }
    if !leaks.isEmpty {
      lines.append("  leaks     \(leaks.joined(separator: ", ")); tiles are written without them")
    }
    if let memory { lines.append("  to slice  \(memory.asBytes) of memory") }
    guard let (plan, echo) = placed else { return lines }
    lines.append("  placed    by \(echo)")
    if plan.isOnTheMap { lines.append("  around    \(plan.middleInWords), \(plan.mapLink)") }
    lines += placementNotices.map { "  note      \($0)" }
    lines.append("  own zoom  \(plan.nativeZoom) (exactly \(plan.exactZoom.rounded4))")
    if plan.isOnTheMap { lines.append("  bounds    \(plan.bounds)") }
    let list = tiles.map { "\($0.zoom): \($0.count)" }.joined(separator: ", ")
    lines.append("  tiles     \(list); \(plan.tileCount) in all, blank ones included")
    return lines
  }

  /// How the file stores its pixels.
  private var format: Format {
    switch file.kind {
    case .png(let header, _):
      Format(
        name: "PNG", color: header.colorType.displayName, bitDepth: header.bitDepth,
        isInterlaced: header.isInterlaced)
    case .jpeg(let isGray, let isProgressive):
      Format(name: "JPEG", color: isGray ? "grey" : "RGB", isProgressive: isProgressive)
    case .crushedPNG: Format(name: "CgBI", color: "RGBA")
    }
  }

  private struct Format {
    let name: String
    let color: String
    var bitDepth = 8
    var isInterlaced = false
    var isProgressive = false
  }

  /// What is odd about the file; what the line of its kind or colours tells already is left out.
  private var notes: [DrawingNote] {
    file.notes.filter { ![.animated, .bareGamma].contains($0) }
  }

  private var colours: String {
    var words: [String] = []
    if let name = file.profileName { words.append("profile '\(name)'") }
    if facts?.isStandardColor == true { words.append("sRGB") }
    if let gamma { words.append("gamma \(gamma)") }
    if facts?.hasChromaticities == true { words.append("primaries of its own") }
    return words.isEmpty ? "no profile, taken as sRGB" : words.joined(separator: ", ")
  }

  /// The facts for programs.
  var json: JSONValue {
    let plan = placed?.plan
    return .object([
      ("kind", "drawing"), ("path", .text(path)), ("format", .text(format.name.lowercased())),
      ("width", .whole(file.size.width)), ("height", .whole(file.size.height)),
      ("megapixels", .number(megapixels)), ("color", .text(format.color)),
      ("bit_depth", .whole(format.bitDepth)), ("interlaced", .flag(format.isInterlaced)),
      ("progressive", .flag(format.isProgressive)),
      ("animated", .flag(facts?.isAnimated ?? false)),
      ("profile", .text(orNull: file.profileName)),
      ("srgb", .flag(facts?.isStandardColor ?? false)),
      ("gamma", gamma.map(JSONValue.number) ?? .null),
      ("texts", .list(texts.map(JSONValue.text))),
      ("leaking_texts", .list(leaks.map(JSONValue.text))), ("memory", .whole(orNull: memory)),
      ("placement", .text(orNull: plan.map { "\($0.placement)" })),
      ("native_zoom", .whole(orNull: plan?.nativeZoom.level)),
      ("exact_zoom", plan.map { .number($0.exactZoom) } ?? .null),
      ("bounds", plan.flatMap { $0.isOnTheMap ? JSONValue($0.bounds) : nil } ?? .null),
      (
        "zooms",
        plan == nil
          ? .null
          : .list(
            tiles.map {
              .object([("zoom", .whole($0.zoom.level)), ("tiles", .whole($0.count))])
            })
      ),
      ("tiles", .whole(orNull: plan?.tileCount)),
    ])
  }
}

extension Double {
  /// The number with four digits behind the point.
  fileprivate var rounded4: Double { (self * 10_000).rounded() / 10_000 }
}
