import Foundation
import QuillRaster
import Testing

struct ScratchFileTests {
  @Test func `a scratch file holds bytes, starts as zeros and has no name`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var file = try ScratchFile(byteCount: 100_000, directory: folder.path)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    file.withMutableBytes { bytes in
      bytes.storeBytes(of: 7, toByteOffset: 99_999, as: UInt8.self)
    }
    var output: [UInt8] = [1, 1, 1]
    var span = output.mutableSpan
    var bytes = unsafe span.mutableBytes
    file.copy(2, from: 99_998, into: &bytes, at: 1)
    #expect(output == [1, 0, 7])
    let count = file.withBytes { $0.byteCount }
    #expect(count == 100_000)
  }

  @Test func `a disk too small is an error at once`() {
    let need = 1 << 60
    do {
      _ = try ScratchFile(byteCount: need, directory: "/tmp").byteCount
      Issue.record("a disk of \(need) bytes")
    } catch {
      #expect(error.directory == "/tmp")
      #expect(error.need == need)
      #expect(error.code == ENOSPC)
    }
  }
}
