import Foundation
import QuillCore
import QuillTestSupport
import Testing

/// The files that GDAL 3.6 wrote, and what it read of ours.
@Suite struct AuxiliaryXMLTests {
  static func file(_ name: String) throws -> String {
    try String(contentsOf: Fixture.url("placement/gdal-\(name).aux.xml"), encoding: .utf8)
  }

  @Test(arguments: [
    ("mercator", MapCRS.mercator, [-8538761.2073, 0.5, 0.1, 4477440.4458, 0.2, -0.5]),
    ("degrees", .geographic, [-76.704997, 1e-5, 0, 37.274518, 0, -2e-5]),
  ])
  func `what GDAL wrote is read`(name: String, crs: MapCRS, numbers: [Double]) throws {
    let facts = try AuxiliaryXML(parsing: try Self.file(name))
    #expect(facts.crs == crs)
    #expect(facts.geoTransform?.numbers == numbers)
    let text = try String(contentsOf: Fixture.url("placement/gdal-\(name).wld"), encoding: .utf8)
    let worldFile = try #require(facts.geoTransform).worldFile()
    for (ours, theirs) in zip(worldFile.lines, try WorldFile(parsing: text).lines) {
      #expect(abs(ours - theirs) < 1e-9)
    }
  }

  @Test func `another system is named`() throws {
    let error = #expect(throws: AuxiliaryXMLError.self) {
      try AuxiliaryXML(parsing: try Self.file("utm"))
    }
    #expect(error == .crs(UnknownCRS(name: "WGS 84 / UTM zone 18N, EPSG:32618")))
  }

  @Test(arguments: [MapCRS.mercator, .geographic])
  func `what we write is what GDAL was seen to read, and reads back`(crs: MapCRS) throws {
    let step = PixelStep(xPerColumn: 0.1, yPerColumn: 1e-7, xPerRow: 3e-9, yPerRow: -0.1)
    let facts = AuxiliaryXML(
      geoTransform: GeoTransform(originX: -76.1 / 3, originY: 37.1 / 7, step: step), crs: crs)
    #expect(try AuxiliaryXML(parsing: facts.description) == facts)
    #expect(try Golden.difference(of: facts.description, from: "placement/\(crs).aux.xml") == nil)
  }

  @Test func `statistics alone say nothing about the place`() throws {
    let text = """
      <PAMDataset>
        <!-- <GeoTransform>1,2,3,4,5,6</GeoTransform> -->
        <PAMRasterBand band="1"><Metadata><MDI key="STATISTICS_MEAN">3</MDI></Metadata></PAMRasterBand>
      </PAMDataset>
      """
    let facts = try AuxiliaryXML(parsing: text)
    #expect(facts.geoTransform == nil && facts.crs == nil)
  }

  @Test(arguments: [
    ("", AuxiliaryXMLError.notAuxiliary), ("<html></html>", .notAuxiliary),
    ("<PAMDataset><SRS>EPSG:3857</PAMDataset>", .unclosed("SRS")),
    (
      "<PAMDataset><GeoTransform>1,2,3</GeoTransform></PAMDataset>", .badGeoTransform("1,2,3")
    ),
    (
      "<PAMDataset><GeoTransform>0,1,0,0,0,0</GeoTransform></PAMDataset>",
      .badGeoTransform("0,1,0,0,0,0")
    ),
    (
      "<PAMDataset><GeoTransform>0,1e-308,0,0,0,-1e268</GeoTransform></PAMDataset>",
      .badGeoTransform("0,1e-308,0,0,0,-1e268")
    ),
    (
      "<PAMDataset><SRS>EPSG:2154</SRS></PAMDataset>", .crs(UnknownCRS(name: "EPSG:2154"))
    ),
  ])
  func `what makes no sense is named`(text: String, error: AuxiliaryXMLError) {
    #expect(throws: error) { try AuxiliaryXML(parsing: text) }
  }

  @Test func `every prefix of a file is refused, and none stops the program`() throws {
    let text = Array(try Self.file("mercator").utf8)
    let end = try #require(String(decoding: text, as: UTF8.self).range(of: "</PAMDataset>"))
    let whole = String(decoding: text, as: UTF8.self)[..<end.upperBound].utf8.count
    for length in 0..<whole {
      #expect(throws: AuxiliaryXMLError.self) {
        try AuxiliaryXML(parsing: String(decoding: text[..<length], as: UTF8.self))
      }
    }
  }

  /// Names as GDAL 3.6 prints these systems (short of the parts that do not matter).
  @Test(arguments: [
    ("EPSG:3857", MapCRS.mercator), ("epsg:4326", .geographic), ("3857", .mercator),
    ("urn:ogc:def:crs:EPSG::3857", .mercator), ("urn:ogc:def:crs:OGC:1.3:CRS84", .geographic),
    ("http://www.opengis.net/def/crs/EPSG/0/4326", .geographic),
    (
      #"PROJCRS["WGS 84 / Pseudo-Mercator",BASEGEOGCRS["WGS 84",ID["EPSG",4326]],ID["EPSG",3857]]"#,
      .mercator
    ),
    (
      #"GEOGCRS["WGS 84",ENSEMBLE["World Geodetic System 1984 ensemble"],ID["EPSG",4326]]"#,
      .geographic
    ),
    (
      #"PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984"]]]"#,
      .mercator
    ),
    (#"GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0]]]"#, .geographic),
  ])
  func `both systems are known by many names`(text: String, crs: MapCRS) throws {
    #expect(try MapCRS(parsing: text) == crs)
  }

  @Test(arguments: [
    (#"PROJCS["WGS_1984_UTM_Zone_18N",GEOGCS["GCS_WGS_1984"]]"#, "WGS_1984_UTM_Zone_18N"),
    (#"PROJCRS["WGS 84 / World Mercator",ID["EPSG",3395]]"#, "WGS 84 / World Mercator, EPSG:3395"),
    (#"GEOGCRS["NAD27",ID["EPSG",4267]]"#, "NAD27, EPSG:4267"), ("EPSG:27700", "EPSG:27700"),
    ("Hills", "Hills"), ("[[[", ""), ("]]]", "]]]"), ("PROJCS[\"", "PROJCS"),
  ])
  func `other systems are refused by name`(text: String, name: String) {
    #expect(throws: UnknownCRS(name: name)) { try MapCRS(parsing: text) }
  }

  @Test func `no name is no system`() throws {
    #expect(try MapCRS(parsing: " \n") == nil)
  }
}
