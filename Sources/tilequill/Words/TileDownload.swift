import QuillCore

/// Where tiles are on the web, and how curl is to fetch them.
struct TileDownload {
  /// How many tiles may be fetched at once from servers that live on donations.
  static let mostFromOpenStreetMap = 250

  private let template: TileTemplate
  private let host: String
  private let suffix: String
  private let userAgent: String
  private let requestsPerSecond: Int

  /// Reads the pattern of the addresses.
  ///
  /// - Throws: `CommandFailure` when it is no web address or does not tell one tile from another.
  init(pattern: String, userAgent: String, requestsPerSecond: Int) throws {
    do throws(TileTemplateError) {
      template = try TileTemplate(pattern)
    } catch {
      throw CommandFailure("\(error)", about: "--url")
    }
    guard let address = WebAddress(pattern) else {
      throw CommandFailure(
        "'\(pattern)' is no web address (expected one such as https://example.org/{z}/{x}/{y}.png)",
        about: "--url")
    }
    host = address.host
    suffix = address.fileExtension ?? "png"
    self.userAgent = userAgent
    self.requestsPerSecond = requestsPerSecond
  }

  /// Throws when the server's rules forbid so many tiles at once.
  func refuseTooMany(_ tiles: Int) throws(CommandFailure) {
    let isGuarded =
      host == "tile.openstreetmap.org" || host.hasSuffix(".tile.openstreetmap.org")
    guard isGuarded, tiles > Self.mostFromOpenStreetMap else { return }
    throw CommandFailure(
      "\(host) forbids to fetch tiles in bulk (found \(tiles) tiles, expected at most"
        + " \(Self.mostFromOpenStreetMap))", about: "--url",
      remedy: "Ask for fewer tiles, or name a server that allows it;"
        + " the rules: https://operations.osmfoundation.org/policies/tiles/")
  }

  /// The address of a tile.
  func address(of tile: Tile) -> String { template.name(of: tile) }

  /// What curl is to heed for all tiles.
  ///
  /// A transfer that fails, also one that breaks off, leaves no file, is named on standard error,
  /// and does not keep the others from being fetched.
  var curlSettings: [String] {
    [
      "# curl --config FILE fetches these tiles into the folder it is started in.",
      "# What fails is named on standard error; tilequill list … --in . --missing lists it again.",
      "fail", "silent", "location", "globoff", "create-dirs", "remove-on-error", "retry = 3",
      "rate = \"\(requestsPerSecond)/s\"", "user-agent = \(Self.quoted(userAgent))",
      "write-out = \"%{onerror}%{stderr}%{url}: %{errormsg}\\n\"",
    ]
  }

  /// Where curl finds a tile and where it puts it.
  func curlEntry(for tile: Tile) -> String {
    "url = \(Self.quoted(address(of: tile)))\noutput = \"\(tile).\(suffix)\"\n"
  }

  /// A text as a curl configuration spells it between quotes.
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

/// The parts of a web address that matter for fetching tiles.
struct WebAddress {
  /// The name of the server in lower case, without a port or a dot at its end.
  let host: String

  /// What follows the last dot of the file's name, when it looks like a kind of file.
  let fileExtension: String?

  /// Reads an address; nil without a scheme and a server.
  init?(_ text: String) {
    let scheme = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    let rest = text[scheme.endIndex...]
    guard !scheme.isEmpty, rest.hasPrefix("://") else { return nil }
    let authority = rest.dropFirst(3).prefix { !"/?#\\".contains($0) }
    let server = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    var name = server.prefix { $0 != ":" }.lowercased()
    while name.hasSuffix(".") { name.removeLast() }
    guard !name.isEmpty || scheme.lowercased() == "file" else { return nil }
    host = name
    let file =
      text[authority.endIndex...].prefix { $0 != "?" && $0 != "#" }
      .split(separator: "/").last ?? ""
    let suffix = file.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last
    let isKind = suffix.map { suffix in
      (1...5).contains(suffix.count)
        && suffix.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
    fileExtension = isKind == true ? suffix?.lowercased() : nil
  }
}
