import Foundation
import QuillCore
import QuillTestSupport
import Testing

@Suite struct DestinationLockTests {
  /// A number that is closed twice may belong to another file by the second time.
  @Test func `a lock that is refused closes no file of another thread`() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/tiles"
    try scratch.write("text", to: "file")
    let lock = try DestinationLock(path)
    let lost = LostReads()
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for _ in 0..<5000 {
        if thread % 2 == 0 {
          #expect(throws: FileError.self) { _ = try DestinationLock(path) }
        } else if (try? FileSystem.read(scratch.path + "/file")) != Array("text".utf8) {
          lost.count()
        }
      }
    }
    #expect(lost.value == 0)
    withExtendedLifetime(lock) {}
  }
}

private final class LostReads: @unchecked Sendable {
  private let lock = NSLock()
  private var number = 0
  var value: Int { lock.withLock { number } }
  func count() { lock.withLock { number += 1 } }
}
