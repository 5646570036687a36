import Foundation
public import QuillCore

extension Fixture {
  /// The tiles of a fixture that names one a line.
  public static func tiles(_ path: String) throws -> Set<Tile> {
    let text = try String(contentsOf: url(path), encoding: .utf8)
    return Set(
      text.split(separator: "\n").map { line in
        guard let tile = Tile(line) else { preconditionFailure("\(path): no tile: \(line)") }
        return tile
      })
  }

  /// The bytes of a fixture.
  public static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: url(path)))
  }
}
