public import QuillCore

extension DrawingReader: DrawingFormat {
  /// The drawing's size.
  public var size: PixelSize { PixelSize(width: header.width, height: header.height) }

  package var canBeTransparent: Bool {
    facts.hasTransparency || header.colorType == .rgba || header.colorType == .grayAlpha
  }

  package var profile: (name: String, bytes: [UInt8])? {
    facts.profile.map { (facts.profileName ?? "", $0) }
  }

  package var notes: [DrawingNote] {
    var notes: [DrawingNote] = []
    if facts.isAnimated { notes.append(.animated) }
    if facts.profile == nil, !facts.isStandardColor {
      if warnings.contains(where: { $0.hasPrefix("iCCP") }) {
        notes.append(.badProfile)
      } else if facts.statesOtherColours {
        notes.append(.bareGamma)
      }
    }
    if hasTrailingBytes { notes.append(.trailingBytes) }
    if isMissingEnd { notes.append(.missingEnd) }
    return notes
  }

  package func readRows(_ count: Int, into bytes: inout MutableRawSpan) throws {
    let got = try readRows(count, into: &bytes, stride: nil)
    precondition(got == count, "No more rows are asked for than the drawing has")
  }
}

extension DrawingReader.Facts {
  /// Whether gamma or primaries are stated and are not those of sRGB.
  ///
  /// Gamma 0.45455 is what programs write for it; a difference of a hundredth is seen nowhere.
  var statesOtherColours: Bool {
    let hasOtherGamma = gamma.map { abs($0 - 45455) > 500 } ?? false
    return hasOtherGamma || hasChromaticities && !hasStandardChromaticities
  }
}
