/// Ranges of the bytes; adjacent ranges are joined.
struct Pieces {
    private(set) var ranges: [Range<Int>]

    init(first: Range<Int>) { ranges = [first] }

    /// True where only an attacker would cut a picture into so many pieces.
    var areTooMany: Bool { ranges.count > 100_000 }

    mutating func add(_ piece: Range<Int>) {
        if let last = ranges.last, last.upperBound == piece.lowerBound {
            ranges[ranges.count - 1] = last.lowerBound..<piece.upperBound
        } else {
            ranges.append(piece)
        }
    }
}
