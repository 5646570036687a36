import Foundation
import tilequill

/// A command with an option of every kind.
struct PaintCommand: Command {
  static let size = OptionDeclaration.option(
    "--size", "N", in: .zooms, "How large it gets, in pixels.", default: "256")
  static let bounds = OptionDeclaration.option(
    "--bounds", "BOUNDS", in: .place, "The box it lies in: W,S,E,N in degrees.",
    default: .described("the box of its record"), repeats: true)
  static let format = OptionDeclaration.option(
    "--format", "F", .choice(["paths", "urls", "json"]), in: .output, "What is printed.",
    default: "paths")
  static let url = OptionDeclaration.option(
    "--url", "TEMPLATE", in: .output, "Where tiles come from; for the format urls alone.")
  static let brush = OptionDeclaration.option(
    "--brush", "FILE", .file, in: .look, "The brush's picture. It isn't read [twice]: once.")
  static let aside = OptionDeclaration.option(
    "--a-rather-long-option-name", "FOLDER", .folder, in: .safety, "Where scratch files go.")
  static let wet = OptionDeclaration.flag("--wet", in: .look, "Leave it wet.")

  static let declaration = CommandDeclaration(
    name: "paint", abstract: "Paint a drawing",
    discussion: """
      A first paragraph that is long enough to be filled over more than one line of eighty
      columns, wherever its own lines break.

        kept   as it is

      A last paragraph.
      """,
    example: .init("tilequill paint in.png out", "Paints in.png into the folder out."),
    operands: [
      Operand("DRAWING.png", .file, "The drawing."),
      Operand("LAYER", .file, "Layers put over it, in order.", count: .any),
      Operand("OUT", .folder, "The folder."),
    ],
    options: [size, bounds, format, url, brush, aside, wet],
    finding: "a spot was left bare")

  let invocation: Invocation
  let ending: String

  init(_ invocation: Invocation) throws {
    self.invocation = invocation
    _ = try invocation.setting(Self.size, as: Int.self)
    _ = invocation.values(of: Self.bounds)
    if invocation.value(of: Self.format) == "urls" { _ = invocation.value(of: Self.url) }
    try invocation.refuse(Self.wet, because: "the paint is dry")
    ending = invocation.operand("DRAWING.png") ?? ""
  }

  func run(_ console: Console) throws -> tilequill.ExitStatus {
    try console.results.line("painted")
    console.notice("dries slowly")
    switch ending {
    case "bare.png": return .found
    case "absent.png":
      throw CommandFailure(
        "no such file", about: "absent\n.png", remedy: "Try: tilequill paint present.png out")
    default: return .done
    }
  }
}

/// Standard output and standard error kept in memory.
final class Capture: @unchecked Sendable {
  private let lock = NSLock()
  private var bytes: [UInt8] = []

  func take(_ more: ArraySlice<UInt8>) { lock.withLock { bytes += more } }

  var text: String { lock.withLock { String(decoding: bytes, as: UTF8.self) } }
}

/// What one call of the sample program printed, and its status.
struct Call {
  let status: tilequill.ExitStatus
  let output: String
  let errors: String

  init(_ arguments: [String], isTerminal: Bool = false, environment: [String: String] = [:]) {
    let (out, err) = (Capture(), Capture())
    let console = Console(
      results: ResultStream { out.take($0) },
      notices: NoticeStream(isTerminal: isTerminal, columns: 80) { err.take($0) },
      isTerminal: isTerminal, width: 80, environment: { environment[$0] })
    let program = Program(name: "tilequill", version: "9.9.9", commands: [PaintCommand.self])
    status = program.run(arguments, on: console)
    output = out.text
    errors = err.text
  }
}
