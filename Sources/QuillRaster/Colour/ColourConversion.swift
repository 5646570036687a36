package import QuillCore

/// What becomes of a drawing's embedded colour profile (ICC).
public enum ColourHandling: String, CaseIterable, Sendable {
  /// Pixels are converted to sRGB, which apps show without being told.
  case convert
  /// Pixels stay, and each tile carries the profile.
  case keep
}

/// How pixels of a drawing's own colours become sRGB; may be used by many threads at once.
package final class ColourConversion: Sendable {
  /// The profile's name for people.
  package let name: String

  /// Whether the profile describes grey pixels.
  package let isGray: Bool

  private let lcms: LibLCMS

  /// Reads a profile whose name is `name` where it does not describe itself.
  ///
  /// Nil for one that is damaged, or does not describe RGB or grey pixels.
  package init?(profile: [UInt8], name: String) {
    do {
      lcms = try LibLCMS(profile: profile)
    } catch {
      return nil
    }
    isGray = lcms.isGray
    self.name = lcms.name.isEmpty ? name : lcms.name
  }

  /// Converts RGBA pixels in place; alpha stays.
  package func convert(_ pixels: inout MutableRawSpan) { lcms.convert(&pixels) }

  /// Whether the profile is sRGB by another name: no colour changes by more than one step of 255.
  ///
  /// Eleven levels of each channel are tried, closer where they are dark; of grey, all 256.
  package var isStandard: Bool {
    let pixels = isGray ? Self.grays : Self.samples
    var converted = pixels
    var span = converted.mutableSpan
    var bytes = unsafe span.mutableBytes
    convert(&bytes)
    return zip(pixels, converted).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
  }

  private static var grays: [UInt8] {
    var pixels: [UInt8] = []
    for level in 0...255 as ClosedRange<UInt8> { pixels += [level, level, level, 255] }
    return pixels
  }

  private static var samples: [UInt8] {
    let levels: [UInt8] = [0, 8, 16, 32, 64, 96, 128, 160, 192, 224, 255]
    var pixels: [UInt8] = []
    for red in levels {
      for green in levels {
        for blue in levels { pixels += [red, green, blue, 255] }
      }
    }
    return pixels
  }
}

/// A picture whose colours are converted as its rows are read.
package final class ConvertedRows: RowSource {
  package var size: PixelSize { source.size }

  private let source: any RowSource
  private let conversion: ColourConversion

  /// The source's rows in sRGB: the source itself where they are so already.
  package static func standard(_ source: any RowSource) -> any RowSource {
    source.conversion.map { ConvertedRows(source, $0) } ?? source
  }

  private init(_ source: any RowSource, _ conversion: ColourConversion) {
    self.source = source
    self.conversion = conversion
  }

  package func readRows(_ count: Int, into bytes: inout MutableRawSpan) throws {
    try source.readRows(count, into: &bytes)
    var rows = bytes._mutatingExtracting(first: count * size.width * 4)
    conversion.convert(&rows)
  }

  package func finish() throws { try source.finish() }
}
