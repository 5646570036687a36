/// A manner of drawing maps; each is hard for a tiler in another way.
package enum ArtStyle: String, CaseIterable, Sendable {
  /// Flat fills with inked borders, clear outside an irregular coast: packs to a twentieth.
  case cartoon

  /// Grain of paper with stains and ink, without any alpha: packs to a quarter.
  case parchment

  /// Smooth washes under fine grain, soft at their borders: hardly packs to a third.
  case watercolor

  /// Whether every pixel is opaque.
  package var isOpaque: Bool { self == .parchment }
}
