public import CoreGraphics
public import Foundation

/// The names of ImageIO that enlarging a tile uses, as its documentation declares them.
public final class CGImageDestination {
  let data: CFMutableData
  var image: CGImage?

  init(data: CFMutableData) { self.data = data }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CGImageDestinationCreateWithData(
  _ data: CFMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
  type == "public.png" && count == 1 ? CGImageDestination(data: data) : nil
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CGImageDestinationAddImage(
  _ destination: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?
) {
  destination.image = image
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CGImageDestinationFinalize(_ destination: CGImageDestination) -> Bool {
  guard let image = destination.image else { return false }
  destination.data.append(Data("\(image.width) \(image.height)\n".utf8) + Data(image.pixels))
  return true
}
