private import QuillCore

/// The map library that the page stands on: a copy on this machine, or else the net's.
public struct LeafletFiles: Sendable {
  /// The files by their names below `preview/`; none where the page fetches them from the net.
  let files: [String: Content]

  /// Where systems keep JavaScript libraries; Debian's package is libjs-leaflet.
  private static let folders = [
    "/usr/share/javascript/leaflet", "/usr/local/share/javascript/leaflet",
    "/opt/homebrew/share/javascript/leaflet",
  ]

  /// The copy that is installed, or the net's.
  public static func installed() -> LeafletFiles {
    folders.lazy.compactMap { LeafletFiles(folder: $0) }.first ?? .net
  }

  /// The copy in a folder, nil when there is none.
  public init?(folder: String) {
    func read(_ name: String) -> [UInt8]? { (try? FileSystem.read("\(folder)/\(name)")) ?? nil }
    guard let script = read("leaflet.min.js") ?? read("leaflet.js"), let style = read("leaflet.css")
    else { return nil }
    files = [
      "leaflet.js": Content(script, type: "text/javascript; charset=utf-8"),
      "leaflet.css": Content(style, type: "text/css; charset=utf-8"),
    ]
  }

  private init() { files = [:] }

  /// The library of the net, which a browser takes only if it is byte for byte the known one.
  public static let net = LeafletFiles()

  /// Where the net's copy comes from.
  private static let host = "https://unpkg.com"

  /// The place that scripts and styles may come from besides the server itself, nil for none.
  var origin: String? { files.isEmpty ? Self.host : nil }

  /// The lines of the page that load it.
  var tags: (style: String, script: String) {
    guard files.isEmpty else {
      return (
        #"<link rel="stylesheet" href="preview/leaflet.css">"#,
        #"<script src="preview/leaflet.js"></script>"#
      )
    }
    let address = "\(Self.host)/leaflet@1.9.4/dist/leaflet"
    return (
      """
      <link rel="stylesheet" href="\(address).css" crossorigin
        integrity="sha256-p4NxAoJBhIIN+hmNHrzRCf9tD/miZyoHS5obTRR9BMY=">
      """,
      """
      <script src="\(address).js" crossorigin
        integrity="sha256-20nQCchB9co0qIjJZRGuk2/Z9VM+kNiyxNV1lvTlZBo="></script>
      """
    )
  }
}
