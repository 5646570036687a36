/// How far a piece of work is, on standard error; any thread may advance it.
///
/// ```swift
/// let progress = console.progress("tiles", total: plan.count)
/// defer { progress.end() }
/// progress.advance()
/// ```
package final class Progress: @unchecked Sendable {
  private let meter: ProgressMeter
  private let timing: Timing?
  private let clock: @Sendable () -> Double
  private let notices: NoticeStream
  private let start: Double
  private let lock = Lock()
  /// Under the lock.
  private var done = 0
  private var nextShow: Double
  private var isShown = false

  /// Seconds: how long work runs unseen, and how often it is shown after that.
  package struct Timing: Sendable, Equatable {
    package var delay: Double
    package var interval: Double

    package init(delay: Double, interval: Double) {
      self.delay = delay
      self.interval = interval
    }

    /// The rule; nil is never.
    ///
    /// A line that cannot be painted over comes once a second.
    package init?(_ when: WhenShown, quiet: Bool, isTerminal: Bool) {
      switch when {
      case .never: return nil
      case .always: self.init(delay: 0, interval: isTerminal ? 0.1 : 1)
      case .auto:
        guard isTerminal, !quiet else { return nil }
        self.init(delay: 0.5, interval: 0.1)
      }
    }
  }

  package init(
    _ unit: String, total: Int?, timing: Timing?, notices: NoticeStream,
    clock: @escaping @Sendable () -> Double
  ) {
    meter = ProgressMeter(unit: unit, total: total, columns: notices.columns - 1)
    self.timing = timing
    self.clock = clock
    self.notices = notices
    start = clock()
    nextShow = start + (timing?.delay ?? 0)
  }

  package func advance(by count: Int = 1) {
    guard let timing else { return }
    lock {
      done += count
      let now = clock()
      guard now >= nextShow else { return }
      nextShow = now + timing.interval
      isShown = true
      notices.paint(meter.line(done: done, seconds: now - start))
    }
  }

  /// Takes the line away; where it cannot be, says how it ended.
  package func end() {
    guard timing != nil else { return }
    lock {
      guard isShown else { return }
      isShown = false
      notices.paint(
        notices.isTerminal ? "" : meter.line(done: done, seconds: clock() - start))
    }
  }
}

/// The words of a progress line, free of clocks and terminals.
package struct ProgressMeter: Sendable {
  package var unit: String
  package var total: Int?
  package var columns: Int

  package init(unit: String, total: Int?, columns: Int) {
    self.unit = unit
    self.total = total
    self.columns = columns
  }

  /// The line for so much done after so many seconds, at most `columns` wide.
  ///
  /// With a total, `[=====>    ]  50% 350/700 tiles, 120/s, 0:03 left`; without, how many, the rate
  /// and the time gone. The time left supposes that the rest goes at the mean rate so far. A rate
  /// over less than a tenth of a second would be noise and is left out.
  package func line(done: Int, seconds: Double) -> String {
    let rate = seconds < 0.1 ? 0 : Double(done) / seconds
    let speed = seconds < 0.1 ? "" : ", \(Self.short(rate))/s"
    guard let total else {
      return fitted(["\(done) \(unit)", speed, ", \(Self.time(seconds))"])
    }
    let share = total > 0 ? min(1, Double(done) / Double(total)) : 1
    let percent = String(Int(share * 100))
    var parts = [
      String(repeating: " ", count: max(0, 3 - percent.count)) + percent + "% \(done)/\(total)",
      " \(unit)", speed,
    ]
    if rate > 0, done < total {
      parts.append(", \(Self.time(Double(total - done) / rate)) left")
    }
    let words = fitted(parts)
    let barWidth = min(30, columns - words.count - 3)
    return barWidth < 5 ? words : Self.bar(share, width: barWidth) + " " + words
  }

  /// As many of the parts, from the first, as there is room for.
  private func fitted(_ parts: [String]) -> String {
    var line = ""
    for part in parts {
      if !line.isEmpty, line.count + part.count > columns { break }
      line += part
    }
    return String(line.prefix(max(0, columns)))
  }

  private static func bar(_ share: Double, width: Int) -> String {
    let filled = Int(share * Double(width))
    let head = filled < width ? ">" : ""
    return "[" + String(repeating: "=", count: filled) + head
      + String(repeating: " ", count: max(0, width - filled - head.count)) + "]"
  }

  /// Two digits or a whole number: `0.5`, `7.2`, `350`.
  private static func short(_ rate: Double) -> String {
    if rate >= 10 || !rate.isFinite { return String(Int(min(rate, 1e15))) }
    let tenths = Int(rate * 10)
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// `0:07`, `12:30`, `3:05:09`.
  private static func time(_ seconds: Double) -> String {
    let whole = Int(min(max(0, seconds.rounded(.up)), 1e9))
    let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (whole / 3600, whole / 60 % 60)
    let start = hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)"
    return "\(start):\(two(whole % 60))"
  }
}
