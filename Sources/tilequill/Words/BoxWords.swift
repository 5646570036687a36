import QuillCore

/// The box that a command was given as `--bounds`, to work on its part of a tileset.
struct BoxWords {
  /// The box as far as web maps reach; nil without one.
  let box: GeographicBounds?

  private let wasClamped: Bool

  /// Reads the option.
  ///
  /// - Throws: `CommandFailure` when the box lies wholly beyond the map.
  init(_ invocation: Invocation) throws {
    let asked = try invocation.value(of: .bounds, as: GeographicBounds.self)
    wasClamped = asked?.reachesBeyondTheMap ?? false
    do throws(GeographyError) {
      box = try asked?.clampedToMap()
    } catch {
      throw CommandFailure("\(error)", about: "--bounds")
    }
  }

  /// The tiles of the box at the zooms that were asked for.
  func clip(_ invocation: Invocation) throws -> TileClip {
    TileClip(zooms: try invocation.value(of: .zoom, as: ZoomRange.self), box: box)
  }

  /// Says that part of the box was cut off.
  func noticeClamping(_ console: Console) {
    if wasClamped { console.noticeEndOfMap() }
  }
}

extension Console {
  /// Says that something reached beyond the latitudes that web maps show.
  func noticeEndOfMap() {
    notice("web maps end at latitude ±85.0511287798066: what lies beyond counts as on that edge")
  }
}
