import Foundation
import Testing
import tilequill

@Suite("Interrupt")
struct InterruptTests {
  @Test(
    "Work that is asked to stop unwinds, cleans up the latest first, and dies by the signal")
  func stops() async throws {
    let result = try await #require(
      processExitsWith: .signal(SIGTERM), observing: [\.standardOutputContent]
    ) {
      Interrupt.watch()
      Interrupt.watch()
      _ = Interrupt.beforeDeath { _ = LibC.write([UInt8("a".utf8.first!)], to: 1) }
      let kept = Interrupt.beforeDeath { _ = LibC.write([UInt8("b".utf8.first!)], to: 1) }
      _ = Interrupt.beforeDeath { _ = LibC.write([UInt8("c".utf8.first!)], to: 1) }
      kept.cancel()
      kill(getpid(), SIGTERM)
      while !Interrupt.isRequested { usleep(1000) }
      #expect(throws: Interrupt.Requested.self) { try Interrupt.check() }
      Interrupt.die()
    }
    #expect(String(decoding: result.standardOutputContent, as: UTF8.self).hasSuffix("ca"))
  }

  @Test func `a second signal ends the program at once`() async {
    await #expect(processExitsWith: .signal(SIGINT)) {
      Interrupt.watch()
      kill(getpid(), SIGTERM)
      while !Interrupt.isRequested { usleep(1000) }
      kill(getpid(), SIGINT)
      while true { sleep(1) }
    }
  }

  @Test func `until it is watched for, a signal ends the program`() async {
    await #expect(processExitsWith: .signal(SIGINT)) {
      #expect(!Interrupt.isRequested)
      kill(getpid(), SIGINT)
      // Another thread may take the signal, a moment later.
      while true { sleep(1) }
    }
  }
}
