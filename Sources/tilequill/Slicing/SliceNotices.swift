import QuillCore
import QuillRaster

extension SliceJob.Opened {
  /// Says where the drawing lies and what will be made of it, before work starts.
  func echo(on console: Console) {
    let zooms = plan.zooms.map { "\($0): \(plan.coverage(at: $0)?.count ?? 0)" }
    let box = plan.isOnTheMap ? ", box \(plan.bounds.short) around \(plan.middleInWords)" : ""
    let link = plan.isOnTheMap ? "; see \(plan.mapLink)" : ""
    console.notice(
      "\(path): \(plan.drawing) pixels placed by \(placementEcho)\(box), its own zoom is"
        + " \(plan.nativeZoom); tiles at zoom " + zooms.joined(separator: ", ") + link)
    for notice in placementNotices { console.notice(notice) }
    if let doubt = plan.doubtOfScale() { console.notice("\(path): \(doubt)") }
    noticeFit(on: console)
    noticeShape(on: console)
    if !asLastTime.isEmpty {
      console.notice("\(path): as last time: \(asLastTime.joined(separator: " "))")
    }
    if plan.zooms.deepest > plan.nativeZoom {
      console.notice(
        "\(path): zooms deeper than \(plan.nativeZoom) are enlarged from the drawing: they show no"
          + " more of it")
    }
    if plan.scratch > 0 {
      console.notice("\(path): rotating it uses a \(plan.scratch.asBytes) temporary file")
    }
  }

  /// How control points fit, worst first.
  private func noticeFit(on console: Console) {
    guard case .points = plan.placement, let fit = try? plan.placement.fit(for: plan.drawing)
    else { return }
    for residual in fit.worstFirst {
      console.notice(
        "  \(residual.point.name): off by \(residual.pixels.tenths) pixels, \(residual.metres.tenths) metres"
      )
    }
    console.notice(
      "  \(fit.kind) through \(fit.residuals.count) points: off by \(fit.rms.tenths) pixels,"
        + " \(fit.rmsMetres.tenths) metres on the whole (RMS)")
    if let doubt = fit.doubt(for: plan.drawing) { console.notice("\(path): \(doubt)") }
  }

  private func noticeShape(on console: Console) {
    if case .bounds(let box, _) = plan.placement, box.reachesBeyondTheMap {
      console.notice(
        "web maps end at latitude ±85.0511287798066: the box is cut off there")
    }
    guard let shapes = plan.placement.aspectMismatch(for: plan.drawing) else { return }
    console.notice(
      "\(path): comes out stretched: the drawing is \(shapes.drawing.hundredths) times as wide as"
        + " high, its box \(shapes.box.hundredths) times\(shapes.advice)")
  }

  /// Says what was odd about the drawing, once it was read.
  func noticeOddities(_ outcome: Slicer.Outcome, on console: Console) {
    for note in file.notes { console.notice("\(path): \(note)") }
    if outcome.tileCount == 0 {
      console.notice("\(path): no pixel is visible, so there is no tile to write")
    } else if outcome.blank.contains(where: { !$0.isEmpty }) {
      // A turned drawing leaves corners of its box blank, opaque as it is.
    } else if !file.kindHasTransparency {
      console.notice(
        "\(path): has no transparent pixel, so no tile is left out: a JPEG cannot have any; export a"
          + " PNG to see the map through")
    } else if !file.sawTransparency {
      console.notice(
        "\(path): has no transparent pixel, so no tile is left out; switch the background layer off"
          + " before exporting to see the map through")
    }
  }
}

extension GeographicBounds {
  /// The box with six digits behind the point: to a tenth of a metre.
  fileprivate var short: String {
    [west, south, east, north].map { "\(($0 * 1e6).rounded() / 1e6)" }.joined(separator: ",")
  }
}

extension Double {
  /// The number with four digits behind the point.
  fileprivate var hundredths: String { "\((self * 10000).rounded() / 10000)" }
}
