public import Foundation

/// The names of Core Graphics that enlarging a tile uses, as its documentation declares them.
///
/// Its pictures are of the plainest format: `WIDTH HEIGHT\n`, then a byte a pixel, from the top;
/// drawing takes the pixel in which the middle of each lies.
public typealias CFData = NSData
public typealias CFMutableData = NSMutableData
public typealias CFString = NSString
public typealias CFDictionary = NSDictionary

public final class CGDataProvider {
  let data: Data

  public init?(data: CFData) { self.data = Data(referencing: data) }
}

public enum CGColorRenderingIntent: Int32, Sendable { case defaultIntent }

public final class CGImage {
  public let width: Int
  public let height: Int
  public let pixels: [UInt8]

  init(width: Int, height: Int, pixels: [UInt8]) {
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  public init?(
    pngDataProviderSource source: CGDataProvider, decode: UnsafePointer<CGFloat>?,
    shouldInterpolate: Bool, intent: CGColorRenderingIntent
  ) {
    let parts = source.data.split(separator: UInt8(ascii: "\n"), maxSplits: 1)
    let sizes = String(decoding: parts.first ?? Data(), as: UTF8.self).split(separator: " ")
      .compactMap { Int($0) }
    guard parts.count == 2, sizes.count == 2, parts[1].count == sizes[0] * sizes[1] else {
      return nil
    }
    width = sizes[0]
    height = sizes[1]
    pixels = Array(parts[1])
  }
}

public final class CGColorSpace {
  public static var sRGB: CFString { "kCGColorSpaceSRGB" }

  public init?(name: CFString) {}
}

public enum CGImageAlphaInfo: UInt32, Sendable { case premultipliedLast = 1 }

public enum CGInterpolationQuality: Int32, Sendable { case high = 3 }

public final class CGContext {
  public var interpolationQuality = CGInterpolationQuality.high
  private let width: Int
  private let height: Int
  private var pixels: [UInt8]

  public init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int,
    bytesPerRow: Int, space: CGColorSpace, bitmapInfo: UInt32
  ) {
    self.width = width
    self.height = height
    pixels = Array(repeating: UInt8(ascii: "."), count: width * height)
  }

  /// Draws upright into a frame whose y counts from the lower edge of the context.
  public func draw(_ image: CGImage, in rect: CGRect) {
    for row in 0..<height {
      for column in 0..<width {
        let across = (Double(column) + 0.5 - Double(rect.minX)) / Double(rect.width)
        let up = (Double(height - row) - 0.5 - Double(rect.minY)) / Double(rect.height)
        guard (0..<1).contains(across), (0..<1).contains(up) else { continue }
        let x = Int(across * Double(image.width))
        let y = Int((1 - up) * Double(image.height))
        pixels[row * width + column] = image.pixels[y * image.width + x]
      }
    }
  }

  public func makeImage() -> CGImage? {
    CGImage(width: width, height: height, pixels: pixels)
  }
}
