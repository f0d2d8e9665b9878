/// Finds what a person probably meant.
public enum NearestWord {
  /// The word that takes the fewest insertions, deletions, replacements and swaps of neighbours,
  /// case ignored; nil if none is near. Of several the first.
  public static func of(_ word: String, among words: [String]) -> String? {
    let word = Array(word.lowercased().unicodeScalars.prefix(64))
    let limit = max(1, word.count / 3)
    var nearest: (word: String, distance: Int)?
    for candidate in words {
      let distance = distance(word, Array(candidate.lowercased().unicodeScalars.prefix(64)))
      if distance <= limit, distance < nearest?.distance ?? .max { nearest = (candidate, distance) }
    }
    return nearest?.word
  }

  /// "did you mean …?"
  static func hint(_ word: String, among words: [String]) -> String? {
    of(word, among: words).map { "did you mean '\($0)'?" }
  }

  /// The optimal string alignment distance.
  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
    var before: [Int] = []
    var last = Array(0...b.count)
    for i in 1...a.count {
      var row = [i]
      for j in 1...b.count {
        let cost = a[i - 1] == b[j - 1] ? 0 : 1
        var least = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + cost)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          least = min(least, before[j - 2] + 1)
        }
        row.append(least)
      }
      (before, last) = (last, row)
    }
    return last[b.count]
  }
}
