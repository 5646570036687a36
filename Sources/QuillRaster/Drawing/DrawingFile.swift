public import QuillCore

/// A drawing's file, whatever kind of picture it is: PNG in all its kinds, or JPEG.
///
///     let drawing = try DrawingFile(path: "island.jpg")
///     drawing.size   // upright, as the camera says
///
/// Its rows are read once, from the top; colours of another profile than sRGB are converted, or
/// kept. One belongs to one thread at a time.
public final class DrawingFile {
  /// The path that the file was opened by.
  public let path: String

  /// The picture's size, once it stands upright.
  public var size: PixelSize { rows.size }

  /// The bytes of memory that reading takes.
  public var needByteCount: Int { format.needByteCount }

  /// Whether files of this kind, whatever their pixels are, can hold one that is not opaque.
  public let kindHasTransparency: Bool

  /// Whether some pixel read so far is not opaque.
  public private(set) var sawTransparency = false

  /// The profile that each tile has to carry, where colours are kept.
  package let tileProfile: TileProfile?

  package let conversion: ColourConversion?

  /// The size of the picture as it is stored, whatever its camera says.
  package var storedSize: PixelSize { format.size }

  /// Whether the camera's notes say to turn the stored picture.
  package var hasOrientation: Bool { format.orientation != .upright }

  private let isUpright: Bool
  private let memoryLimit: Int
  private let colours: ColourHandling
  private let format: any DrawingFormat
  private let rows: any RowSource
  private let colourNotes: [DrawingNote]

  /// The state of the file that is being read; nil for what is no plain file, such as a pipe.
  private let version: FileSystem.Version?

  /// Opens a file and reads its header; a kind that cannot stream is read whole.
  ///
  /// - Parameters:
  ///   - path: The file; its content tells its kind, not its name.
  ///   - memoryLimit: The most bytes that reading may take.
  ///   - colours: What becomes of an embedded profile that is not sRGB.
  ///   - upright: Whether the picture is turned as its camera says, as people see it; else its rows
  ///     are those that are stored.
  /// - Throws: `DrawingError`: the file cannot be read, is of another kind, or needs too much.
  public convenience init(
    path: String, memoryLimit: Int = .max, colours: ColourHandling = .convert,
    upright: Bool = true
  ) throws(DrawingError) {
    try self.init(
      path: path, memoryLimit: memoryLimit, colours: colours, upright: upright,
      version: Self.version(of: path))
  }

  private init(
    path: String, memoryLimit: Int, colours: ColourHandling, upright: Bool,
    version: FileSystem.Version?
  ) throws(DrawingError) {
    self.path = path
    self.memoryLimit = memoryLimit
    self.colours = colours
    self.version = version
    isUpright = upright
    do {
      format = try Self.open(path, memoryLimit)
    } catch {
      throw DrawingError(error) ?? .png(.unreadable(code: 0))
    }
    rows =
      format.orientation == .upright || !upright ? format : TurnedRows(format, format.orientation)
    kindHasTransparency = !(format is JPEGDrawing)
    let outcome = Self.handle(format, colours)
    conversion = outcome.conversion
    tileProfile = outcome.tileProfile
    colourNotes = outcome.note.map { [$0] } ?? []
    try requireSameFile()
  }

  /// The state of a plain file.
  private static func version(of path: String) -> FileSystem.Version? {
    guard case .file? = (try? FileSystem.kind(of: path)) ?? nil else { return nil }
    return FileSystem.version(of: path)
  }

  /// Looks that the path still leads to the file that is being read, and nobody wrote to it.
  private func requireSameFile() throws(DrawingError) {
    guard version == nil || FileSystem.version(of: path) == version else { throw .changed }
  }

  /// What kind of file it is, and what that kind tells of its pixels.
  public var kind: Kind {
    switch format {
    case let reader as DrawingReader: .png(reader.header, reader.facts)
    case let jpeg as JPEGDrawing: .jpeg(isGray: jpeg.isGray, isProgressive: jpeg.isProgressive)
    default: .crushedPNG
    }
  }

  /// A kind of file.
  public enum Kind: Equatable, Sendable {
    /// A PNG: its header and what else stands before the pixels.
    case png(PNGHeader, DrawingReader.Facts)
    /// A JPEG, grey or of colours; progressive when its rows come several times, ever finer.
    case jpeg(isGray: Bool, isProgressive: Bool)
    /// A PNG that Xcode rewrote for apps (CgBI).
    case crushedPNG
  }

  /// The name of the embedded colour profile (ICC), nil without one.
  public var profileName: String? {
    format is JPEGDrawing ? conversion?.name ?? format.profile?.name : format.profile?.name
  }

  /// What is odd about the file; complete after the last row.
  public var notes: [DrawingNote] {
    format.notes + (hasOrientation && isUpright ? [.turned] : []) + colourNotes
  }

  /// The same file, opened again to be read from the top.
  ///
  /// - Throws: `DrawingError.changed` when it is not the same any more.
  package func again() throws(DrawingError) -> DrawingFile {
    try requireSameFile()
    return try DrawingFile(
      path: path, memoryLimit: memoryLimit, colours: colours, upright: isUpright,
      version: version)
  }

  /// The same file, opened again for its rows as they are stored, whatever its camera says.
  package func asStored() throws(DrawingError) -> DrawingFile {
    try requireSameFile()
    return try DrawingFile(
      path: path, memoryLimit: memoryLimit, colours: colours, upright: false, version: version)
  }

  private static func open(_ path: String, _ memoryLimit: Int) throws -> any DrawingFormat {
    do throws(PNGError) {
      return try DrawingReader(path: path, memoryLimit: memoryLimit)
    } catch .notAPNG(.jpeg, _) {
      return try JPEGDrawing(path: path, memoryLimit: memoryLimit)
    } catch .xcodeCrushed {
      return try CrushedDrawing(path: path, memoryLimit: memoryLimit)
    }
  }

  private static func handle(
    _ format: any DrawingFormat, _ colours: ColourHandling
  ) -> (conversion: ColourConversion?, tileProfile: TileProfile?, note: DrawingNote?) {
    guard let profile = format.profile else { return (nil, nil, nil) }
    guard let conversion = ColourConversion(profile: profile.bytes, name: profile.name) else {
      return (nil, nil, .badProfile)
    }
    if conversion.isStandard { return (nil, nil, nil) }
    switch colours {
    case .convert: return (conversion, nil, .convertedColours(from: conversion.name))
    case .keep:
      let kept = TileProfile(profile.bytes, name: conversion.name, isGray: conversion.isGray)
      return (nil, kept, .keptColours(conversion.name))
    }
  }
}

extension DrawingFile: RowSource {
  package func readRows(_ count: Int, into bytes: inout MutableRawSpan) throws {
    do {
      try rows.readRows(count, into: &bytes)
    } catch {
      throw DrawingError(error) ?? error
    }
    if format.canBeTransparent, !sawTransparency {
      sawTransparency = Self.hasTransparency(bytes, pixels: count * size.width)
    }
  }

  package func finish() throws {
    do {
      try rows.finish()
    } catch {
      try requireSameFile()
      throw DrawingError(error) ?? error
    }
    try requireSameFile()
  }

  /// Whether the lowest alpha is below 255: eight pixels at a time, one after the other at the end.
  private static func hasTransparency(_ bytes: borrowing MutableRawSpan, pixels: Int) -> Bool {
    unsafe bytes.withUnsafeBytes { raw in
      var every = SIMD8<UInt32>(repeating: .max)
      var place = 0
      while place &+ 8 <= pixels {
        every &= unsafe raw.loadUnaligned(fromByteOffset: place &* 4, as: SIMD8<UInt32>.self)
        place &+= 8
      }
      var rest = every.wrappedAnd
      while place < pixels {
        rest &= unsafe raw.loadUnaligned(fromByteOffset: place &* 4, as: UInt32.self)
        place &+= 1
      }
      return rest < 0xFF00_0000
    }
  }
}

extension Slicer {
  /// Reads a drawing from its file and puts its tiles into the sink, which the caller then finishes.
  ///
  /// - Parameters:
  ///   - drawing: The drawing, opened; its file is opened again where the plan takes more than one
  ///     reading.
  ///   - sink: Where the tiles go.
  /// - Returns: What was made.
  /// - Throws: `DrawingError` for a damaged drawing, what the sink throws, `SliceError.cancelled`.
  public func slice(_ drawing: DrawingFile, into sink: any TileSink) throws -> Outcome {
    var slicer = self
    slicer.profile = drawing.tileProfile
    var first: DrawingFile? = drawing
    return try slicer.slice(into: sink) {
      defer { first = nil }
      return try first ?? drawing.again()
    }
  }
}
