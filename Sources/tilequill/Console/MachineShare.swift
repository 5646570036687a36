/// What this process may use of the machine: the cores it is bound to, and the limits of its control
/// groups (Linux).
///
/// Groups of both versions are read; a limit of any group above the process's own holds as well.
package struct MachineShare: Equatable {
  /// Processor cores' worth of time, at least 1; nil without a limit.
  package private(set) var processorCount: Int?

  /// Bytes of memory; nil without a limit.
  package private(set) var memoryByteCount: Int?

  /// Reads the limits by way of `contents`, which gives a file's text or nil.
  package init(contents: (String) -> String?) {
    limit(affinity: contents("/proc/self/status"))
    let groups = contents("/proc/self/cgroup") ?? ""
    for line in groups.split(separator: "\n") {
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { continue }
      let controllers = fields[1].split(separator: ",")
      for group in Self.groupsUpwards(from: fields[2]) {
        if fields[0] == "0", controllers.isEmpty {
          for mount in ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"] {
            limit(processors: contents("\(mount)\(group)/cpu.max"))
            limit(memory: contents("\(mount)\(group)/memory.max"))
          }
        }
        if controllers.contains("cpu") {
          let folder = "/sys/fs/cgroup/cpu\(group)"
          if let quota = contents("\(folder)/cpu.cfs_quota_us"),
            let period = contents("\(folder)/cpu.cfs_period_us")
          {
            limit(processors: "\(quota) \(period)")
          }
        }
        if controllers.contains("memory") {
          limit(memory: contents("/sys/fs/cgroup/memory\(group)/memory.limit_in_bytes"))
        }
      }
    }
  }

  /// A group and all above it: `/a/b`, `/a` and the root, which is empty.
  private static func groupsUpwards(from path: Substring) -> [String] {
    var names = path.split(separator: "/")
    var groups: [String] = []
    while !names.isEmpty {
      groups.append(names.map { "/\($0)" }.joined())
      names.removeLast()
    }
    return groups + [""]
  }

  /// Takes the mask of cores: `Cpus_allowed:` and hexadecimal words between commas.
  private mutating func limit(affinity status: String?) {
    let line = (status ?? "").split(separator: "\n").first { $0.hasPrefix("Cpus_allowed:") }
    let digits = (line?.split(separator: ":").last ?? "").compactMap(\.hexDigitValue)
    let count = digits.reduce(0) { $0 + $1.nonzeroBitCount }
    if count > 0 { processorCount = count }
  }

  /// Takes a quota and its period; `max` and -1 are no limit.
  private mutating func limit(processors text: String?) {
    let numbers = (text ?? "").split(whereSeparator: \.isWhitespace).map { Int($0) }
    guard numbers.count == 2, let quota = numbers[0], let period = numbers[1], quota > 0, period > 0
    else { return }
    // Rounded up: with time for one core and a half, a second thread still helps.
    let count = (quota - 1) / period + 1
    processorCount = min(count, processorCount ?? count)
  }

  private mutating func limit(memory text: String?) {
    guard let count = Int((text ?? "").filter { !$0.isWhitespace }), count > 0 else { return }
    memoryByteCount = min(count, memoryByteCount ?? count)
  }
}
