import Foundation
import Testing
import tilequill

@Suite("Interrupt")
struct InterruptTests {
  @Test func `work that is asked to stop unwinds, and dies by the signal`() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      Interrupt.watch()
      Interrupt.watch()
      kill(getpid(), SIGTERM)
      while !Interrupt.isRequested { usleep(1000) }
      #expect(throws: Interrupt.Requested.self) { try Interrupt.check() }
      Interrupt.die()
    }
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
