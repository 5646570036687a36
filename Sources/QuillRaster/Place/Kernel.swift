#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// How a pixel is made from the pixels of a drawing that do not fall on it exactly.
public enum Resampling: String, Hashable, Sendable, CaseIterable {
  /// An exact copy where pixels fall on pixels, else cubic when enlarging and average when
  /// shrinking.
  case auto

  /// The nearest pixel as it is: pixel art stays crisp.
  case nearest

  /// The mean of the area under the pixel.
  case average

  /// Smooth and sharp: the cubic through four neighbours (Catmull and Rom).
  case cubic

  /// The sharpest: a windowed sinc over six neighbours (Lanczos, a = 3).
  case lanczos
}

/// How the zooms below a drawing's own are made from it.
public enum Shrinking: String, Hashable, Sendable, CaseIterable {
  /// The exact mean of the pixels covered.
  case average

  /// The pixel in the middle as it is.
  case nearest

  /// A windowed sinc over the whole picture: sharper, with faint rims at hard edges.
  case lanczos
}

/// The weight of a neighbour by its distance, in pixels of the drawing.
enum Kernel: Hashable {
  case nearest
  case average
  case cubic
  case lanczos

  /// The kernel for a drawing of which one pixel of a tile covers `scale` pixels.
  ///
  /// Pixels of one size, up to the noise of their calculation, all get the same kernel.
  init(_ resampling: Resampling, scale: Double) {
    switch resampling {
    case .auto: self = scale > 1 + 1e-4 ? .average : .cubic
    case .nearest: self = .nearest
    case .average: self = .average
    case .cubic: self = .cubic
    case .lanczos: self = .lanczos
    }
  }

  /// The distance beyond which the weight is 0, when enlarging.
  var radius: Double {
    switch self {
    case .nearest, .average: 0.5
    case .cubic: 2
    case .lanczos: 3
    }
  }

  /// The weight at a distance; weights of whole steps add up to 1, or nearly.
  func weight(at distance: Double) -> Double {
    let x = abs(distance)
    switch self {
    case .nearest, .average: return x <= 0.5 ? 1 : 0
    case .cubic:
      // The cubic of Catmull and Rom: through the pixels, slopes parallel to the chords.
      if x < 1 { return (1.5 * x - 2.5) * x * x + 1 }
      return x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0
    case .lanczos:
      if x < 1e-9 { return 1 }
      let turn = Double.pi * x
      return x < 3 ? 3 * sin(turn) * sin(turn / 3) / (turn * turn) : 0
    }
  }
}
