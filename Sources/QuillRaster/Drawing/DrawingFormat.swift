/// A drawing's file of one kind, opened: its rows, and what there is to say about it.
package protocol DrawingFormat: RowSource {
  /// The bytes of memory that reading takes.
  var needByteCount: Int { get }

  /// Whether its kind can hold a pixel that is not opaque.
  var canBeTransparent: Bool { get }

  /// How the picture has to be turned to stand upright.
  var orientation: Orientation { get }

  /// The embedded colour profile (ICC) and its name.
  var profile: (name: String, bytes: [UInt8])? { get }

  /// What is odd about the file; complete after `finish()`.
  var notes: [DrawingNote] { get }
}

/// Something odd about a drawing's file that does not keep it from being read.
public enum DrawingNote: Hashable, Sendable {
  /// It is an animation, of which the first picture was read.
  case animated
  /// It is a PNG that Xcode rewrote (CgBI).
  case crushed
  /// It was turned upright as its camera says.
  case turned
  /// Colours were converted from that profile.
  case convertedColours(from: String)
  /// Colours were kept, and each tile carries that profile.
  case keptColours(String)
  /// The embedded profile could not be used.
  case badProfile
  /// It states a gamma or primaries without a profile, which changed nothing.
  case bareGamma
  /// Bytes follow the picture's end.
  case trailingBytes
  /// The picture is whole, but its end mark is missing.
  case missingEnd
}

extension DrawingNote: CustomStringConvertible {
  /// One clause in plain words, to stand after the file's name.
  public var description: String {
    switch self {
    case .animated: "is an animation; its first picture was taken"
    case .crushed:
      "is a PNG that Xcode rewrote for apps (CgBI); colours under thin paint are coarse, better"
        + " slice the file it was made of"
    case .turned: "turned upright as its camera says"
    case .convertedColours(let name): "colours converted from \(name) to sRGB"
    case .keptColours(let name): "colours kept; each tile carries the profile \(name)"
    case .badProfile: "its colour profile is damaged or not one of a picture, and was passed over"
    case .bareGamma: "states a gamma or primaries without a profile; they were passed over"
    case .trailingBytes: "bytes after its end were passed over"
    case .missingEnd: "its end mark is missing; the picture itself is whole"
    }
  }
}
