import QuillCore

/// The pictures of the tiles that were asked for last.
struct PictureShelf {
  private let places: Int
  private var slots: [Slot] = []
  private var next = 0

  private struct Slot {
    let tile: Tile
    var picture: TilePicture
    let isThere: Bool
  }

  /// A shelf with room for so many pictures, one at least.
  init(places: Int) { self.places = max(1, places) }

  /// The picture of a tile; `read` fills one in, or says false when there is none.
  mutating func picture(
    of tile: Tile, reading read: (Tile, inout TilePicture) -> Bool
  ) -> TilePicture? {
    // Tiles of one column come one after the other, so the last one is asked for most.
    if let place = slots.lastIndex(where: { $0.tile == tile }) {
      return slots[place].isThere ? slots[place].picture : nil
    }
    var picture = TilePicture()
    if slots.count == places { swap(&picture, &slots[next].picture) }
    let isThere = read(tile, &picture)
    let slot = Slot(tile: tile, picture: picture, isThere: isThere)
    if slots.count < places { slots.append(slot) } else { slots[next] = slot }
    next = (next + 1) % places
    return isThere ? picture : nil
  }
}
