/// Reads a drawing from a PNG file: rows of straight RGBA, 8 bits a sample, from top to bottom.
///
/// Only some rows are in memory at a time. An interlaced picture has no whole row before its last
/// pass: it is decoded once into a nameless scratch file and its rows come from there.
/// 16-bit samples are rounded to 8; no colour tag in the file changes a pixel.
///
///     let drawing = try DrawingReader(path: "island.png")
///     var rows = [UInt8](repeating: 0, count: 16 * drawing.header.rgbaRowByteCount)
///     var span = rows.mutableSpan
///     while drawing.remainingRowCount > 0 {
///       let count = try drawing.readRows(16, into: &span)
///     }
///     try drawing.finish()
///
/// One reader belongs to one thread at a time. Errors do not name the file: the caller knows it.
public final class DrawingReader {
  /// Size and kind of the picture.
  public let header: PNGHeader
  /// What else stands before the image data.
  public let facts: Facts
  /// Rows read so far.
  public private(set) var readRowCount = 0
  /// Whether bytes follow the end of the PNG; known after `finish()`.
  public private(set) var hasTrailingBytes = false
  /// Whether the picture is whole but the end mark (IEND) is missing; known after `finish()`.
  public private(set) var isMissingEnd = false

  /// How the picture has to be turned to stand upright, as the camera's notes (eXIf) before the image
  /// data say.
  package let orientation: Orientation

  private var png: LibPNG
  /// Reads the rows while there is no doubt about the file.
  private var plain: PlainRows?
  private var isBegun = false
  private var scratch: ScratchFile?
  private let scratchDirectory: String

  /// What a drawing's file tells beside its size.
  public struct Facts: Equatable, Sendable {
    /// Whether a colour or palette entries are marked as transparent (tRNS).
    public let hasTransparency: Bool
    /// Whether the colours are marked as sRGB.
    public let isStandardColor: Bool
    /// The gamma that the file states, times 100000.
    public let gamma: Int?
    /// Whether the file states its own primaries (cHRM).
    public let hasChromaticities: Bool
    /// Whether the primaries that the file states are those of sRGB.
    public let hasStandardChromaticities: Bool
    /// Whether the file is an animation, of which only the first picture is read.
    public let isAnimated: Bool
    /// The name of the embedded colour profile (ICC).
    public let profileName: String?
    /// The embedded colour profile (ICC).
    public let profile: [UInt8]?
    /// The keys of the text chunks.
    public let textKeys: [String]
  }

  /// Opens a file and reads its header; takes no memory that grows with the picture's height.
  ///
  /// `memoryLimit` is compared with `needByteCount` before anything of that size is taken. A scratch
  /// file, where one is needed, is made by the first `readRows` in `scratchDirectory` (nil: `TMPDIR`).
  public init(
    path: String, memoryLimit: Int = .max, scratchDirectory: String? = nil
  ) throws(PNGError) {
    var png = try LibPNG(path: path)
    let header = try png.withFirstBytes { bytes throws(PNGError) in
      try Self.drawingHeader(bytes)
    }
    let need = Self.needByteCount(header)
    guard need <= memoryLimit else {
      throw .tooLarge(width: header.width, height: header.height, need: need, limit: memoryLimit)
    }
    let found = try png.readHeader()
    precondition(
      found.width == header.width && found.height == header.height,
      "two readings of one header differ")
    let profile = png.profile
    facts = Facts(
      hasTransparency: found.hasTransparency, isStandardColor: found.isStandardColor,
      gamma: found.gamma, hasChromaticities: found.hasChromaticities,
      hasStandardChromaticities: found.hasStandardChromaticities,
      isAnimated: found.isAnimated, profileName: profile?.name, profile: profile?.bytes,
      textKeys: png.textKeys)
    orientation = png.exif.flatMap { Orientation(exif: $0) } ?? .upright
    self.header = header
    self.png = png
    self.scratchDirectory = scratchDirectory ?? ScratchFile.defaultDirectory
  }

  /// Takes what reading rows needs; before that, a file says its width and nothing is taken for it.
  private func begin() throws(PNGError) {
    guard !isBegun else { return }
    isBegun = true
    // libpng has read the first eight bytes of the first chunk of image data.
    plain =
      PlainRows.canRead(header, hasTransparency: facts.hasTransparency)
      ? try? PlainRows(header, at: png.position - 8, in: png) : nil
    try png.start()
  }

  /// The bytes that reading takes: some rows, or the scratch file of an interlaced picture.
  ///
  /// `Int.max` where the number is beyond `Int`.
  public var needByteCount: Int { Self.needByteCount(header) }

  /// Rows still to be read.
  public var remainingRowCount: Int { header.height - readRowCount }

  /// Whether the rows so far came the plain way, without libpng.
  package var isPlain: Bool { plain != nil }

  /// What libpng remarked, such as an odd colour profile; never a reason to fail.
  public var warnings: [String] { png.warnings }

  /// Reads the next rows to the start of `output` and says how many there were: `maximum`, or fewer at
  /// the bottom.
  ///
  /// Rows lie `stride` bytes apart (nil: `header.rgbaRowByteCount`, without a gap).
  public func readRows(
    _ maximum: Int, into output: inout MutableRawSpan, stride: Int? = nil
  ) throws(PNGError) -> Int {
    precondition(maximum >= 0, "a number of rows is not negative")
    try begin()
    let count = min(maximum, remainingRowCount)
    let rowByteCount = header.rgbaRowByteCount
    let stride = stride ?? rowByteCount
    precondition(
      stride >= rowByteCount
        && (count == 0 || (count - 1) * stride + rowByteCount <= output.byteCount),
      "the buffer is too small for the rows asked for")
    if header.isInterlaced {
      try decodeToScratch()
      copyRows(count, into: &output, stride: stride)
    } else if try !readPlainRows(count, into: &output, stride: stride) {
      try png.readRows(count, into: &output, stride: stride)
    }
    readRowCount += count
    return count
  }

  /// Reads the next rows into an array's bytes; else the same.
  public func readRows(
    _ maximum: Int, into output: inout MutableSpan<UInt8>, stride: Int? = nil
  ) throws(PNGError) -> Int {
    var bytes = unsafe output.mutableBytes
    return try readRows(maximum, into: &bytes, stride: stride)
  }

  /// Reads to the end of the file after the last row, which verifies the rest of it.
  ///
  /// Where only the end mark is missing, all of the picture is there and was verified: no error.
  public func finish() throws(PNGError) {
    precondition(remainingRowCount == 0, "a drawing is finished after its last row")
    try begin()
    if let isTrailed = try? plain?.finish(in: png) {
      hasTrailingBytes = isTrailed
      return
    }
    try leavePlainRows()
    let end = try png.finish()
    hasTrailingBytes = end == .trailingBytes
    isMissingEnd = end == .missing
  }

  private static func drawingHeader(_ bytes: RawSpan) throws(PNGError) -> PNGHeader {
    var chunks = try PNGChunks(bytes)
    let (header, isCrushed) = try chunks.header(in: bytes)
    if isCrushed { throw .xcodeCrushed }
    return header
  }

  /// libpng holds the stored row before and this one, up to 8 bytes a pixel each; zlib and the file's
  /// block take less than 320 KiB.
  private static func needByteCount(_ header: PNGHeader) -> Int {
    var rows = header.width * 24 + (320 << 10)
    if PlainRows.canRead(header, hasTransparency: false) {
      rows += PlainRows.needByteCount(header)
    }
    guard header.isInterlaced else { return rows }
    let (sum, overflow) = header.rgbaByteCount.addingReportingOverflow(rows)
    return overflow ? .max : sum
  }

  /// Whether the rows could be read the plain way; where not, libpng stands before the first of them.
  private func readPlainRows(
    _ count: Int, into output: inout MutableRawSpan, stride: Int
  ) throws(PNGError) -> Bool {
    if plain == nil { return false }
    if (try? plain?.readRows(count, into: &output, stride: stride, in: png)) != nil { return true }
    try leavePlainRows()
    return false
  }

  /// Goes on with libpng, which reads again what was read the plain way.
  private func leavePlainRows() throws(PNGError) {
    guard plain != nil else { return }
    plain = nil
    var row = [UInt8](repeating: 0, count: header.rgbaRowByteCount)
    var span = row.mutableSpan
    for _ in 0..<readRowCount {
      var bytes = unsafe span.mutableBytes
      try png.readRows(1, into: &bytes, stride: header.rgbaRowByteCount)
    }
  }

  private func decodeToScratch() throws(PNGError) {
    guard scratch == nil else { return }
    var file: ScratchFile
    do {
      file = try ScratchFile(byteCount: header.rgbaByteCount, directory: scratchDirectory)
    } catch {
      throw .noScratch(directory: error.directory, need: error.need, code: error.code)
    }
    try file.withMutableBytes { bytes throws(PNGError) in try png.readPicture(into: &bytes) }
    scratch = consume file
  }

  private func copyRows(_ count: Int, into output: inout MutableRawSpan, stride: Int) {
    let rowByteCount = header.rgbaRowByteCount
    for row in 0..<count {
      scratch?.copy(
        rowByteCount, from: (readRowCount + row) * rowByteCount, into: &output, at: row * stride)
    }
  }
}
