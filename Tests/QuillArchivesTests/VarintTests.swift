import QuillArchives
import QuillTestSupport
import Testing

@Suite("Numbers of variable length")
struct VarintTests {
  @Test func `known numbers are read and written as others do`() throws {
    let rows = try Fixture.rows("vectors/varints.tsv")
    #expect(!rows.isEmpty)
    for row in rows {
      let bytes = stride(from: 0, to: row[0].count, by: 2).compactMap { start in
        UInt8(row[0].dropFirst(start).prefix(2), radix: 16)
      }
      var reader = ByteReader(bytes)
      #expect(try reader.varint() == UInt64(row[1]))
      var written: [UInt8] = []
      written.append(varint: try #require(UInt64(row[1])))
      #expect(written == bytes)
    }
  }

  @Test("The largest number and its neighbours survive", arguments: [0, 1 << 63, UInt64.max])
  func extremes(_ number: UInt64) throws {
    let bytes = PMTilesMaker.varint(number)
    var reader = ByteReader(bytes)
    #expect(try reader.varint() == number)
    #expect(reader.rest == 0)
  }

  @Test(
    "Numbers of more than 64 bits are refused",
    arguments: [
      [UInt8](repeating: 0x80, count: 10), [UInt8](repeating: 0xff, count: 9) + [2],
      [UInt8](repeating: 0xff, count: 11),
    ])
  func overlong(_ bytes: [UInt8]) {
    #expect(throws: DirectoryFault.overlongNumber) {
      var reader = ByteReader(bytes)
      return try reader.varint()
    }
  }

  @Test("Numbers that break off are refused", arguments: [[], [0x80], [0xff, 0xff]] as [[UInt8]])
  func short(_ bytes: [UInt8]) {
    #expect(throws: DirectoryFault.endsEarly) {
      var reader = ByteReader(bytes)
      return try reader.varint()
    }
  }
}
