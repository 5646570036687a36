import QuillCore
import QuillRaster

/// The files that say where a drawing lies.
///
/// Programs that write them know a picture's rows as they are stored: where its camera says to turn
/// it, these files speak of the picture before that.
struct PlacementFiles {
  private let drawing: String
  private let upright: PixelSize
  private let stored: PixelSize
  private let hasOrientation: Bool
  private typealias Found = PlacementWords.Found

  init(_ file: DrawingFile) {
    drawing = file.path
    upright = file.size
    stored = file.storedSize
    hasOrientation = file.hasOrientation
  }

  /// What the files beside the drawing say; nil where none says anything.
  ///
  /// The first of the known names counts; of others that place the drawing elsewhere a notice tells.
  ///
  /// - Parameters:
  ///   - crs: What the option for it says of the numbers.
  ///   - transform: How the drawing may be bent to fit points, nil where that is not asked for.
  /// - Returns: What the file that counts says.
  /// - Throws: `CommandFailure` when that file cannot be read, `UsageError` for a transform of no
  ///   points.
  func beside(_ crs: StatedCRS?, _ transform: FitKind?) throws -> PlacementWords.Found? {
    var winner: (path: String, found: Found)?
    for sidecar in DrawingSidecar.candidates(for: drawing)
    where try FileSystem.kind(of: sidecar.path) != nil {
      guard var first = winner else {
        winner = try read(sidecar, crs, transform).map { (sidecar.path, $0) }
        continue
      }
      do {
        let other = try read(sidecar, crs, transform)
        first.found.notices += contradiction(first, other.map { (sidecar.path, $0) })
      } catch let error as CommandFailure {
        let path = error.subject ?? sidecar.path
        first.found.notices.append("\(path): \(error.message); \(first.path) was taken")
      }
      winner = first
    }
    if transform != nil {
      guard case .points? = winner?.found.placement else {
        throw UsageError.noEffect("--transform", because: "no points place the drawing")
      }
    }
    return winner?.found
  }

  private func read(
    _ sidecar: DrawingSidecar, _ crs: StatedCRS?, _ transform: FitKind?
  ) throws -> Found? {
    switch sidecar.kind {
    case .points:
      let kind = transform ?? .auto
      return try points(
        sidecar.path, kind, crs, echo: "--points \(sidecar.path) --transform \(kind)")
    case .worldFile: return try scaled(worldFile(sidecar.path, crs))
    case .auxiliaryXML: return try auxiliary(crs).map(scaled)
    }
  }

  /// The notice of two files that place the drawing more than a pixel apart.
  private func contradiction(
    _ one: (path: String, found: Found), _ other: (path: String, found: Found)?
  ) -> [String] {
    guard let other, one.found.isAsStored == other.found.isAsStored else { return [] }
    let size = hasOrientation && one.found.isAsStored ? stored : upright
    guard let first = try? one.found.placement.transform(for: size),
      let second = try? other.found.placement.transform(for: size)
    else { return [] }
    let apart = size.corners.map { corner in
      first.pixel(of: second.worldPoint(of: corner)).map {
        max(abs($0.x - corner.x), abs($0.y - corner.y))
      } ?? .infinity
    }
    guard let most = apart.max(), most > 1 else { return [] }
    return [
      "\(drawing): \(one.path) and \(other.path) place it differently, by"
        + " \(most.isFinite ? "\((most * 10).rounded() / 10) pixels" : "far") at a corner;"
        + " \(one.path) was taken"
    ]
  }

  /// The same place for a drawing that was exported at another size since.
  private func scaled(_ found: PlacementWords.Found) throws -> PlacementWords.Found {
    guard let old = try auxiliaryXML()?.pictureSize, old != stored else { return found }
    var scaled = found
    do throws(PlacementError) {
      scaled.placement = try found.placement.scaled(from: old, to: stored)
    } catch {
      throw CommandFailure(
        "\(error)", about: drawing,
        remedy: "Export the whole canvas, neither cropped nor stretched; or remove"
          + " \(auxiliaryPath) and say where it lies, as with --bounds")
    }
    scaled.echo += ", scaled from \(old) pixels"
    return scaled
  }
}

extension PlacementFiles {
  /// What a file of control points says.
  func points(
    _ path: String, _ kind: FitKind, _ crs: StatedCRS?, echo: String
  ) throws -> PlacementWords.Found {
    let file = try controlPoints(path, crs)
    let isAsStored = file.isGIS && hasOrientation
    let size = isAsStored ? stored : upright
    let placement = Placement.points(file.points, transform: kind)
    try checkFit(placement, file, path, size)
    var found = Found(placement: placement, echo: echo, isAsStored: isAsStored)
    found.notices =
      storedNotice(isAsStored, path) + nearNotice(crs == nil ? file.nearName : crs?.nearName, path)
    if let heading = file.assumedHeading {
      found.notices.append("\(path): has no heading; its columns are taken as \(heading)")
    }
    if file.points.count == 2, PointFit.swappedFit(file.points, size: size) != nil {
      found.notices.append(
        "\(path): longitude and latitude may be swapped, as the drawing lies upright when they are;"
          + " then \(file.swappedRemedy)")
    }
    return found
  }

  private func controlPoints(
    _ path: String, _ crs: StatedCRS?
  ) throws -> ControlPointFile {
    let text = try text(of: path)
    let file: ControlPointFile
    do throws(ControlPointError) {
      file = try ControlPointFile(parsing: text, for: upright, crs: crs?.crs)
    } catch {
      if case .crs(let crs) = error { throw Self.unknown(crs, about: path, remedyFor: .points) }
      throw CommandFailure("\(error)", about: path, remedy: error.remedy)
    }
    if crs != nil, file.namesDegrees {
      throw UsageError.noEffect("--crs", because: "\(path) names its columns lon and lat")
    }
    return file
  }

  /// Points that place no drawing, or in no way that makes sense, are the fault of their file.
  private func checkFit(
    _ placement: Placement, _ file: ControlPointFile, _ path: String, _ size: PixelSize
  ) throws(CommandFailure) {
    let fit: PointFit
    do throws(PlacementError) {
      fit = try placement.fit(for: size)
    } catch {
      let swapped = PointFit.swappedFit(file.points, size: size)
      let isMirrored = error == .fit(.mirrored)
      throw CommandFailure(
        "\(error)", about: path,
        remedy: isMirrored
          ? swapped.map {
            "With longitude and latitude swapped they fit to \($0.tenths) pixels:"
              + " \(file.swappedRemedy)"
          } : nil)
    }
    guard fit.share(of: size) > PointFit.absurdShare else { return }
    let worst = fit.outlier(for: size)?.point ?? fit.worstFirst[0].point
    throw CommandFailure(
      "the points do not place the drawing: they are off by \(fit.rms.tenths) pixels on the whole"
        + " (RMS), of a drawing of \(size)", about: path,
      remedy: fit.outlierNotice(for: size).map { "Check \(worst.name): \($0)" }
        ?? "Check \(worst.name) first, which is off by most")
  }

  /// What a world file says.
  func worldFile(_ path: String, _ crs: StatedCRS?) throws -> PlacementWords.Found {
    let text = try text(of: path)
    let file: WorldFile
    do throws(WorldFileError) {
      file = try WorldFile(parsing: text)
    } catch {
      throw CommandFailure("\(error)", about: path)
    }
    if DrawingTransform(file, crs: .mercator).isMirrored {
      let lines = "\(file)".split(separator: "\n").prefix(4).joined(separator: ", ")
      throw CommandFailure(
        "mirrors the drawing: its first lines are \(lines) (expected rows counted downwards, so a"
          + " fourth line below 0 when the first is above)", about: path)
    }
    let facts = crs == nil ? try auxiliaryXML() : nil
    let stated = crs?.crs ?? facts?.crs
    let known = stated ?? file.likelyCRS(for: stored)
    let meaning = known == .mercator ? "metres of web maps" : "degrees"
    let assumption = stated == nil ? ", taken as \(meaning) (--crs settles it)" : " in \(meaning)"
    return Found(
      placement: .worldFile(file, crs: known), echo: "--world-file \(path)\(assumption)",
      isAsStored: hasOrientation,
      notices: storedNotice(hasOrientation, path)
        + nearNotice(crs?.nearName ?? facts?.nearName, crs == nil ? auxiliaryPath : path))
  }

  private func auxiliary(_ crs: StatedCRS?) throws -> PlacementWords.Found? {
    guard let facts = try auxiliaryXML(), let numbers = facts.geoTransform else { return nil }
    do throws(WorldFileError) {
      let file = try numbers.worldFile()
      let known = crs?.crs ?? facts.crs ?? file.likelyCRS(for: stored)
      return Found(
        placement: .worldFile(file, crs: known), echo: auxiliaryPath,
        isAsStored: hasOrientation,
        notices: storedNotice(hasOrientation, auxiliaryPath)
          + nearNotice(crs == nil ? facts.nearName : crs?.nearName, auxiliaryPath))
    } catch {
      throw CommandFailure("\(error)", about: auxiliaryPath)
    }
  }

  private var auxiliaryPath: String { "\(drawing).aux.xml" }

  /// The `.aux.xml` beside the drawing; nil without one.
  func auxiliaryXML() throws -> AuxiliaryXML? {
    guard try FileSystem.kind(of: auxiliaryPath) != nil else { return nil }
    let text = try text(of: auxiliaryPath)
    do throws(AuxiliaryXMLError) {
      return try AuxiliaryXML(parsing: text)
    } catch {
      if case .crs(let crs) = error {
        throw Self.unknown(crs, about: auxiliaryPath, remedyFor: .drawing(drawing))
      }
      throw CommandFailure("\(error)", about: auxiliaryPath)
    }
  }

  private func text(of path: String) throws(CommandFailure) -> String {
    do throws(FileError) {
      guard let bytes = try FileSystem.read(path) else {
        throw FileError.absent(path: path)
      }
      return String(decoding: bytes, as: UTF8.self)
    } catch {
      throw CommandFailure("\(error)", about: path)
    }
  }
}

extension PlacementFiles {
  /// What named a system that drawings cannot be placed in.
  enum Source {
    case crsOption(String)
    case drawing(String)
    case points
  }

  static func unknown(
    _ crs: UnknownCRS, about file: String, remedyFor source: Source
  ) -> CommandFailure {
    let warp = "Bring the drawing to the system of web maps first: gdalwarp -t_srs EPSG:3857"
    let remedy =
      switch source {
      case .crsOption(let name):
        "\(warp) -s_srs \(name.contains(":") ? name : "EPSG:\(name)") -dstalpha DRAWING.png"
          + " WARPED.png"
      case .drawing(let path): "\(warp) -dstalpha \(path) WARPED.png"
      case .points:
        "Save the points in degrees: in QGIS's Georeferencer open Transformation Settings, set Target"
          + " CRS to EPSG:4326, and choose File, Save GCP Points as"
      }
    return CommandFailure("\(crs)", about: file, remedy: remedy)
  }

  private func storedNotice(_ isAsStored: Bool, _ path: String) -> [String] {
    isAsStored
      ? [
        "\(drawing): its camera says to turn it, but \(path) speaks of its pixels as they are stored,"
          + " so it is not turned"
      ] : []
  }

  private func nearNotice(_ name: String?, _ path: String) -> [String] {
    name.map {
      [
        "\(path): its coordinates are in \($0), taken as WGS 84, which is the same to a metre or two"
      ]
    } ?? []
  }
}

extension ControlPointFile {
  /// What to do about swapped columns.
  var swappedRemedy: String {
    headingLine.map { "let line \($0) be \(swappedHeading)" }
      ?? "put this line on top: \(swappedHeading)"
  }
}

extension ControlPointError {
  /// What to do about a file of points that cannot be read.
  fileprivate var remedy: String? {
    switch self {
    case .empty, .missingColumn, .noHeading:
      "Put a line on top that names each column, as: pixel_x,pixel_y,lon,lat"
    case .unknownUnit:
      "Where they are metres of web maps, put the line #CRS: EPSG:3857 on top, or say --crs 3857;"
        + " else turn them into degrees first: gdaltransform -s_srs EPSG:CODE -t_srs EPSG:4326"
    case .outside(_, _, let areMapCoordinates, true):
      areMapCoordinates
        ? "QGIS writes them where the picture was georeferenced before: move its world file and"
          + " .aux.xml away, open it in the Georeferencer again, and save the points anew"
        : "QGIS writes map coordinates in the place of pixels where the picture was georeferenced"
          + " before: move its world file and .aux.xml away, open it in the Georeferencer again, and"
          + " save the points anew"
    case .outside:
      "Pixels count from the drawing's top-left corner; was the file made for another drawing?"
    default: nil
    }
  }
}
