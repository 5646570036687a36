import Foundation
import QuillTestSupport
import Testing

@Suite("tilequill slice, interrupted")
struct SliceInterruptTests {
  /// Noise of 4096 x 4096 pixels and the slowest compression: long enough to interrupt.
  @Test(
    "A slice that is stopped removes its scratch and dies by the signal",
    arguments: [SIGINT, SIGTERM])
  func stops(signal: Int32) throws {
    let folder = try SliceFolder()
    var number: UInt64 = 1
    try folder.drawBits("big.png", width: 4096, height: 4096) {
      number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(number >> 56)
    }
    let process = Process()
    process.executableURL = BuiltProgram.tilequill.url
    process.arguments = words("slice big.png out --at 16/0/0 --compress small --jobs 1 --quiet")
    process.currentDirectoryURL = folder.url
    process.standardError = FileHandle.nullDevice
    // The threads of tests hold signals back, and so would a program that one of them starts.
    var set = sigset_t()
    _ = unsafe sigemptyset(&set)
    _ = unsafe sigaddset(&set, signal)
    var before = sigset_t()
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &set, &before)
    try process.run()
    _ = unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    // Waits until tiles are being written, so that there is something to remove.
    var hasTiles = false
    for _ in 0..<10_000 where !hasTiles && process.isRunning {
      usleep(500)
      let scratch = try folder.names.first { $0.hasPrefix(".out.tilequill-") } ?? "none"
      hasTiles = FileManager.default.fileExists(
        atPath: folder.url.appending(path: "\(scratch)/16/0/0.png").path)
    }
    #expect(hasTiles)
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == signal)
    #expect(try folder.names == ["big.png"])
  }
}
