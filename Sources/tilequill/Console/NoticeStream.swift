/// Standard error: notices, errors and the progress line, from any thread.
package final class NoticeStream: @unchecked Sendable {
  package typealias Sink = @Sendable (ArraySlice<UInt8>) -> Void

  /// Whether the progress line can be painted over.
  package let isTerminal: Bool
  package let columns: Int
  private let lock = Lock()
  private let sink: Sink
  /// Under the lock.
  private var painted = ""

  package init(isTerminal: Bool, columns: Int, to sink: @escaping Sink) {
    self.isTerminal = isTerminal
    self.columns = columns
    self.sink = sink
  }

  /// The stream that ends in a file number, such as 2; what cannot be written is lost.
  package convenience init(file: Int32) {
    self.init(isTerminal: LibC.isTerminal(file), columns: LibC.columns(of: file) ?? 80) {
      _ = LibC.write($0, to: file)
    }
  }

  /// Prints lines; a progress line on show stays below them.
  package func print(_ lines: String) {
    lock {
      let shown = painted
      send((shown.isEmpty ? "" : Self.erase) + lines + "\n" + shown)
    }
  }

  /// Shows the progress line in place of the one before, painted over on a terminal.
  ///
  /// Elsewhere it is a line of its own. An empty line takes it away.
  package func paint(_ line: String) {
    lock {
      if isTerminal {
        guard line != painted else { return }
        send((painted.isEmpty ? "" : Self.erase) + line)
        painted = line
      } else if !line.isEmpty {
        send(line + "\n")
      }
    }
  }

  /// To the line's start, and clear what follows.
  private static let erase = "\r\u{1b}[K"

  private func send(_ text: String) { sink(Array(text.utf8)[...]) }
}

/// Text made safe for one line: control characters, line separators and marks that turn the
/// writing direction are spelt out, so that no file name can break or fake a message.
package func oneLine(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    case "\0"..."\u{1f}", "\u{7f}"..."\u{9f}", "\u{2028}"..."\u{202e}", "\u{2066}"..."\u{2069}":
      result += "\\u{\(String(scalar.value, radix: 16))}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
