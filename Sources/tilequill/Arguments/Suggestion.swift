import QuillCheck

/// The candidate nearest to a mistyped word, or nil when none is near enough to be meant.
///
/// Leading dashes do not count, so `-zoom` is near `--zoom`. Near enough is one slip for every
/// three letters; failing that, the first candidate that the word begins.
package func nearest(to word: String, among candidates: [String]) -> String? {
  let meant = bare(word)
  guard !meant.isEmpty else { return nil }
  let ranked =
    candidates
    .map { (candidate: $0, slips: EditDistance.between(meant, bare($0))) }
    .filter { $0.slips * 3 <= max(meant.count, bare($0.candidate).count) + 2 }
    .min { $0.slips < $1.slips }
  return ranked?.candidate ?? candidates.first { bare($0).starts(with: meant) }
}

private func bare(_ word: String) -> [UInt8] {
  Array(word.utf8.drop { $0 == UInt8(ascii: "-") })
}
