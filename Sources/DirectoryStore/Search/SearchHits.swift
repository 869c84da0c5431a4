import DirectoryModel

/// The rows a search found.
public struct SearchHits: Sendable {
    /// The rows that contain the typed text, and those that have names with words it begins; nil where the search is
    /// empty.
    public let exact: BitSet?
    /// The rows whose name has words that begin with the typed text, and how well they match: the lowest is best.
    public let ranks: NameRanks
    /// Rows whose name is similar to the typed text, best first; empty where enough others were found.
    public let similar: [Int64]

    init(exact: BitSet?, ranks: NameRanks = NameRanks(), similar: [Int64] = []) {
        (self.exact, self.ranks, self.similar) = (exact, ranks, similar)
    }
}
