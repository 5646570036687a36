extension PreviewSite {
  /// The files of the page for a web host that serves plain files, by their paths.
  ///
  /// The tiles are not among them.
  public func staticFiles() throws -> [(path: String, bytes: [UInt8])] {
    let facts = try tileset.readFacts()
    var files = [
      (path: "index.html", bytes: PageFiles.page(look.leaflet).bytes),
      (path: "preview/data.js", bytes: try pageData(isLive: false).script),
    ]
    files += PageFiles.fixed.merging(look.leaflet.files) { page, _ in page }
      .merging(shownFiles) { page, _ in page }
      .map { (path: "preview/\($0.key)", bytes: $0.value.bytes) }
    if let picture = facts.fallback { files.append((path: "fallback.png", bytes: picture.bytes)) }
    return files.sorted { $0.path < $1.path }
  }
}
