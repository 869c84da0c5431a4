import Foundation

/// A query typed into a search entry.
public struct SearchQuery: Sendable {
    public let definition: Definition
    /// Folded texts of which a column must contain one.
    package struct Condition: Sendable, Equatable {
        package let column: SearchColumn
        package let needles: [[UInt8]]
        /// True if the column must be empty.
        package var isAbsence = false

        package init(column: SearchColumn, needles: [[UInt8]]) { (self.column, self.needles) = (column, needles) }

        /// No value for a field; a flag that is off, and a choice that was not made, are none.
        fileprivate init(missing field: Field) {
            let word = field.beginnings(field.defaultValue.text)?.first
            self.init(
                column: .field(field.key), needles: word.map { [SearchColumn.beginning(Folding.bytes($0))] } ?? [])
            isAbsence = word == nil
        }
    }

    /// Conditions that all must hold: fields, or the terms of a text.
    package private(set) var conditions: [Condition] = []
    /// Conditions that must not hold.
    package private(set) var excluded: [Condition] = []
    /// The conditions that only the store can decide.
    package private(set) var marks: [SearchCondition] = []
    /// The text as it was typed, if it is more than one word. Records that contain it come before those with its terms.
    package private(set) var phrase: Condition?
    /// A condition that suffices by itself: one of the addresses and phone numbers in a pasted text, however it is
    /// formatted.
    package private(set) var alternative: Condition?
    /// The terms to search names for, in each spelling; empty if fields were typed.
    package private(set) var nameParts: [[[UInt8]]] = []
    /// The folded texts to highlight: the whole text, then its parts.
    public private(set) var marked: [[UInt8]] = []
    /// The folded texts to highlight in one field only, by its key.
    public private(set) var markedInFields: [String: [[UInt8]]] = [:]
    /// Why the typed fields are not valid, or nil.
    public private(set) var problem: TokenError?

    /// True if the query matches everything.
    public var isEmpty: Bool { !hasText && marks.isEmpty && problem == nil }

    /// True if the texts of records decide.
    package var hasText: Bool { !conditions.isEmpty || !excluded.isEmpty }

    /// The same search among the members of a group.
    public func inGroup(_ name: String) -> SearchQuery {
        var query = self
        query.marks.append(SearchCondition(.group(name)))
        return query
    }
}

extension SearchQuery {
    /// Parses fields such as `hobby=swim, role=student`; other text is searched as it is, and word by word.
    public init(_ text: String, in definition: Definition) {
        self.definition = definition
        let text = text.trimmed
        if Tokens.looksLikeTokens(text, in: definition) { addFields(text) } else { addText(text.plain) }
    }

    private mutating func addText(_ text: String) {
        let typed = Folding.spellings(of: text)
        guard !typed[0].isEmpty else { return }
        var terms = Self.terms(of: text).map(Folding.spellings).filter { !$0[0].isEmpty }
        if terms.isEmpty { terms = [typed] }
        conditions = terms.map { Condition(column: .summary, needles: $0) }
        if terms != [typed] { phrase = Condition(column: .summary, needles: typed) }
        let addresses = Self.addresses(in: text).filter { $0 != typed[0] }
        let all = [Self.unhyphenated(text)].compactMap(\.self) + Self.phoneNumbers(in: text) + addresses
        let others = Array(all.prefix(Self.maxOthers))
        if !others.isEmpty { alternative = Condition(column: .summary, needles: others) }
        let names = terms.filter { term in !addresses.contains { Folding.contains($0, in: term[0]) } }
        nameParts = [names.map { $0[0] }]
        if names.contains(where: { $0.count > 1 }) { nameParts.append(names.map { $0[$0.count - 1] }) }
        marked = [typed[0]] + others + (terms == [typed] ? [] : Array(terms.joined())) + typed.dropFirst()
    }

    /// The terms of a text, without the marks around what other programs copy.
    private static func terms(of text: String) -> [String] {
        text.split { " ,;".contains($0) }.map { part in
            part.trimmingCharacters(in: CharacterSet(charactersIn: "<>()[]\"“”")).withoutScheme
        }
    }

    /// The addresses of `To: Ana Lark <ana@x.org>; 'bo@x.org'.` and `mailto:ana@x.org?subject=Hi`.
    private static func addresses(in text: String) -> [[UInt8]] {
        Folding.text(text).split { " ,;:?<>()[]\"“”".contains($0) }.compactMap { part in
            let address = MailAddress(part.trimmingCharacters(in: .punctuationCharacters))?.text
            // A beginning, such as a@d, would find many.
            return address.flatMap { $0.drop { $0 != "@" }.contains(".") ? Array($0.utf8) : nil }
        }
    }

    /// The digits of phone numbers, without the North American 1: a text of at least 3 digits with separators, or among
    /// words, where short numbers are text, at least 7, or 10 without separators.
    private static func phoneNumbers(in text: String) -> [[UInt8]] {
        let folded = Folding.text(text)
        return folded.split { !"0123456789+ ()-./#".contains($0) }.compactMap { part in
            var digits = part.utf8.filter { (0x30...0x39).contains($0) }
            // Digits alone may be a record's number.
            let isBare = digits.elementsEqual(String(part).trimmed.utf8)
            let fewest = part.utf8.count == folded.utf8.count ? fewestDigits : isBare ? 10 : 7
            if digits.count > 10, digits.starts(with: "00".utf8) { digits.removeFirst(2) }
            if digits.count == 11, digits.first == UInt8(ascii: "1") { digits.removeFirst() }
            return digits.count < fewest || digits.elementsEqual(text.utf8) ? nil : digits
        }
    }

    private static var fewestDigits: Int { 3 }
    /// Each one is another pass over all texts.
    private static var maxOthers: Int { 16 }

    /// An identifier such as 0-8044-2957-X without its hyphens; nil if `text` is not one.
    private static func unhyphenated(_ text: String) -> [UInt8]? {
        let folded = Folding.text(text)
        guard folded.contains("-"), folded.contains(where: \.isNumber),
            folded.allSatisfy({ $0 == "-" || $0.isLetter || $0.isNumber })
        else { return nil }
        let bare = folded.utf8.filter { $0 != UInt8(ascii: "-") }
        return bare.count < fewestDigits ? nil : bare
    }

    private mutating func addFields(_ text: String) {
        do {
            let tokens = try Tokens(text, of: definition, isSearch: true)
            for token in tokens.tokens { add(token) }
            for mark in tokens.marks { add(mark) }
        } catch {
            problem = error
        }
    }

    private mutating func add(_ token: Tokens.Token) {
        let key = token.field.key
        var added: [Condition] = []
        if token.isWhole {
            added = [Condition(column: .whole(key), needles: [SearchColumn.item(token.text)])]
            if !token.isNot { markedInFields[key, default: []].append(Folding.bytes(token.text)) }
        } else {
            for part in token.text.listItems where part != "*" {
                let needles = Self.needles(part, in: token.field)
                added.append(
                    Condition(
                        column: .field(key),
                        needles: token.field.isFoundByBeginning ? needles.map(SearchColumn.beginning) : needles))
                if !token.isNot { markedInFields[key, default: []] += needles }
            }
        }
        if token.isNot { excluded += added } else { conditions += added }
    }

    private mutating func add(_ mark: SearchCondition) {
        guard case .missing(let key) = mark.kind else {
            if case .unfinished = mark.kind { return }
            return marks.append(mark)
        }
        let missing = Condition(missing: definition.field(key))
        if mark.isNot { excluded.append(missing) } else { conditions.append(missing) }
    }

    /// The text as the field's column contains it: the digits of a phone number, yes or no for synonyms.
    private static func needles(_ typed: String, in field: Field) -> [[UInt8]] {
        if field.editor == .text(.phone), let digits = phoneNumbers(in: typed).first { return [digits] }
        if field.editor == .flag, let word = field.rule.accepted(typed) { return [Folding.bytes(word)] }
        let bare = field.bare(typed).flatMap { $0.isEmpty || $0 == typed ? nil : Folding.bytes($0) }
        return Folding.spellings(of: typed) + [bare].compactMap(\.self)
    }
}

extension SearchQuery {
    /// True if `record` meets the conditions that do not depend on a store.
    package func isMet(by record: Record) -> Bool {
        func meets(_ condition: Condition) -> Bool {
            let text = condition.column.text(of: record)
            return condition.isAbsence
                ? text.isEmpty : condition.needles.contains { Folding.contains($0, in: text) }
        }
        return (conditions.allSatisfy(meets) || alternative.map(meets) == true) && !excluded.contains(where: meets)
    }
}

/// A column of folded texts, one for each record.
package enum SearchColumn: Hashable, Sendable {
    /// The values of a record.
    case summary
    case title
    case field(String)
    /// The values of one field, each between two `edge`s.
    case whole(String)

    /// Divides texts that no search spans; it cannot be typed.
    package static let divider: UInt8 = 0x1F

    /// Encloses the values of a field that are found whole; it cannot be typed.
    private static let edge: UInt8 = 2

    static func item(_ value: String) -> [UInt8] { [edge] + Folding.bytes(value.printable.trimmed) + [edge] }

    /// Precedes the texts of a field that are found by prefix; it cannot be typed.
    private static let start: UInt8 = 1

    static func beginning(_ word: [UInt8]) -> [UInt8] { [start] + word }

    /// Appends a text and its other spelling to those of a record.
    package static func append(_ text: String, to texts: inout [UInt8], divider: UInt8 = Self.divider) {
        if text.isEmpty { return }
        if !texts.isEmpty { texts.append(divider) }
        Folding.append(text, to: &texts)
        if let other = Folding.otherSpelling(of: text) { texts += [divider] + other }
    }

    /// The key of its field, if it is the column of one.
    package var fieldKey: String? {
        switch self {
        case .summary, .title: nil
        case .field(let key), .whole(let key): key
        }
    }

    /// The text of a field, from the value's column in the store.
    package func text(stored text: String, of field: Field) -> [UInt8] {
        if case .whole = self { return field.items(stored: text).flatMap { Self.item($0) } }
        if let terms = field.beginnings(text) { return terms.flatMap { Self.beginning(Folding.bytes($0)) } }
        var texts: [UInt8] = []
        Self.append(field.searchText(stored: text), to: &texts)
        return texts
    }

    fileprivate func text(of record: Record) -> [UInt8] {
        switch self {
        case .title: return record.searchedName
        case .summary: return record.searchedText
        case .field(let key), .whole(let key):
            return text(stored: record[key].text, of: record.definition.field(key))
        }
    }
}

extension Record {
    /// The folded texts that free text search covers, in each spelling.
    package var searchedText: [UInt8] { foldedTexts(of: definition.searchedFields) }

    /// The part of `searchedText` that is the same in every language.
    package var untranslatedText: [UInt8] { foldedTexts(of: definition.searchedFields.filter { !$0.isTranslated }) }

    private func foldedTexts(of fields: [Field]) -> [UInt8] {
        searchTexts(of: fields).reduce(into: []) { SearchColumn.append($1, to: &$0) }
    }

    /// The texts of these fields that free text search covers, and a whole name without a space.
    func searchTexts(of fields: [Field]) -> [String] {
        let name = definition.presentation.name(self)
        return (name.isEastAsian ? [name] : []) + fields.map { $0.freeText(self) }
    }

    /// The folded name, in each spelling.
    package var searchedName: [UInt8] { searchedName(definition.presentation.name(self)) }

    /// - Parameter name: the name in lists.
    package func searchedName(_ name: String) -> [UInt8] {
        var terms: [UInt8] = []
        let parts =
            name.isEastAsian ? definition.fields.filter { $0.editor == .text(.name) }.map { $0.displayText(self) } : []
        for part in [name] + parts { SearchColumn.append(part, to: &terms, divider: UInt8(ascii: " ")) }
        return terms
    }
}
