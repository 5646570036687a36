import Foundation
import QuillServer
import QuillTestSupport
import Testing

@Suite("Addresses")
struct AddressTests {
  @Test(
    "A path is read once, strictly",
    arguments: [
      ("/14/4825/6156.png", "/14/4825/6156.png"), ("/a%20b", "/a b"), ("/%2e%2E/x", "/../x"),
      ("/6156%402x.png", "/6156@2x.png"), ("/%252e", "/%2e"), ("/%C3%A9", "/é"),
      ("/x%00.png", nil), ("/%", nil), ("/%4", nil), ("/%zz", nil), ("/%ff", nil),
      ("/%C0%AE%C0%AE/", nil),
    ] as [(String, String?)])
  func paths(target: String, path: String?) {
    #expect(HTTPRequest(target).path == path)
  }

  @Test(
    "No address leads out of the tileset, or to anything in it that is no tile",
    arguments: [
      "/../secret.png", "/tiles/../../secret.png", "/%2e%2e/secret.png", "/..%2fsecret.png",
      "/12/../../secret.png", "/12/1/..%2f..%2f..%2fsecret.png", "/12/1/%2e%2e", "//etc/passwd",
      "/12/1/1.png/../../../../secret.png", "/12\\1\\1.png", "/12/1/1.PNG", "/12/01/1.png",
      "/12/1/1", "/12/1/+1.png", "/12/1/ 1.png", "/12/1/1.png%20", "/12/-1/1.png",
      "/12/4096/1.png", "/31/1/1.png", "/99999999999999999999/1/1.png", "/notes.txt",
      "/tilequill.json", "/preview/../notes.txt", "/preview/", "/preview/nothing.js",
      "/metadata.json/", "/.", "/..", "/*",
    ])
  func nowhere(target: String) throws {
    let folder = try ServedFolder()
    try folder.scratch.write("secret", to: "secret.png")
    try folder.write(Array("secret".utf8), to: "notes.txt")
    try folder.write(picture(1), to: "12/1/1.png")
    let answer = try folder.site().answer(HTTPRequest(target))
    #expect([400, 404].contains(answer.status), "\(target): \(answer.status)")
    #expect(!answer.text.contains("secret"))
  }

  @Test func `a link that leads out of the tileset is no tile`() throws {
    let folder = try ServedFolder()
    let secret = Data(picture(77))
    let outside = folder.scratch.url.appending(path: "secret.png")
    try secret.write(to: outside)
    try folder.write(picture(1), to: "12/1/1.png")
    let tiles = folder.scratch.url.appending(path: "tiles")
    for name in ["12/1/2.png", "fallback.png", "parchment.png"] {
      try FileManager.default.createSymbolicLink(
        at: tiles.appending(path: name), withDestinationURL: outside)
    }
    try FileManager.default.createSymbolicLink(
      at: tiles.appending(path: "13"), withDestinationURL: folder.scratch.url)
    try FileManager.default.createDirectory(
      at: folder.scratch.url.appending(path: "5"), withIntermediateDirectories: true)
    try secret.write(to: folder.scratch.url.appending(path: "5/5.png"))
    let site = try folder.site()
    for target in ["/12/1/2.png", "/13/5/5.png", "/fallback.png"] {
      let answer = site.answer(HTTPRequest(target))
      #expect(answer.status == 404, "\(target)")
      #expect(answer.bytes != Array(secret), "\(target)")
    }
    #expect(site.answer(HTTPRequest("/12/1/1.png")).status == 200)
  }

  @Test(
    "Only GET, HEAD and OPTIONS are answered",
    arguments: ["POST", "PUT", "DELETE", "TRACE", "CONNECT", "get", ""])
  func methods(method: String) throws {
    let folder = try ServedFolder()
    try folder.write(picture(1), to: "12/1/1.png")
    #expect(try folder.site().answer(HTTPRequest("/12/1/1.png", method: method)).status == 405)
  }

  @Test func `other pages may read it`() throws {
    let folder = try ServedFolder()
    let site = try folder.site()
    #expect(
      site.answer(HTTPRequest("/metadata.json")).header("Access-Control-Allow-Origin") == "*")
    let preflight = site.answer(HTTPRequest("/12/1/1.png", method: "OPTIONS"))
    #expect(preflight.status == 204)
    #expect(preflight.header("Access-Control-Allow-Headers") == "If-None-Match, Range")
  }
}
