/// The search texts of every row of a collection, in row order.
struct SearchTexts: Sendable {
    /// A text that the file did not have.
    struct Made: Sendable {
        let row: Int64
        let hash: Int64
        let text: SearchText
    }

    var rows: [Int64] = []
    var hashes: [Int64] = []
    var titles = TextColumn()
    var summaries = TextColumn()
    var made: [Made] = []
    /// The revision of the collection.
    var revision: Int64 = 0
}
