import Foundation
import QuillCheck
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Reports against what their formats' schemas allow, as far as reports use it: a part that is not
/// listed here is a fault, be it allowed elsewhere or not.
@Suite struct SchemaTests {
  private static let reports: [CheckReport] = {
    do {
      return [
        try ReportTests.faulty.report(), try Tree.good.report(), try Tree().report(),
        CheckReport(findings: [], tiles: 0, bytes: 0),
      ]
    } catch {
      preconditionFailure("\(error)")
    }
  }()

  @Test(arguments: reports.indices)
  func `SARIF has the parts its schema allows, and all it requires`(_ number: Int) throws {
    let text = Self.reports[number].sarif(root: .folder("a b/tiles"), version: "1.0.0")
    let document = try JSONSerialization.jsonObject(with: Data(text.utf8))
    #expect(SARIFPart.faults(of: document, as: .object("sarifLog")) == [])
  }

  @Test(arguments: [
    (#"{"version": "2.1.0"}"#, "sarifLog lacks runs"),
    (#"{"version": "2.0.0", "runs": []}"#, "sarifLog.version is 2.0.0"),
    (#"{"version": "2.1.0", "runs": [{"tool": {"driver": {}}}]}"#, "toolComponent lacks name"),
    (#"{"version": "2.1.0", "runs": [], "files": 1}"#, "sarifLog has files"),
  ])
  func `a wrong SARIF is told to be so`(text: String, fault: String) throws {
    let document = try JSONSerialization.jsonObject(with: Data(text.utf8))
    #expect(SARIFPart.faults(of: document, as: .object("sarifLog")) == [fault])
  }

  @Test(arguments: reports.indices)
  func `JUnit has the elements its schema allows, and all it requires`(_ number: Int) throws {
    let reader = JUnitReader()
    let parser = XMLParser(data: Data(Self.reports[number].junit().utf8))
    parser.delegate = reader
    #expect(parser.parse())
    #expect(reader.faults == [])
    #expect(reader.count > 2)
  }

  @Test(arguments: [
    (#"<testsuites skipped="0"/>"#, "testsuites has skipped"),
    (#"<testsuites><testcase name="a"/></testsuites>"#, "testsuites holds testcase"),
    (#"<testsuites><testsuite name="a"/></testsuites>"#, "testsuite lacks tests"),
    (#"<testsuites tests="some"/>"#, "testsuites: tests is some"),
  ])
  func `a wrong JUnit is told to be so`(text: String, fault: String) throws {
    let reader = JUnitReader()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = reader
    #expect(parser.parse())
    #expect(reader.faults == [fault])
  }
}

/// A value in a SARIF log.
private indirect enum SARIFPart: Sendable {
  case text
  case reference
  case number(least: Int)
  case word([String])
  case list(SARIFPart)
  case object(String)

  private static let levels = SARIFPart.word(["none", "note", "warning", "error"])

  /// Source: the JSON schema of the OASIS standard SARIF 2.1.0.
  ///
  /// No object takes properties that are not in its definition there.
  private static let objects: [String: (required: [String], parts: [String: SARIFPart])] = [
    "sarifLog": (
      ["version", "runs"],
      ["$schema": .text, "version": .word(["2.1.0"]), "runs": .list(.object("run"))]
    ),
    "run": (["tool"], ["tool": .object("tool"), "results": .list(.object("result"))]),
    "tool": (["driver"], ["driver": .object("toolComponent")]),
    "toolComponent": (
      ["name"], ["name": .text, "version": .text, "rules": .list(.object("reportingDescriptor"))]
    ),
    "reportingDescriptor": (
      ["id"],
      [
        "id": .text, "shortDescription": .object("multiformatMessageString"),
        "help": .object("multiformatMessageString"),
        "defaultConfiguration": .object("reportingConfiguration"),
      ]
    ),
    "multiformatMessageString": (["text"], ["text": .text]),
    "reportingConfiguration": ([], ["level": levels]),
    "result": (
      ["message"],
      [
        "ruleId": .text, "ruleIndex": .number(least: -1), "level": levels,
        "message": .object("message"), "locations": .list(.object("location")),
      ]
    ),
    "message": (["text"], ["text": .text]),
    "location": ([], ["physicalLocation": .object("physicalLocation")]),
    "physicalLocation": (
      ["artifactLocation"],
      ["artifactLocation": .object("artifactLocation"), "region": .object("region")]
    ),
    "artifactLocation": ([], ["uri": .reference]),
    "region": ([], ["startLine": .number(least: 1)]),
  ]

  /// What is wrong with a value, which stands at `path`.
  static func faults(of value: Any, as part: SARIFPart, at path: String = "") -> [String] {
    switch part {
    case .text: value is String ? [] : ["\(path) is no text"]
    case .reference:
      (value as? String).flatMap { URL(string: $0) } == nil ? ["\(path) is no reference"] : []
    case .number(let least): (value as? Int ?? .min) >= least ? [] : ["\(path) is \(value)"]
    case .word(let words): words.contains(value as? String ?? "") ? [] : ["\(path) is \(value)"]
    case .list(let item):
      (value as? [Any])?.flatMap { faults(of: $0, as: item, at: path) } ?? ["\(path) is no list"]
    case .object(let name): faults(of: value, named: name)
    }
  }

  private static func faults(of value: Any, named name: String) -> [String] {
    guard let object = value as? [String: Any], let shape = objects[name] else {
      return ["\(name) is no object"]
    }
    let missing = shape.required.filter { object[$0] == nil }.map { "\(name) lacks \($0)" }
    return missing
      + object.sorted { $0.key < $1.key }.flatMap { key, value in
        shape.parts[key].map { faults(of: value, as: $0, at: "\(name).\(key)") }
          ?? ["\(name) has \(key)"]
      }
  }
}

/// Holds the elements of a document against what Jenkins' schema of JUnit reports says of them.
private final class JUnitReader: NSObject, XMLParserDelegate {
  private struct Shape {
    var required: [String] = []
    var attributes: [String] = []
    var children: [String] = []
  }

  private static let counts = ["tests", "failures", "errors"]
  private static let elements: [String: Shape] = [
    "": Shape(children: ["testsuites"]),
    "testsuites": Shape(attributes: ["name"] + counts, children: ["testsuite"]),
    "testsuite": Shape(
      required: ["name", "tests"], attributes: ["name", "skipped"] + counts,
      children: ["testcase"]),
    "testcase": Shape(
      required: ["name"], attributes: ["name", "classname"], children: ["failure", "system-out"]),
    "failure": Shape(attributes: ["type", "message"]),
    "system-out": Shape(),
  ]

  private(set) var faults: [String] = []
  private(set) var count = 0
  private var open = [""]

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    count += 1
    let above = open.last ?? ""
    open.append(element)
    guard let shape = Self.elements[element],
      Self.elements[above]?.children.contains(element) == true
    else {
      faults.append("\(above) holds \(element)")
      return
    }
    faults += shape.required.filter { attributes[$0] == nil }.map { "\(element) lacks \($0)" }
    for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
      if !shape.attributes.contains(name) {
        faults.append("\(element) has \(name)")
      } else if Self.counts.contains(name), Int(value) == nil {
        faults.append("\(element): \(name) is \(value)")
      }
    }
  }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
    qualifiedName: String?
  ) { open.removeLast() }
}
