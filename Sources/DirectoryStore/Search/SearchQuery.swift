public import DirectoryModel

/// What somebody typed into the search entry.
public struct SearchQuery<R: DirectoryRecord>: Sendable {
    /// One column of text and what it has to contain, folded.
    struct Condition: Sendable, Equatable {
        let column: SearchColumn
        let needle: [UInt8]
    }

    /// All of these must hold.
    let conditions: [Condition]
    /// This is enough too: a phone number, however it is written.
    let alternative: Condition?
    /// All of these must hold where nothing fulfils `conditions`: the words of a text, wherever they stand.
    let otherwise: [Condition]
    /// The words that names are looked through for, a typing error allowed; empty where fields were named.
    let nameWords: [[UInt8]]
    /// The texts a list marks in its rows, folded.
    public let marked: [[UInt8]]
    /// The texts a list marks in one field only, folded, by the field's key.
    public let markedInFields: [String: [[UInt8]]]
    /// What is wrong with the fields that were typed, in words, or nil.
    public let problem: String?

    /// True where nothing is looked for, so that everything is found.
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

    /// The digits of a text that is a phone number or a part of one, without the 1 of North America; nil where `text` is
    /// none, or is its digits already.
    private static func phoneDigits(_ text: String) -> [UInt8]? {
        guard text.allSatisfy({ "0123456789+ ()-./–".contains($0) }) else { return nil }
        var digits = text.utf8.filter { (0x30...0x39).contains($0) }
        if digits.count == 11, digits.first == UInt8(ascii: "1") { digits.removeFirst() }
        return digits.count < fewestDigits || digits.elementsEqual(text.utf8) ? nil : digits
    }

    /// With fewer digits than this it is no part of a phone number.
    private static var fewestDigits: Int { 3 }

    private static func fields(_ text: String) -> SearchQuery {
        do {
            var (conditions, marked): ([Condition], [String: [[UInt8]]]) = ([], [:])
            for token in try Tokens<R>(text).tokens {
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
    /// What was typed for a field, as its column has it: a phone number's digits, yes or no for every word for them.
    private static func needle(_ typed: String, in field: Field<R>) -> [UInt8] {
        if field.editor == .text(.phone), let digits = phoneDigits(typed) { return digits }
        if field.editor == .flag, let word = try? field.rule.checked(typed).get() { return Folding.bytes(word) }
        return Folding.bytes(typed)
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

    /// Before each word of a field that is found by the beginnings of its words; nobody types it.
    static let start: UInt8 = 1
}

/// The rows a search found.
public struct SearchHits: Sendable {
    /// The rows that contain what was typed, and those that it begins words of the name of; nil where nothing was looked
    /// for.
    public let exact: BitSet?
    /// The rows whose name has words that begin with what was typed, and how well: the least is best.
    public let ranks: [Int64: Int]
    /// Rows whose name is like what was typed, best first.
    public let similar: [Int64]
}

/// A set of row numbers as bits.
public struct BitSet: Sendable {
    private var words: [UInt64]
    /// The rows that a damaged file says, and that no list counts up to.
    private var others: Set<Int64> = []

    /// The largest number that has a bit.
    private static var largest: Int64 { 1 << 28 }

    init(upTo largest: Int64) { words = Array(repeating: 0, count: Int(min(max(largest, 0), Self.largest)) / 64 + 1) }

    mutating func insert(_ row: Int64) {
        let word = Int(row) >> 6
        if words.indices.contains(word) { words[word] |= 1 << UInt64(row & 63) } else { others.insert(row) }
    }

    public func contains(_ row: Int64) -> Bool {
        let word = Int(row) >> 6
        return words.indices.contains(word) ? words[word] & (1 << UInt64(row & 63)) != 0 : others.contains(row)
    }

    public var isEmpty: Bool { others.isEmpty && words.allSatisfy { $0 == 0 } }
}
