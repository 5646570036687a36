#if canImport(CoreGraphics) && canImport(ImageIO)
  private import CoreGraphics
  internal import Foundation
  internal import QuillCore
  private import ImageIO

  extension TilePart {
    /// This part of a picture, enlarged to the whole picture's size, as a PNG; nil for a file that
    /// is no picture.
    ///
    /// All of the picture is drawn so large that the part fills the result, and its neighbours lie
    /// beside it: pixels are smoothed across the part's edges too, and no seam shows.
    func enlarged(_ file: URL) -> Data? {
      guard let bytes = try? Data(contentsOf: file),
        let provider = CGDataProvider(data: NSData(data: bytes) as CFData),
        let image = unsafe CGImage(
          pngDataProviderSource: provider, decode: nil, shouldInterpolate: true,
          intent: .defaultIntent),
        let colors = CGColorSpace(name: CGColorSpace.sRGB),
        let canvas = unsafe CGContext(
          data: nil, width: image.width, height: image.height, bitsPerComponent: 8, bytesPerRow: 0,
          space: colors, bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
      else { return nil }
      canvas.interpolationQuality = .high
      canvas.draw(image, in: frame(of: image))
      return canvas.makeImage().flatMap(Self.png)
    }

    /// Where the whole picture lies when this part fills a canvas of its size; the canvas counts
    /// from its lower edge up.
    ///
    /// With w and h the picture's size and s the part's side, the picture is w/s by h/s large. Its
    /// left edge is x·w/s left of the canvas; the part's upper edge, y·h/s below the picture's, is
    /// the canvas's at h, so that the picture's lower edge is at h + y·h/s − h/s.
    private func frame(of image: CGImage) -> CGRect {
      let width = Double(image.width) / side
      let height = Double(image.height) / side
      return CGRect(
        x: -x * width, y: Double(image.height) + y * height - height, width: width, height: height)
    }

    private static func png(of image: CGImage) -> Data? {
      let bytes = NSMutableData()
      guard
        let file = CGImageDestinationCreateWithData(
          bytes as CFMutableData, "public.png" as CFString, 1, nil)
      else { return nil }
      CGImageDestinationAddImage(file, image, nil)
      return CGImageDestinationFinalize(file) ? bytes as Data : nil
    }
  }
#endif
