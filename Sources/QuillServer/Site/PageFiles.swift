/// The files of the page that are the same for every set.
enum PageFiles {
  /// The page's scripts and style, by their names below `preview/`.
  static let fixed: [String: Content] = [
    "page.css": Content(PackageResources.page_css, type: "text/css; charset=utf-8"),
    "map.js": Content(PackageResources.map_js, type: "text/javascript; charset=utf-8"),
    "places.js": Content(PackageResources.places_js, type: "text/javascript; charset=utf-8"),
    "walk.js": Content(PackageResources.walk_js, type: "text/javascript; charset=utf-8"),
  ]

  /// The page itself, with a map library.
  static func page(_ leaflet: LeafletFiles) -> Content {
    let text = String(decoding: PackageResources.page_html, as: UTF8.self)
      .replacing("<!-- leaflet style -->", with: leaflet.tags.style)
      .replacing("<!-- leaflet script -->", with: leaflet.tags.script)
    return Content(Array(text.utf8), type: "text/html; charset=utf-8")
  }

  /// What the page may load, whatever a file that it shows would like to: its own scripts and no
  /// other, and pictures from anywhere only where a base map was asked for.
  static func policy(_ look: PreviewLook) -> String {
    let library = look.leaflet.origin.map { " \($0)" } ?? ""
    let pictures = look.base == nil ? "'self' data:" : "* data:"
    return "default-src 'none'; script-src 'self'\(library); style-src 'self'\(library); "
      + "img-src \(pictures); connect-src 'self'; base-uri 'none'; form-action 'none'"
  }
}
