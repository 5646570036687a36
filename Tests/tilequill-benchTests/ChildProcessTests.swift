import Foundation
import QuillTestSupport
import Testing
import tilequill_bench

struct ChildProcessTests {
  @Test(arguments: [("true", 0), ("exit 3", 3), ("kill -9 $$", 137)] as [(String, Int32)])
  func `a program's end is told as a shell tells it`(script: String, status: Int32) throws {
    #expect(try run(script).status == status)
  }

  @Test func `the work of a program's own children counts too`() throws {
    let loop = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done"
    let idle = try run("true")
    let busy = try run("sh -c '\(loop)'")
    #expect(busy.cpu > idle.cpu)
    #expect(busy.wall > 0 && busy.peak > 0)
  }

  @Test func `what a program prints goes to the files named`() throws {
    let scratch = try ScratchFolder()
    let (out, err) = (scratch.path + "/out", scratch.path + "/err")
    _ = try ChildProcess(
      .init(
        path: "/bin/sh", arguments: ["-c", "echo $GREETING; echo no >&2; cat"],
        environment: ["GREETING": "yes"]),
      output: out, errors: err)
    #expect(try String(contentsOfFile: out, encoding: .utf8) == "yes\n")
    #expect(try String(contentsOfFile: err, encoding: .utf8) == "no\n")
  }

  @Test func `a program that is not there cannot be started`() {
    #expect(throws: BenchOptions.Failure.self) {
      try ChildProcess(.init(path: "/nowhere/program", arguments: []))
    }
  }

  private func run(_ script: String) throws -> ChildProcess {
    try ChildProcess(.init(path: "/bin/sh", arguments: ["-c", script]))
  }
}
