public import DirectoryModel

/// What somebody typed into the search entry.
public struct SearchQuery<R: Record>: Sendable {
    /// One column of text and what it has to contain, folded.
    struct Condition: Sendable, Equatable {
        let column: SearchColumn
        let needle: [UInt8]
    }

    /// All of these have to hold.
    let conditions: [Condition]
    /// All of these have to hold where nothing fulfils `conditions`: the words of a text, wherever they stand.
    let otherwise: [Condition]
    /// The words to look for in names, allowing for a typing error; empty where fields were named.
    let nameWords: [[UInt8]]
    /// The texts a list marks in its rows, folded.
    public let marked: [[UInt8]]
    /// The texts a list marks in one field only, folded, by the field's key.
    public var markedInFields: [String: [[UInt8]]] {
        conditions.reduce(into: [:]) { marked, condition in
            if case .field(let key) = condition.column { marked[key, default: []].append(condition.needle) }
        }
    }
    /// What is wrong with the fields that were typed, in words, or nil.
    public let problem: String?

    /// True where nothing is looked for, so that everything is found.
    public var isEmpty: Bool { conditions.isEmpty && problem == nil }

    private init(
        conditions: [Condition], otherwise: [Condition] = [], nameWords: [[UInt8]] = [], marked: [[UInt8]] = [],
        problem: String? = nil
    ) {
        self.conditions = conditions
        self.otherwise = otherwise
        self.nameWords = nameWords
        self.marked = marked
        self.problem = problem
    }

    /// Reads `ho=swim, ro=student` as fields, anything else as text.
    public init(_ text: String) {
        let text = text.trimmed
        self = Tokens<R>.looksLikeTokens(text) ? Self.fields(text) : Self.freeText(text)
    }

    private static func freeText(_ text: String) -> SearchQuery {
        let needle = Folding.bytes(text)
        guard !needle.isEmpty else { return SearchQuery(conditions: []) }
        let words = needle.split(separator: UInt8(ascii: " ")).map(Array.init)
        return SearchQuery(
            conditions: [Condition(column: .summary, needle: needle)],
            otherwise: words.count > 1 ? words.map { Condition(column: .summary, needle: $0) } : [], nameWords: words,
            marked: [needle] + (words.count > 1 ? words : []))
    }

    private static func fields(_ text: String) -> SearchQuery {
        do {
            let conditions = try Tokens<R>(text).tokens.flatMap { token in
                token.text.commaSeparated.filter { $0 != "*" }
                    .map { Condition(column: .field(token.field.key), needle: Folding.bytes($0)) }
            }
            return SearchQuery(conditions: conditions)
        } catch {
            return SearchQuery(conditions: [], problem: "\(error)")
        }
    }
}

/// A text every record has.
enum SearchColumn: Hashable, Sendable {
    /// The whole record in sentences.
    case summary
    /// The name.
    case title
    /// One field.
    case field(String)
}

/// The rows a search found.
public struct SearchHits: Sendable {
    /// The rows that contain what was typed; nil where nothing was looked for.
    public let exact: Set64?
    /// Rows whose name is like what was typed, best first.
    public let similar: [Int64]
}

/// A set of row numbers as bits.
public struct Set64: Sendable {
    private var words: [UInt64]

    init(upTo largest: Int64) { words = Array(repeating: 0, count: Int(largest) / 64 + 1) }

    mutating func insert(_ row: Int64) { words[Int(row) >> 6] |= 1 << UInt64(row & 63) }

    public func contains(_ row: Int64) -> Bool {
        let word = Int(row) >> 6
        return row >= 0 && word < words.count && words[word] & (1 << UInt64(row & 63)) != 0
    }

    public var isEmpty: Bool { words.allSatisfy { $0 == 0 } }
}
