import Language

/// Fields and values as people type them: `firstname=Ric, lastname=Telford, from=Pittsboro, NC`.
public struct Tokens: Sendable {
    /// A field and the text typed for it.
    public struct Token: Sendable {
        public let field: Field
        public let text: String
        /// True if the text was quoted: in a search it must match the whole value, not part of it.
        public var isWhole = false
        /// True if records with the text are excluded.
        public var isNot = false
    }

    private let definition: Definition
    public let tokens: [Token]
    /// The other conditions of a search.
    public let marks: [SearchCondition]
    /// Where the search names groups.
    private let groupRanges: [(mark: SearchCondition, range: Range<String.Index>)]

    /// Parses tokens separated by commas or semicolons. A part without `=` continues the previous value if its field
    /// may contain commas. A quoted value may contain commas: `lastname="Doe, Jr."`; two quotes in it mean one.
    /// - Parameter isSearch: true for a search, which also has words that are no fields, excludes after a minus, and
    ///   may have curly quotes.
    /// - Throws: `TokenError`, which names the invalid part.
    public init(_ text: String, of definition: Definition, isSearch: Bool = false) throws(TokenError) {
        self.definition = definition
        let parser = Parser(definition: definition, isSearch: isSearch)
        var (rest, found) = (text.unicodeScalars[...], [Part]())
        var ranges: [(mark: SearchCondition, range: Range<String.Index>)] = []
        while !rest.isEmpty {
            let (start, count) = (rest.startIndex, found.count)
            if let (part, after) = try parser.whole(at: rest) {
                found.append(part)
                rest = after
            } else {
                let end = rest.indices.first { Parser.endsPart(rest[$0...]) } ?? rest.endIndex
                let part = String(rest[..<end]).trimmed
                if !part.isEmpty { try parser.add(part, to: &found) }
                rest = rest[end...]
            }
            if found.count > count, let mark = found[count].mark, case .group = mark.kind {
                ranges.append((mark, start..<rest.startIndex))
            }
            rest = rest.dropFirst()
        }
        guard !found.isEmpty else { throw .noFields(example: definition.searchExample) }
        tokens = found.compactMap(\.token)
        marks = found.compactMap(\.mark)
        groupRanges = ranges
    }

    /// The number typed for the key, or nil.
    public var key: Int? { tokens.first { $0.field.isKey }.flatMap { Int($0.text) } }

    /// True if the first `=` in `text` follows a known key.
    public static func looksLikeTokens(_ text: String, in definition: Definition) -> Bool {
        guard let equals = text.firstIndex(of: "=") else { return false }
        let parser = Parser(definition: definition, isSearch: true)
        return Name(String(text[..<equals]).trimmed, parser) != nil
    }

    /// The conditions as people read them: "Team: Owls", "No Picture".
    public var names: [String] {
        tokens.map { token in
            let name = translated("\(token.field.label): ") + token.text.line(cutAt: 60)
            return token.isNot ? translated("not \(name)") : name
        } + marks.map(\.name).filter { !$0.isEmpty }
    }

    /// Changes only the typed fields of `record`. A day without a time means noon in the local time zone.
    /// - Throws: `TokenError`, which names the invalid value; the record is then unchanged.
    public func apply(to record: inout Record) throws(TokenError) {
        var changed = record
        for token in tokens {
            if token.field.isPlaceholder(token.text) {
                token.field.write("", into: &changed)
                continue
            }
            let typed = token.field.editor == .day ? Moment.noon(of: token.text) : token.text
            switch token.field.rule.checked(typed) {
            case .failure(let broken):
                let reason =
                    token.field.editor == .day
                    ? translated("must be a day such as \(BookableDays.example())") : broken.reason
                throw .badValue(token.text, label: token.field.label, reason: reason)
            case .success(let text):
                if token.field.isKey {
                    guard Int(text) == record.key else { throw .keyCannotChange(label: token.field.label) }
                }
                changed[token.field] = .text(text)
                // A number cannot be set to an empty text.
                if text.isEmpty, !token.field.inputText(changed).isEmpty {
                    token.field.write("", into: &changed)
                }
            }
        }
        record = changed
    }

    /// What `apply` corrects in the typed texts, one sentence per field. Choices and days are not corrected but
    /// matched.
    public var corrections: [String] {
        tokens.compactMap { token in
            switch token.field.editor {
            case .choice, .flag, .day: return nil
            default:
                guard !token.field.isPlaceholder(token.text),
                    case .normalized(let text) = token.field.rule.verdict(token.text)
                else { return nil }
                let (typed, corrected) = (token.text.line(cutAt: 60), text.line(cutAt: 60))
                return translated("\(token.field.label): changed from “\(typed)” to “\(corrected)”.")
            }
        }
    }
}

extension Definition {
    /// The words before `=` that people see.
    public var knownKeys: [String] { fields.compactMap(\.word) }
}

extension Tokens {
    /// A search that names `group` where `text` has a group called `name`.
    public static func search(
        _ text: String, naming group: RecordGroup, insteadOf name: String, in definition: Definition
    ) -> String {
        guard let tokens = try? Tokens(text, of: definition, isSearch: true) else { return text }
        var changed = text.unicodeScalars
        for (mark, range) in tokens.groupRanges.reversed() {
            guard case .group(let named) = mark.kind, Folding.text(named.plain) == Folding.text(name) else { continue }
            changed.replaceSubrange(
                range, with: ((mark.isNot ? " -" : " ") + group.query(in: definition)).unicodeScalars)
        }
        return String(changed).trimmed
    }

    /// Refuses fields and words without a value, which find everything.
    public static func refuseUnfinished(_ wanted: String, in definition: Definition) throws(TokenError) {
        guard looksLikeTokens(wanted, in: definition) else { return }
        let typed = try Tokens(wanted, of: definition, isSearch: true)
        for case .unfinished(let word) in typed.marks.map(\.kind) { throw .unfinished(word) }
        if let token = typed.tokens.first(where: { !$0.isWhole && $0.text.listItems.isEmpty }) {
            throw .noValue(token.field.word ?? token.field.key, label: token.field.label)
        }
    }

    /// Refuses a field or a word that cannot match.
    /// - Throws: `TokenError` if `wanted` looks like fields and one of them is unknown or not one of its choices.
    public static func refuseUnmatched(_ wanted: String, in definition: Definition) throws(TokenError) {
        let key = wanted.prefix { $0 != "=" }
        let name = key.hasPrefix("-") ? key.dropFirst() : key
        guard key.endIndex < wanted.endIndex, !name.isEmpty, name.allSatisfy(\.isLetter) else { return }
        for token in try Tokens(wanted, of: definition, isSearch: true).tokens where !token.isWhole && !token.isNot {
            guard case .choice(let options) = token.field.editor else { continue }
            let typed = Folding.text(token.text)
            if options.flatMap(\.names).contains(where: { Folding.text($0).hasPrefix(typed) }) { continue }
            if case .failure(let broken) = token.field.rule.checked(token.text) {
                throw .badValue(token.text, label: token.field.label, reason: broken.reason)
            }
        }
    }
}

extension Tokens {
    /// A condition of a search, or a field to set.
    private enum Part {
        case token(Token)
        case mark(SearchCondition)

        var token: Token? { if case .token(let token) = self { token } else { nil } }
        var mark: SearchCondition? { if case .mark(let mark) = self { mark } else { nil } }
    }

    /// A field or a word that a search supports; a minus before it excludes what it finds.
    private struct Name {
        private let definition: Definition
        private let field: Field?
        private let word: SearchKey?
        private let isNot: Bool

        /// Nil if `key` is neither. Only searches support words and a minus.
        init?(_ key: String, _ parser: Parser) {
            definition = parser.definition
            isNot = parser.isSearch && key.hasPrefix("-")
            let name = isNot ? String(key.dropFirst()) : key
            field = definition.field(named: name).flatMap { $0.token == nil ? nil : $0 }
            word =
                parser.isSearch && field == nil
                ? definition.searchKeys.first { $0.matches(name.lowercased()) } : nil
            if field == nil, word == nil { return nil }
        }

        func part(_ text: String, isWhole: Bool = false) throws(TokenError) -> Part {
            if let field { return .token(Token(field: field, text: text, isWhole: isWhole, isNot: isNot)) }
            guard let word else { throw .noFields(example: definition.searchExample) }
            return .mark(try SearchCondition(word, text, isNot: isNot, in: definition))
        }
    }
}

extension Tokens {
    /// Splits a text into its parts.
    private struct Parser {
        let definition: Definition
        /// True if words that are no fields, and a minus, are supported.
        let isSearch: Bool

        func add(_ part: String, to found: inout [Part]) throws(TokenError) {
            let last = found.last?.token.flatMap { $0.field.editor.mayHoldCommas && !$0.isWhole ? $0 : nil }
            if let equals = part.firstIndex(of: "=") {
                let key = String(part[..<equals]).trimmed
                if let name = Name(key, self) {
                    return found.append(try name.part(String(part[part.index(after: equals)...]).trimmed))
                }
                // A value may contain an equals sign, but not after what looks like a key.
                guard last != nil, part[..<equals].contains(" ") else {
                    throw .unknownKey(
                        key, known: definition.knownKeys + (isSearch ? definition.searchKeys.map(\.rawValue) : []))
                }
            }
            guard let last else { throw .noKey(part, example: example(of: part, after: found.last?.token)) }
            let text = last.text.isEmpty ? part : "\(last.text), \(part)"
            found[found.count - 1] = .token(Token(field: last.field, text: text, isNot: last.isNot))
        }

        /// What a part without a key was probably meant to be: the decimals of the number before it, or a name.
        private func example(of part: String, after last: Token?) -> String {
            if let last, last.field.editor == .decimal, part.allSatisfy(\.isDigit) {
                return "\(last.field.word ?? "")=\(last.text).\(part)"
            }
            let texts = definition.fields.filter { $0.token != nil && $0.isPlainText }
            let field = texts.first { $0.editor == .text(.name) } ?? texts.first
            return "\(field?.word ?? "")=\(part)"
        }

        typealias Scalars = String.UnicodeScalarView.SubSequence

        /// True if `text` begins with a comma, or with a semicolon that ends it or is followed by a key and `=`. Other
        /// semicolons belong to a value.
        static func endsPart(_ text: Scalars) -> Bool {
            if text.first == "," { return true }
            guard text.first == ";" else { return false }
            var key = text.dropFirst().drop(while: \.properties.isWhitespace)
            if key.isEmpty { return true }
            if key.first == "-" { key.removeFirst() }
            let end = key.firstIndex { !$0.properties.isAlphabetic } ?? key.endIndex
            return end > key.startIndex && key[end...].drop(while: \.properties.isWhitespace).first == "="
        }

        /// The condition with a quoted value that `text` begins with, and the rest; nil if it begins otherwise.
        func whole(
            at text: Scalars
        ) throws(TokenError) -> (part: Part, after: Scalars)? {
            guard let equals = text.firstIndex(where: { $0 == "=" || $0 == "," }), text[equals] == "=",
                let name = Name(String(text[..<equals]).trimmed, self)
            else { return nil }
            let value = text[equals...].dropFirst().drop(while: \.properties.isWhitespace)
            let quotes = value.first == "\"" ? "\"" : isSearch ? "“”„" : ""
            guard let opening = value.first, quotes.unicodeScalars.contains(opening),
                let (inside, after) = quoted(value.dropFirst(), endingWith: quotes)
            else { return nil }
            return (try name.part(inside.trimmed, isWhole: true), after)
        }

        /// The text up to one of `quotes`, and the rest; nil if the quote is missing or does not end the part.
        /// Scalars are compared because a combining mark after a quote merges with it into one character.
        private func quoted(_ text: Scalars, endingWith quotes: String) -> (inside: String, after: Scalars)? {
            var (rest, inside) = (text, String.UnicodeScalarView())
            while let next = rest.popFirst() {
                if quotes.unicodeScalars.contains(next) {
                    guard rest.first == next else {
                        let after = rest.drop(while: \.properties.isWhitespace)
                        return after.isEmpty || Self.endsPart(after) ? (String(inside), after) : nil
                    }
                    rest.removeFirst()
                }
                inside.append(next)
            }
            return nil
        }
    }
}

/// An error in typed tokens.
public enum TokenError: UserFacingError, Equatable {
    /// `example` is valid input.
    case noFields(example: String)
    /// A part has no `=` and does not continue a value; `example` is what may have been meant.
    case noKey(String, example: String)
    case unknownKey(String, known: [String])
    /// A value breaks its field's rule; `reason` continues a sentence about the value.
    case badValue(String, label: String, reason: String)
    case keyCannotChange(label: String)
    /// `is=` with a word other than `known`.
    case unknownState(String, known: [String])
    /// `changed=` with a text that is neither an age nor a day.
    case unknownTime(String)
    case unknownGroup(String, known: [String])
    /// A word with nothing after `=`.
    case unfinished(SearchKey)
    /// A field with nothing after `=`.
    case noValue(String, label: String)
    /// A condition that is valid only for the current list.
    case onlyNow(String)
    /// The search of a smart group refers to the group itself.
    case groupInItself(String)

    public var message: String {
        switch self {
        case .noFields: translated("No fields were entered.")
        case .noKey(let part, _): translated("“\(part)” has no key.")
        case .unknownKey(let key, _): translated("Unknown field “\(key)”.")
        case .badValue(let value, let label, let reason):
            translated("\(label) “\(value)” cannot be used: it \(reason).")
        case .keyCannotChange(let label):
            translated("The \(label) cannot be changed because it identifies the record.")
        case .unknownState(let word, _): translated("“is=\(word)” is not known.")
        case .unknownTime(let text): translated("“changed=\(text)” is not a time.")
        case .unknownGroup(let name, _): translated("The group “\(name)” does not exist.")
        case .unfinished(let word): translated("Nothing follows “\(word.rawValue)=”.")
        case .noValue(let token, _): translated("Nothing follows “\(token)=”.")
        case .onlyNow(let word): translated("“\(word)” cannot be searched for in an earlier list.")
        case .groupInItself(let name): translated("The search of the group “\(name)” refers to the group itself.")
        }
    }

    public var recovery: String {
        switch self {
        case .noFields(let example): translated("Enter fields such as “\(example)”.")
        case .noKey(_, let example): translated("Enter key=value, for example \(example).")
        case .unknownKey(_, let known): translated("The keys are \(known.joined(separator: ", ")).")
        case .unknownState(_, let known): translated("Use one of \(known.joined(separator: ", ")).")
        case .unfinished(let word): translated("It finds \(word.meaning).")
        case .noValue(_, let label): translated("Enter a part of the \(label) after it.")
        case .unknownTime:
            translated("Enter hours, days, or weeks, such as 12h, 7d, or 2w, or a day such as 2026-11-16.")
        case .unknownGroup(_, let known):
            known.isEmpty
                ? translated("This list has no groups yet.")
                : translated("The groups are \(known.joined(separator: translated(", "))).")
        case .badValue, .keyCannotChange, .groupInItself, .onlyNow: ""
        }
    }
}
