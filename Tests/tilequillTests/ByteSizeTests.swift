import Testing
import tilequill

@Suite("Sizes in bytes")
struct ByteSizeTests {
  @Test(
    "A number and a unit, large or small, are powers of 1024",
    arguments: [
      ("0", 0), ("812", 812), ("1K", 1024), ("1k", 1024), ("200K", 204_800), ("1.5m", 1_572_864),
      ("2M", 2_097_152), ("1g", 1_073_741_824), ("1T", 1_099_511_627_776),
      ("1t", 1_099_511_627_776),
    ])
  func read(_ text: String, _ bytes: Int) throws {
    #expect(try ByteSize(argument: text).bytes == bytes)
  }

  /// The large form of some letters is two letters long.
  @Test(
    "What is no size is refused",
    arguments: ["", "K", "1ß", "1ﬁ", "ß", "1KB", "-1K", "1 K", "99999999999T", "1ſ", "1K̂"])
  func refused(_ text: String) {
    #expect(
      throws: ArgumentMismatch(found: text, expected: "a size such as 200K, 2M or 1G")
    ) { try ByteSize(argument: text) }
  }
}
