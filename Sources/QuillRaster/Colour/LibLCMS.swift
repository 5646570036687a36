private import CLCMS

/// A conversion of pixels from an embedded colour profile (ICC) to sRGB, done by LittleCMS.
///
/// It is relative colorimetric without black point compensation: colours that sRGB has too are
/// kept as they are, the others move to its nearest edge. It holds no cache, so that any number of
/// threads may convert at once.
@safe
struct LibLCMS: ~Copyable, @unchecked Sendable {
  /// Why a profile cannot be used.
  enum Failure: Error, Equatable {
    /// It is no profile, or a damaged one.
    case unreadable
    /// Its pixels are neither RGB nor grey, or it is none of a picture.
    case unsuitable
  }

  /// The profile's description of itself, such as "Display P3"; empty when it has none.
  let name: String

  /// Whether it describes grey pixels.
  let isGray: Bool

  private let transform: UnsafeMutableRawPointer

  /// Reads a profile.
  init(profile bytes: [UInt8]) throws(Failure) {
    let opened = unsafe bytes.withUnsafeBytes { bytes in
      unsafe cmsOpenProfileFromMem(bytes.baseAddress, UInt32(bytes.count))
    }
    guard let profile = unsafe opened else { throw .unreadable }
    defer { unsafe cmsCloseProfile(profile) }
    let space = unsafe cmsGetColorSpace(profile).rawValue
    guard space == clcms_space_rgb || space == clcms_space_gray else { throw .unsuitable }
    let isGray = space == clcms_space_gray
    guard let standard = unsafe cmsCreate_sRGBProfile() else { throw .unreadable }
    defer { unsafe cmsCloseProfile(standard) }
    let created = unsafe cmsCreateTransform(
      profile, isGray ? clcms_gray : clcms_rgba, standard, clcms_rgba, clcms_relative,
      clcms_no_cache)
    guard let transform = unsafe created else { throw .unsuitable }
    unsafe self.transform = transform
    self.isGray = isGray
    name = unsafe Self.description(of: profile)
  }

  deinit { unsafe cmsDeleteTransform(transform) }

  /// Converts RGBA pixels in place; alpha stays.
  ///
  /// Of a grey profile's pixels red is taken for their grey. A pixel costs some 14 ns, so that of
  /// neighbours that are equal, as flat colour and clear pixels are, one alone is converted.
  borrowing func convert(_ pixels: inout MutableRawSpan) {
    let count = pixels.byteCount / 4
    unsafe pixels.withUnsafeMutableBytes { pixels in
      guard let start = pixels.baseAddress else { return }
      unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Self.block) { firsts in
        guard let firsts = firsts.baseAddress else { return }
        for place in stride(from: 0, to: count, by: Self.block) {
          unsafe convert(start + place * 4, min(Self.block, count - place), firsts)
        }
      }
    }
  }

  /// Pixels that are converted in one go: what the nearest cache holds.
  private static let block = 2048

  /// Collects the first pixel of each run of equal ones, converts these, and fills the runs.
  private borrowing func convert(
    _ pixels: UnsafeMutableRawPointer, _ count: Int, _ firsts: UnsafeMutablePointer<UInt32>
  ) {
    var runs = 0
    var last = unsafe ~pixels.loadUnaligned(as: UInt32.self)
    for place in 0..<count {
      let pixel = unsafe pixels.loadUnaligned(fromByteOffset: place &* 4, as: UInt32.self)
      if pixel == last { continue }
      last = pixel
      unsafe firsts[runs] = pixel
      runs &+= 1
    }
    unsafe cmsDoTransform(transform, firsts, firsts, UInt32(runs))
    var run = -1
    var converted: UInt32 = 0
    last = unsafe ~pixels.loadUnaligned(as: UInt32.self)
    for place in 0..<count {
      let pixel = unsafe pixels.loadUnaligned(fromByteOffset: place &* 4, as: UInt32.self)
      if pixel != last {
        last = pixel
        run &+= 1
        converted = unsafe firsts[run]
      }
      unsafe pixels.storeBytes(of: converted, toByteOffset: place &* 4, as: UInt32.self)
    }
  }

  private static func description(of profile: UnsafeMutableRawPointer) -> String {
    var text = [CChar](repeating: 0, count: 128)
    let length = unsafe text.withUnsafeMutableBufferPointer { text in
      unsafe cmsGetProfileInfoASCII(
        profile, cmsInfoDescription, "en", "US", text.baseAddress, UInt32(text.count))
    }
    guard length > 0 else { return "" }
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes.map { $0 < 0x20 || $0 > 0x7E ? 0x3F : $0 }, as: UTF8.self)
  }
}
