/// The candidate nearest to a mistyped word, or nil when none is near enough to be meant.
///
/// Leading dashes do not count, so `-zoom` is near `--zoom`. Near enough is one slip for every
/// three letters; failing that, the first candidate that the word begins.
package func nearest(to word: String, among candidates: [String]) -> String? {
  let meant = bare(word)
  guard !meant.isEmpty else { return nil }
  let ranked =
    candidates
    .map { (candidate: $0, slips: editDistance(meant, bare($0))) }
    .filter { $0.slips * 3 <= max(meant.count, bare($0.candidate).count) + 2 }
    .min { $0.slips < $1.slips }
  return ranked?.candidate ?? candidates.first { bare($0).starts(with: meant) }
}

/// How many slips lie between two words: a letter left out, added, changed, or two neighbours
/// swapped, each counting 1.
///
/// The restricted Damerau–Levenshtein distance: no letter is touched twice. Cost is the product of
/// the lengths.
package func editDistance(_ first: [UInt8], _ second: [UInt8]) -> Int {
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

private func bare(_ word: String) -> [UInt8] {
  Array(word.utf8.drop { $0 == UInt8(ascii: "-") })
}
