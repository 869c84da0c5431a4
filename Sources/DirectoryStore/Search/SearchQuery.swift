public import DirectoryModel

/// A query typed into the search entry.
public struct SearchQuery<R: DirectoryRecord>: Sendable {
    /// A folded text that a column must contain.
    struct Condition: Sendable, Equatable {
        let column: SearchColumn
        let needle: [UInt8]
        /// True if the column must be empty.
        var isAbsence = false

        init(column: SearchColumn, needle: [UInt8]) { (self.column, self.needle) = (column, needle) }

        /// No value for a field; a flag that is off is none.
        init(missing field: Field<R>) {
            let isFlag = field.editor == .flag
            self.init(column: .field(field.key), needle: isFlag ? [SearchColumn.start] + Folding.bytes("no") : [])
            isAbsence = !isFlag
        }

        /// A value that a field must equal, or contain as one of several.
        init(whole value: String, of key: String) {
            self.init(column: .whole(key), needle: SearchColumn.item(value))
        }
    }

    /// Conditions that all must hold.
    private(set) var conditions: [Condition] = []
    /// Conditions that must not hold.
    private(set) var excluded: [Condition] = []
    /// The conditions that only the store can decide.
    public internal(set) var marks: [SearchCondition] = []
    /// A condition that suffices by itself: a phone number, however it is formatted.
    private(set) var alternative: Condition?
    /// The conditions if `conditions` match nothing: the words of the text, in any place.
    private(set) var otherwise: [Condition] = []
    /// The words to search names for with a typo allowed; empty if fields were typed.
    private(set) var nameWords: [[UInt8]] = []
    /// The folded texts to highlight.
    public private(set) var marked: [[UInt8]] = []
    /// The folded texts to highlight in one field only, by its key.
    public private(set) var markedInFields: [String: [[UInt8]]] = [:]
    /// Why the typed fields are not valid, or nil.
    public private(set) var problem: TokenError?

    /// True if the query matches everything.
    public var isEmpty: Bool { !hasText && marks.isEmpty && problem == nil }

    /// True if the texts of records decide.
    var hasText: Bool { !conditions.isEmpty || !excluded.isEmpty }

    /// The same search among the members of a group.
    public func inGroup(_ name: String) -> SearchQuery {
        var query = self
        query.marks.append(SearchCondition(.group(name)))
        return query
    }
}

extension SearchQuery {
    /// Parses fields such as `ho=swim, ro=student`; other text is searched as it is.
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

    /// The digits of a phone number or a part of one, without the North American 1; nil if `text` is not one, or only
    /// digits.
    private static func phoneDigits(_ text: String) -> [UInt8]? {
        guard text.allSatisfy({ "0123456789+ ()-./–".contains($0) }) else { return nil }
        var digits = text.utf8.filter { (0x30...0x39).contains($0) }
        if digits.count == 11, digits.first == UInt8(ascii: "1") { digits.removeFirst() }
        return digits.count < fewestDigits || digits.elementsEqual(text.utf8) ? nil : digits
    }

    private static var fewestDigits: Int { 3 }

    private static func fields(_ text: String) -> SearchQuery {
        do {
            var query = SearchQuery(conditions: [])
            let tokens = try Tokens<R>(searching: text)
            for token in tokens.tokens { query.add(token) }
            for mark in tokens.marks { query.add(mark) }
            return query
        } catch {
            return SearchQuery(conditions: [], problem: error)
        }
    }

    private mutating func add(_ token: Tokens<R>.Token) {
        let key = token.field.key
        var added: [Condition] = []
        if token.isWhole {
            added = [Condition(whole: token.text, of: key)]
            if !token.isNot { markedInFields[key, default: []].append(Folding.bytes(token.text)) }
        } else {
            let start = token.field.isFoundByBeginning ? [SearchColumn.start] : []
            for part in token.text.listItems where part != "*" {
                let needle = Self.needle(part, in: token.field)
                added.append(Condition(column: .field(key), needle: start + needle))
                if !token.isNot { markedInFields[key, default: []].append(needle) }
            }
        }
        if token.isNot { excluded += added } else { conditions += added }
    }

    private mutating func add(_ mark: SearchCondition) {
        guard case .missing(let key) = mark.kind else {
            if case .unfinished = mark.kind { return }
            return marks.append(mark)
        }
        guard let field = R.field(named: key) else { return }
        if mark.isNot {
            excluded.append(Condition(missing: field))
        } else {
            conditions.append(Condition(missing: field))
        }
    }
}

extension SearchQuery {
    /// The text as the field's column contains it: the digits of a phone number, yes or no for synonyms.
    private static func needle(_ typed: String, in field: Field<R>) -> [UInt8] {
        if field.editor == .text(.phone), let digits = phoneDigits(typed) { return digits }
        if field.editor == .flag, let word = try? field.rule.checked(typed).get() { return Folding.bytes(word) }
        return Folding.bytes(typed)
    }
}

/// A column of folded texts, one for each record.
enum SearchColumn: Hashable, Sendable {
    /// The record as sentences.
    case summary
    case title
    case field(String)
    /// The values of one field, each between two `edge`s.
    case whole(String)

    /// Encloses the values of a field that are found whole; it cannot be typed.
    static let edge: UInt8 = 2

    static func item(_ value: String) -> [UInt8] { [edge] + Folding.bytes(value.printable.trimmed) + [edge] }

    /// Precedes the words of a field that are found by prefix; it cannot be typed.
    static let start: UInt8 = 1
}

/// The rows that a search found.
public struct SearchHits: Sendable {
    /// The rows that contain the text or have matching names; nil for an empty query.
    public let exact: BitSet?
    /// How well names match, by row.
    public let ranks: NameRanks
    /// Rows with similar names, best first; empty if enough rows were found.
    public let similar: [Int64]

    init(exact: BitSet?, ranks: NameRanks = NameRanks(), similar: [Int64] = []) {
        (self.exact, self.ranks, self.similar) = (exact, ranks, similar)
    }
}
