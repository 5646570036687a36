import Foundation
import Testing
import tilequill

@Suite("Console")
struct ConsoleTests {
  @Test(
    "A name cannot break or fake a line",
    arguments: [
      ("plain name.png", "plain name.png"), ("two\nlines", "two\\nlines"),
      ("\r\t\u{1b}[31m\u{7f}\u{9b}", "\\r\\t\\u{1b}[31m\\u{7f}\\u{9b}"),
      ("a\r\nb", "a\\r\\nb"), ("Zürich 地図 🗺.png", "Zürich 地図 🗺.png"),
      ("a\u{2028}b\u{202e}c\u{2066}", "a\\u{2028}b\\u{202e}c\\u{2066}"), ("", ""),
    ])
  func escaped(text: String, line: String) {
    #expect(oneLine(text) == line)
  }

  @Test(
    "A number is printed as Swift would",
    arguments: [0, 7, 10, -1, 1_073_741_823, .max, .min])
  func decimal(_ number: Int) throws {
    let capture = Capture()
    let results = ResultStream { capture.take($0) }
    try results.append("x")
    try results.append(decimal: number)
    try results.endLine()
    try results.flush()
    #expect(capture.text == "x\(number)\n")
  }

  @Test func `results arrive whole, in order and in large blocks`() throws {
    final class Blocks: @unchecked Sendable { var sizes: [Int] = [] }
    let (capture, blocks) = (Capture(), Blocks())
    let results = ResultStream {
      capture.take($0)
      blocks.sizes.append($0.count)
    }
    for number in 0..<50_000 {
      try results.append("line ")
      try results.append(decimal: number)
      try results.append(bytes: [0x20, 0x78])
      try results.line(" of text")
    }
    try results.flush()
    let expected = (0..<50_000).map { "line \($0) x of text\n" }.joined()
    #expect(capture.text == expected)
    #expect(blocks.sizes.dropLast().allSatisfy { $0 > 65_000 })
  }

  @Test func `a write that fails is thrown to the one who writes`() {
    let failure = CommandFailure("could not be written", about: "standard output")
    let results = ResultStream { _ throws(CommandFailure) in throw failure }
    #expect(throws: failure) {
      try results.line("a")
      try results.flush()
    }
  }

  @Test func `a notice goes above the progress line on a terminal`() {
    let capture = Capture()
    let notices = NoticeStream(isTerminal: true, columns: 80) { capture.take($0) }
    notices.paint("1 of 2")
    notices.print("look")
    notices.paint("2 of 2")
    notices.paint("")
    let erase = "\r\u{1b}[K"
    #expect(capture.text == "1 of 2\(erase)look\n1 of 2\(erase)2 of 2\(erase)")
  }
}

@Suite("Progress")
struct ProgressTests {
  @Test(
    "The line shows the share, the rate and the time left, in the room there is",
    arguments: [
      (350, 700, 2.5, 79, "[===============>              ]  50% 350/700 tiles, 140/s, 0:03 left"),
      (700, 700, 5, 79, "[==============================] 100% 700/700 tiles, 140/s"),
      (0, 700, 1, 79, "[>                             ]   0% 0/700 tiles, 0.0/s"),
      (9, 90, 0.01, 79, "[===>                          ]  10% 9/90 tiles"),
      (0, 0, 1, 79, "[==============================] 100% 0/0 tiles, 0.0/s"),
      (1, 7201, 0.5, 79, "[>                             ]   0% 1/7201 tiles, 2.0/s, 1:00:00 left"),
      (350, 700, 2.5, 44, "[==>  ]  50% 350/700 tiles, 140/s, 0:03 left"),
      (350, 700, 2.5, 35, "[===>   ]  50% 350/700 tiles, 140/s"),
      (350, 700, 2.5, 20, " 50% 350/700 tiles"), (350, 700, 2.5, 5, " 50% "),
      (350, 700, 2.5, 0, ""),
    ])
  func line(done: Int, total: Int, seconds: Double, columns: Int, line: String) {
    let meter = ProgressMeter(unit: "tiles", total: total, columns: columns)
    #expect(meter.line(done: done, seconds: seconds) == line)
  }

  @Test func `without a total the line shows how many, the rate and the time gone`() {
    let meter = ProgressMeter(unit: "rows", total: nil, columns: 79)
    #expect(meter.line(done: 12_345, seconds: 61) == "12345 rows, 202/s, 1:01")
  }

  @Test(
    "Progress is shown when asked for, else on a terminal after half a second",
    arguments: [
      (.auto, false, true, 0.5), (.auto, false, false, nil), (.auto, true, true, nil),
      (.always, false, false, 0), (.always, true, true, 0), (.never, false, true, nil),
    ] as [(WhenShown, Bool, Bool, Double?)])
  func rule(when: WhenShown, quiet: Bool, isTerminal: Bool, delay: Double?) {
    let timing = tilequill.Progress.Timing(when, quiet: quiet, isTerminal: isTerminal)
    #expect(timing?.delay == delay)
  }

  /// Runs work of one tenth of a second a step, and returns what was shown.
  private func shown(steps: Int, isTerminal: Bool, when: WhenShown) -> String {
    final class Clock: @unchecked Sendable { var now = 100.0 }
    let (clock, capture) = (Clock(), Capture())
    let notices = NoticeStream(isTerminal: isTerminal, columns: 40) { capture.take($0) }
    let progress = tilequill.Progress(
      "tiles", total: 20,
      timing: tilequill.Progress.Timing(when, quiet: false, isTerminal: isTerminal),
      notices: notices, clock: { clock.now })
    for _ in 0..<steps {
      clock.now += 0.125
      progress.advance()
    }
    progress.end()
    return capture.text
  }

  @Test func `short work shows nothing`() {
    #expect(shown(steps: 3, isTerminal: true, when: .auto).isEmpty)
  }

  @Test func `long work is painted over and wiped at its end`() {
    let erase = "\r\u{1b}[K"
    #expect(
      shown(steps: 5, isTerminal: true, when: .auto)
        == " 20% 4/20 tiles, 8.0/s, 0:02 left" + erase + " 25% 5/20 tiles, 8.0/s, 0:02 left"
        + erase)
  }

  @Test func `where nothing can be painted over a line comes once a second and at the end`() {
    #expect(
      shown(steps: 10, isTerminal: false, when: .always) == """
          5% 1/20 tiles, 8.0/s, 0:03 left
         45% 9/20 tiles, 8.0/s, 0:02 left
         50% 10/20 tiles, 8.0/s, 0:02 left

        """)
  }
}
