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

  /// Reads them, to tell what is wrong before anything is served.
  func check() throws {
    if let places { _ = try Self.readPlaces(places) }
    if let route { _ = try Self.readRoute(route) }
  }

  /// The look of the preview: each time a page is opened, the files are read anew; one that cannot
  /// be read just then is left out.
  func add(to look: inout PreviewLook) {
    if let places { look.places = { try? Self.readPlaces(places) } }
    if let route { look.route = { try? Self.readRoute(route) } }
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
