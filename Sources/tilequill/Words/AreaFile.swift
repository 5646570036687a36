import QuillCore

/// A file that tells an area; `-` is standard input.
struct AreaFile {
  private let path: String
  private var name: String { path == "-" ? "standard input" : path }

  init(_ path: String) { self.path = path }

  /// The shapes of a GeoJSON file.
  func area() throws -> Shape {
    let bytes = try read()
    let shape: Shape
    do throws(GeoJSONError) {
      shape = Shape(try GeoJSON(parsing: bytes))
    } catch {
      throw CommandFailure("\(error)", about: name)
    }
    guard !shape.isEmpty else {
      throw CommandFailure("holds no geometry (expected polygons, lines or points)", about: name)
    }
    return shape
  }

  /// The ways and places of a GPX file.
  func route() throws -> Shape {
    let bytes = try read()
    let document: GPX
    do throws(GPXError) {
      document = try GPX(parsing: bytes)
    } catch {
      throw CommandFailure("\(error)", about: name)
    }
    guard !document.isEmpty else {
      throw CommandFailure("holds no place (expected a track, a route or waypoints)", about: name)
    }
    return Shape(document)
  }

  /// The tiles named in a text.
  func requestLog() throws -> RequestLog {
    var log = RequestLog()
    if path == "-" { try readInput { log.read($0) } } else { log.read(try read()[...]) }
    log.finish()
    return log
  }

  private func read() throws -> [UInt8] {
    if path == "-" {
      var bytes: [UInt8] = []
      try readInput { bytes += $0 }
      return bytes
    }
    do throws(FileError) {
      if let bytes = try FileSystem.read(path) { return bytes }
      throw FileError.absent(path: path)
    } catch {
      throw CommandFailure("\(error)", about: path)
    }
  }

  private func readInput(_ take: (ArraySlice<UInt8>) -> Void) throws {
    let error = LibC.readAll(from: LibC.standardInput, take)
    guard error == 0 else {
      throw CommandFailure("cannot be read: \(LibC.message(for: error))", about: name)
    }
  }
}
