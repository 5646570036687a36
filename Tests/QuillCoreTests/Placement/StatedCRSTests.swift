import QuillCore
import QuillTestSupport
import Testing

/// Systems of coordinates as PROJ spells them.
@Suite struct StatedCRSTests {
  static let rows = (try? Fixture.rows("placement/systems.tsv")) ?? []

  @Test func `thirty-two systems in three spellings are looked at`() {
    #expect(Self.rows.count == 96)
  }

  @Test(arguments: rows)
  func `degrees within a metre or two of WGS 84 count as such, and no others`(
    row: [String]
  ) throws {
    let (code, kind, form, text) = (row[0], row[1], row[2], row[3])
    for spelling in form == "wkt1" ? [text, "EPSG:\(code)", code] : [text] {
      switch kind {
      case "same", "mercator":
        let stated = try #require(try StatedCRS(parsing: spelling))
        #expect(stated.crs == (kind == "same" ? .geographic : .mercator))
        #expect(stated.nearName == nil)
      case "near":
        let stated = try #require(try StatedCRS(parsing: spelling))
        #expect(stated.crs == .geographic)
        #expect(stated.nearName?.isEmpty == false)
      default: #expect(throws: UnknownCRS.self, "\(spelling)") { try StatedCRS(parsing: spelling) }
      }
    }
  }
}
