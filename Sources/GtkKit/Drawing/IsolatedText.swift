/// A text whose numbers, codes, and addresses keep their order among letters that are written from right to left.
struct IsolatedText {
    let text: String
    /// The UTF-8 offsets at which the given text got a control character.
    private let insertions: [Int]

    init(_ given: String) {
        let ranges = given.isolatedRanges
        var text = ""
        var start = given.startIndex
        for range in ranges {
            text += "\(given[start..<range.lowerBound])\u{2068}\(given[range])\u{2069}"
            start = range.upperBound
        }
        self.text = text + given[start...]
        insertions = ranges.flatMap { [$0.lowerBound, $0.upperBound] }
            .map { given.utf8.distance(from: given.startIndex, to: $0) }
    }

    /// The UTF-8 offsets in `text` of a part of the given text.
    func bytes(_ range: Range<Int>) -> Range<Int> {
        let length = "\u{2068}".utf8.count
        let start = range.lowerBound + length * insertions.count { $0 <= range.lowerBound }
        return start..<max(start, range.upperBound + length * insertions.count { $0 < range.upperBound })
    }
}

extension String {
    /// The values with a digit or an @, between letters from right to left and what divides values; none if the text has
    /// no such letters.
    fileprivate var isolatedRanges: [Range<Index>] {
        let scalars = unicodeScalars
        guard scalars.contains(where: \.isRightToLeft) else { return [] }
        var ranges: [Range<Index>] = []
        var start = startIndex
        func add(to end: Index) {
            let part = scalars[start..<end].drop { $0.properties.isWhitespace }
            guard
                let last = part.lastIndex(where: { !$0.properties.isWhitespace && !".!?".unicodeScalars.contains($0) }),
                part.contains(where: { $0 == "@" || $0.properties.numericType == .decimal })
            else { return }
            ranges.append(part.startIndex..<scalars.index(after: last))
        }
        for index in scalars.indices {
            let next = scalars.index(after: index)
            let isFollowedBySpace = next < endIndex && scalars[next].properties.isWhitespace
            let divides = scalars[index] == "·" || isFollowedBySpace && ",:;".unicodeScalars.contains(scalars[index])
            guard divides || scalars[index].isRightToLeft else { continue }
            add(to: index)
            start = next
        }
        add(to: endIndex)
        return ranges
    }
}

extension Unicode.Scalar {
    /// True for the scripts that are written from right to left, such as Arabic and Hebrew.
    fileprivate var isRightToLeft: Bool {
        switch value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}
