import QuillCore
import QuillServer

/// A port to listen on.
struct PortNumber: ArgumentValue {
  let value: Int

  init(argument: String) throws {
    guard let value = Int(argument), (1...65535).contains(value) else {
      throw ArgumentMismatch(found: argument, expected: "a port, 1 to 65535")
    }
    self.value = value
  }
}

extension HolePolicy: ArgumentValue {}

/// The template of a map's tiles on some server.
struct BaseMap: ArgumentValue {
  let template: String

  init(argument: String) throws {
    let isAddress = argument.hasPrefix("https://") || argument.hasPrefix("http://")
    guard isAddress, ["{z}", "{x}", "{y}"].allSatisfy(argument.contains) else {
      throw ArgumentMismatch(
        found: argument, expected: "an address such as https://HOST/{z}/{x}/{y}.png")
    }
    template = argument
  }
}

/// The files that a preview shows besides the tiles.
struct ShownFiles: Sendable {
  let places: String?
  let route: String?

  /// What they hold.
  struct Contents {
    var places: Places?
    var route: WalkedRoute?
  }

  /// More bytes of places than a browser shows in a moment.
  private static let manyBytes = 5_000_000

  /// Reads the files.
  func read() throws -> Contents {
    Contents(places: try places.map(Self.readPlaces), route: try route.map(Self.readRoute))
  }

  /// What tells one state of the files from the next.
  var versions: [FileSystem.Version?] { [places, route].map { $0.flatMap(FileSystem.version) } }

  /// Says that a browser takes long to show the places, where it does.
  func noticeSize(_ contents: Contents, on console: Console) {
    guard let places, let count = contents.places?.byteCount, count > Self.manyBytes else { return }
    console.notice(
      "\(places): \(count.asBytes) of places make the page slow; a simplified file shows at once")
  }

  private static func readPlaces(_ path: String) throws -> Places {
    let bytes = try read(path)
    do throws(GeoJSONError) {
      return try Places(parsing: bytes)
    } catch {
      throw CommandFailure("\(error)", about: path)
    }
  }

  private static func readRoute(_ path: String) throws -> WalkedRoute {
    let bytes = try read(path)
    do throws(GPXError) {
      if let route = WalkedRoute(try GPX(parsing: bytes)) { return route }
    } catch {
      throw CommandFailure("\(error)", about: path)
    }
    throw CommandFailure("holds no way to walk (expected a track or a route)", about: path)
  }

  private static func read(_ path: String) throws -> [UInt8] {
    do throws(FileError) {
      if let bytes = try FileSystem.read(path) { return bytes }
      throw FileError.absent(path: path)
    } catch {
      throw CommandFailure("\(error)", about: path)
    }
  }
}
