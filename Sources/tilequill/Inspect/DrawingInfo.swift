import QuillCore
import QuillRaster

/// What a drawing's file tells before any pixel is read.
struct DrawingInfo {
  private let path: String
  private let reader: DrawingReader

  /// Where the drawing lies and what slicing makes of it; nil when nobody said.
  private let placed: (plan: SlicePlan, echo: String)?

  /// Bytes of memory that slicing takes.
  private let memory: Int?

  init(of path: String, _ placement: PlacementWords) throws {
    self.path = path
    do throws(PNGError) {
      reader = try DrawingReader(path: path)
    } catch {
      throw CommandFailure("\(error)", about: path)
    }
    do {
      placed = try placement.find(for: path, size: reader.size).map { [size = reader.size] found in
        (try SlicePlan(drawing: size, placement: found.placement), found.echo)
      }
    } catch let error as SliceError {
      throw CommandFailure("\(error)", about: path)
    } catch let error as PlacementError {
      throw CommandFailure("\(error)", about: path)
    }
    let plan = placed?.plan ?? (try? SlicePlan(drawing: reader.size, placement: .plain))
    memory = plan?.memory(jobs: LibC.processorCount)
  }

  private var pixels: Int { reader.header.width * reader.header.height }
  private var megapixels: Double { Double(pixels) / 1e6 }
  private var gamma: Double? { reader.facts.gamma.map { Double($0) / 100_000 } }
  private var leaks: [String] { reader.facts.textKeys.filter(TileFacts.leaks) }

  private var tiles: [(zoom: Zoom, count: Int)] {
    guard let plan = placed?.plan else { return [] }
    return plan.zooms.map { ($0, plan.coverage(at: $0)?.count ?? 0) }
  }
}

extension DrawingInfo {
  /// The facts for people.
  var lines: [String] {
    let header = reader.header
    var kind = "\(header.colorType.displayName), \(header.bitDepth) bits a channel"
    if header.isInterlaced { kind += ", interlaced" }
    if reader.facts.isAnimated { kind += ", animated" }
    var lines = [
      path, "  size      \(reader.size) pixels, \(megapixels.significant) megapixels",
      "  kind      \(kind)",
      "  colours   \(colours)",
    ]
    let texts = reader.facts.textKeys
    if !texts.isEmpty { lines.append("  texts     \(texts.joined(separator: ", "))") }
    if !leaks.isEmpty {
      lines.append("  leaks     \(leaks.joined(separator: ", ")); tiles are written without them")
    }
    if let memory { lines.append("  to slice  \(memory.asBytes) of memory") }
    guard let (plan, echo) = placed else { return lines }
    lines.append("  placed    by \(echo)")
    lines.append("  own zoom  \(plan.nativeZoom) (exactly \(plan.exactZoom.rounded4))")
    if plan.isOnTheMap { lines.append("  bounds    \(plan.bounds)") }
    let list = tiles.map { "\($0.zoom): \($0.count)" }.joined(separator: ", ")
    lines.append("  tiles     \(list); \(plan.tileCount) in all, blank ones included")
    return lines
  }

  private var colours: String {
    var words: [String] = []
    if let name = reader.facts.profileName { words.append("profile '\(name)'") }
    if reader.facts.isStandardColor { words.append("sRGB") }
    if let gamma { words.append("gamma \(gamma)") }
    if reader.facts.hasChromaticities { words.append("primaries of its own") }
    return words.isEmpty ? "no profile, taken as sRGB" : words.joined(separator: ", ")
  }

  /// The facts for programs.
  var json: JSONValue {
    let header = reader.header
    let facts = reader.facts
    let plan = placed?.plan
    return .object([
      ("kind", "drawing"), ("path", .text(path)), ("width", .whole(header.width)),
      ("height", .whole(header.height)), ("megapixels", .number(megapixels)),
      ("color", .text(header.colorType.displayName)), ("bit_depth", .whole(header.bitDepth)),
      ("interlaced", .flag(header.isInterlaced)), ("animated", .flag(facts.isAnimated)),
      ("profile", .text(orNull: facts.profileName)), ("srgb", .flag(facts.isStandardColor)),
      ("gamma", gamma.map(JSONValue.number) ?? .null),
      ("texts", .list(facts.textKeys.map(JSONValue.text))),
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
