/// The word that somebody who mistyped probably meant.
enum NearestWord {
  /// nil if none is near enough to be worth suggesting.
  static func of(_ word: String, among words: [String]) -> String? {
    let limit = max(1, word.count / 3)
    let near = words.map { (word: $0, distance: distance(word, $0)) }
      .filter { $0.distance <= limit }
    return near.min { $0.distance < $1.distance }?.word
  }

  /// How many letters to insert, remove, change, or swap with their neighbour.
  static func distance(_ a: String, _ b: String) -> Int {
    let a = Array(a.lowercased().unicodeScalars)
    let b = Array(b.lowercased().unicodeScalars)
    // Three rows of the table are enough: a swap looks two back.
    var older = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var best = min(last[j] + (a[i] == b[j] ? 0 : 1), min(last[j + 1], row[j]) + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, older[j - 1] + 1) }
        row.append(best)
      }
      older = last
      last = row
    }
    return last[b.count]
  }
}
