/// How many typing slips lie between two words: letters left out, added, changed, or two neighbours
/// swapped, each counting 1.
package enum EditDistance {
  /// The restricted Damerau–Levenshtein distance: no letter is touched twice.
  ///
  /// Cost is the product of the lengths.
  package static func between(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for i in first.indices {
      var row = [i + 1]
      for j in second.indices {
        let change = last[j] + (first[i] == second[j] ? 0 : 1)
        var least = min(change, last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
          least = min(least, beforeLast[j - 1] + 1)
        }
        row.append(least)
      }
      beforeLast = last
      last = row
    }
    return last[second.count]
  }
}
