public import DirectoryModel

/// A query typed into the search entry.
public struct SearchQuery<R: DirectoryRecord>: Sendable {
    /// One column of text and the folded text it must contain.
    struct Condition: Sendable, Equatable {
        let column: SearchColumn
        let needle: [UInt8]

        init(column: SearchColumn, needle: [UInt8]) { (self.column, self.needle) = (column, needle) }

        /// A value that a field must have as it is, or as one of several.
        init(whole value: String, of key: String) {
            self.init(column: .whole(key), needle: SearchColumn.item(value))
        }
    }

    /// The conditions that all must hold.
    let conditions: [Condition]
    /// A condition that is sufficient by itself: a phone number, however it is written.
    let alternative: Condition?
    /// The conditions that all must hold where `conditions` do not match any record: the words of a text, in any place.
    let otherwise: [Condition]
    /// The words to search names for, with a typing error allowed; empty where fields were typed.
    let nameWords: [[UInt8]]
    /// The texts that a list highlights in its rows, folded.
    public let marked: [[UInt8]]
    /// The texts that a list highlights in one field only, folded, by the field's key.
    public let markedInFields: [String: [[UInt8]]]
    /// The problem with the typed fields as text, or nil.
    public let problem: String?

    /// True where the query is empty, so that it matches everything.
    public var isEmpty: Bool { conditions.isEmpty && problem == nil }

    private init(
        conditions: [Condition], alternative: Condition? = nil, otherwise: [Condition] = [], nameWords: [[UInt8]] = [],
        marked: [[UInt8]] = [], markedInFields: [String: [[UInt8]]] = [:], problem: String? = nil
    ) {
        self.conditions = conditions
        self.alternative = alternative
        self.otherwise = otherwise
        self.nameWords = nameWords
        self.marked = marked
        self.markedInFields = markedInFields
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
        let words = needle.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ",") }.map(Array.init)
        let digits = phoneDigits(text)
        return SearchQuery(
            conditions: [Condition(column: .summary, needle: needle)],
            alternative: digits.map { Condition(column: .summary, needle: $0) },
            otherwise: words.count > 1 ? words.map { Condition(column: .summary, needle: $0) } : [], nameWords: words,
            marked: [needle] + [digits].compactMap(\.self) + (words.count > 1 ? words : []))
    }

    /// The digits of a text that is a phone number or a part of one, without the 1 of North America; nil where `text`
    /// is not one, or consists of exactly these digits.
    private static func phoneDigits(_ text: String) -> [UInt8]? {
        guard text.allSatisfy({ "0123456789+ ()-./–".contains($0) }) else { return nil }
        var digits = text.utf8.filter { (0x30...0x39).contains($0) }
        if digits.count == 11, digits.first == UInt8(ascii: "1") { digits.removeFirst() }
        return digits.count < fewestDigits || digits.elementsEqual(text.utf8) ? nil : digits
    }

    /// A text with fewer digits than this is not a part of a phone number.
    private static var fewestDigits: Int { 3 }

    private static func fields(_ text: String) -> SearchQuery {
        do {
            var (conditions, marked): ([Condition], [String: [[UInt8]]]) = ([], [:])
            for token in try Tokens<R>(searching: text).tokens {
                if token.isWhole {
                    conditions.append(.init(whole: token.text, of: token.field.key))
                    marked[token.field.key, default: []].append(Folding.bytes(token.text))
                    continue
                }
                for part in token.text.listItems where part != "*" {
                    let needle = needle(part, in: token.field)
                    let start = token.field.isFoundByBeginning ? [SearchColumn.start] : []
                    conditions.append(Condition(column: .field(token.field.key), needle: start + needle))
                    marked[token.field.key, default: []].append(needle)
                }
            }
            return SearchQuery(conditions: conditions, markedInFields: marked)
        } catch {
            return SearchQuery(conditions: [], problem: "\(error)")
        }
    }
}

extension SearchQuery {
    /// The text typed for a field, as its column has it: the digits of a phone number, yes or no for their synonyms.
    private static func needle(_ typed: String, in field: Field<R>) -> [UInt8] {
        if field.editor == .text(.phone), let digits = phoneDigits(typed) { return digits }
        if field.editor == .flag, let word = try? field.rule.checked(typed).get() { return Folding.bytes(word) }
        return Folding.bytes(typed)
    }
}

/// A column of texts that every record has.
enum SearchColumn: Hashable, Sendable {
    /// The whole record in sentences.
    case summary
    /// The name.
    case title
    /// One field.
    case field(String)
    /// The values of one field, each between two `edge`s.
    case whole(String)

    /// Around each value of a field that is found as a whole; it cannot be typed.
    static let edge: UInt8 = 2

    /// A value between two edges, folded.
    static func item(_ value: String) -> [UInt8] { [edge] + Folding.bytes(value.printable.trimmed) + [edge] }

    /// Precedes each word of a field that is found by the beginnings of its words; it cannot be typed.
    static let start: UInt8 = 1
}

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
