/// Options that other programs have and people type from habit, with what they are here.
///
/// The nearest spelling would mislead: `--output` is near `--point`, and `--crop` near `--group`.
extension CommandDeclaration {
  /// What an option of other programs is in this command; nil when it is none of them, or nothing
  /// here does what it does there.
  package func meaning(ofForeign name: String) -> String? {
    if Self.outputs.contains(name) { return output }
    guard let own = Self.synonyms.first(where: { $0.names.contains(name) })?.own else { return nil }
    // In a command that places a drawing, a box says where it lies and cuts nothing off.
    guard own != "--bounds" || !operands.contains(where: { $0.name.hasPrefix("DRAWING") }) else {
      return "it cuts the whole drawing; a part of the tiles: \(Self.cropping)"
    }
    return option(named: own).map { "here it is '\($0.name)'" }
  }

  private static let outputs: Set = [
    "-o", "-O", "--output", "--out", "--outfile", "--output-file", "--dest", "--destination",
    "--to",
  ]

  private static let cropping = "tilequill convert TILESET PART --bounds W,S,E,N"

  private static let synonyms: [(names: Set<String>, own: String)] = [
    (["--crop", "--clip", "--bbox", "--extent", "--box", "-projwin", "-te"], "--bounds"),
    (
      ["-z", "--zooms", "--levels", "--minzoom", "--maxzoom", "--min-zoom", "--max-zoom"], "--zoom"
    ),
    (["-j", "--threads", "--processes", "--workers", "--concurrency", "--parallel"], "--jobs"),
    (["-f", "--force", "--replace", "--clobber"], "--overwrite"),
    (["-q", "--silent"], "--quiet"),
    (["-n", "--dry", "--simulate", "--what-if"], "--dry-run"),
    (["-p"], "--port"),
  ]

  /// Where this command's output goes.
  private var output: String? {
    if let export = option(named: "--export") { return "here it is '\(export.name)'" }
    let last = operands.last
    let isNamed = ["OUT", "DST"].contains { last?.name.hasPrefix($0) ?? false }
    // Several sets and the one to write are one operand, whose help names the latter.
    guard isNamed || last?.help.contains("DST") ?? false else {
      return "the result is printed; to keep it: tilequill \(name) … > FILE"
    }
    let words = operands.map { $0.count == .oneOrMore ? "\($0.name)..." : $0.name }
    return "the output is the last argument: tilequill \(name)"
      + " \((words + (isNamed ? [] : ["DST"])).joined(separator: " "))"
  }
}
