import Language

/// Fields and values as people type them: `fn=Ric, ln=Telford, fr=Pittsboro, NC`.
public struct Tokens<R: DirectoryRecord>: Sendable {
    /// A field and the text typed for it.
    public struct Token: Sendable {
        public let field: Field<R>
        public let text: String
        /// True if the text was quoted: it must match the whole value, not part of it.
        public var isWhole = false
    }

    public let tokens: [Token]

    /// Parses tokens separated by commas or semicolons. A part without `=` continues the previous value if its field
    /// may contain commas.
    /// - Throws: `TokenError`, which names the invalid part.
    public init(_ text: String) throws(TokenError) { try self.init(text, quoted: false) }

    /// Parses a search text. A quoted value may contain commas: `te="Red, Inc."`; two quotes in it mean one.
    /// - Throws: `TokenError`, which names the invalid part.
    public init(searching text: String) throws(TokenError) { try self.init(text, quoted: true) }

    private init(_ text: String, quoted: Bool) throws(TokenError) {
        var (rest, found) = (text.unicodeScalars[...], [Token]())
        while !rest.isEmpty {
            if quoted, let (token, after) = Self.whole(at: rest) {
                found.append(token)
                rest = after.dropFirst()
            } else {
                let end = rest.indices.first { Self.endsPart(rest[$0...]) } ?? rest.endIndex
                let part = String(rest[..<end]).trimmed
                if !part.isEmpty { try Self.add(part, to: &found) }
                rest = rest[end...].dropFirst()
            }
        }
        guard !found.isEmpty else { throw .noFields(example: R.searchExample) }
        tokens = found
    }

    private static func add(_ part: String, to found: inout [Token]) throws(TokenError) {
        let last = found.last.flatMap { $0.field.editor.mayHoldCommas && !$0.isWhole ? $0 : nil }
        if let equals = part.firstIndex(of: "=") {
            let key = String(part[..<equals]).trimmed
            if let field = R.field(named: key), field.token != nil {
                found.append(Token(field: field, text: String(part[part.index(after: equals)...]).trimmed))
                return
            }
            // A value may contain an equals sign, but not after what looks like a key.
            guard last != nil, part[..<equals].contains(" ") else { throw .unknownKey(key, known: Self.knownKeys) }
        }
        guard let last else { throw .noKey(part, example: Self.example(of: part, after: found.last)) }
        found[found.count - 1] = Token(field: last.field, text: last.text.isEmpty ? part : "\(last.text), \(part)")
    }

    /// What a part without a key was probably meant to be: the decimals of the number before it, or a name.
    private static func example(of part: String, after last: Token?) -> String {
        if let last, last.field.editor == .decimal, part.allSatisfy(\.isDigit) {
            return "\(last.field.token ?? "")=\(last.text).\(part)"
        }
        let texts = R.fields.filter { $0.token != nil && $0.isPlainText }
        let field = texts.first { $0.editor == .text(.name) } ?? texts.first
        return "\(field?.token ?? "")=\(part)"
    }

    /// The number typed for the key, or nil.
    public var key: Int? { tokens.first { $0.field.isKey }.flatMap { Int($0.text) } }

    /// True if the first `=` in `text` follows a known key.
    public static func looksLikeTokens(_ text: String) -> Bool {
        guard let equals = text.firstIndex(of: "=") else { return false }
        return R.field(named: String(text[..<equals]).trimmed)?.token != nil
    }

    /// Changes only the typed fields of `record`. A day without a time means noon in the local time zone.
    /// - Throws: `TokenError`, which names the invalid value; the record is then unchanged.
    public func apply(to record: inout R) throws(TokenError) {
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
                token.field.set(.text(text), in: &changed)
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
                let (typed, kept) = (token.text.line(cutAt: 60), text.line(cutAt: 60))
                return translated("\(token.field.label): changed from “\(typed)” to “\(kept)”.")
            }
        }
    }

    public static var knownKeys: [String] { R.fields.compactMap(\.token) }
}

extension Tokens {
    /// Refuses a field or a word that cannot match.
    /// - Throws: `TokenError` if `wanted` looks like fields and one of them is unknown or not one of its choices.
    public static func refuseUnmatched(_ wanted: String) throws(TokenError) {
        guard let equals = wanted.firstIndex(of: "="), wanted[..<equals].allSatisfy(\.isLetter),
            equals > wanted.startIndex
        else { return }
        for token in try Tokens(searching: wanted).tokens where !token.isWhole {
            guard case .choice(let options) = token.field.editor else { continue }
            let typed = Folding.text(token.text)
            if options.flatMap(\.words).contains(where: { Folding.text($0).hasPrefix(typed) }) { continue }
            if case .failure(let broken) = token.field.rule.checked(token.text) {
                throw .badValue(token.text, label: token.field.label, reason: broken.reason)
            }
        }
    }
}

extension Tokens {
    private typealias Scalars = String.UnicodeScalarView.SubSequence

    /// True if `text` begins with a comma, or with a semicolon followed by a key and `=`. Other semicolons belong to a
    /// value.
    private static func endsPart(_ text: Scalars) -> Bool {
        if text.first == "," { return true }
        guard text.first == ";" else { return false }
        let key = text.dropFirst().drop(while: \.properties.isWhitespace)
        let end = key.firstIndex { !$0.properties.isAlphabetic } ?? key.endIndex
        return end > key.startIndex && key[end...].drop(while: \.properties.isWhitespace).first == "="
    }

    /// The field and quoted value that `text` begins with, and the rest; nil if it begins otherwise.
    private static func whole(at text: Scalars) -> (token: Token, after: Scalars)? {
        guard let equals = text.firstIndex(where: { $0 == "=" || $0 == "," }), text[equals] == "=",
            let field = R.field(named: String(text[..<equals]).trimmed), field.token != nil
        else { return nil }
        let value = text[equals...].dropFirst().drop(while: \.properties.isWhitespace)
        guard value.first == "\"", let (inside, after) = quoted(value.dropFirst()) else { return nil }
        return (Token(field: field, text: inside.trimmed, isWhole: true), after)
    }

    /// The text up to the closing quote, and the rest; nil if the quote is missing or does not end the part. Scalars
    /// are compared because a combining mark after a quote merges with it into one character.
    private static func quoted(_ text: Scalars) -> (inside: String, after: Scalars)? {
        var (rest, inside) = (text, String.UnicodeScalarView())
        while let next = rest.popFirst() {
            if next == "\"" {
                guard rest.first == "\"" else {
                    let after = rest.drop(while: \.properties.isWhitespace)
                    return after.isEmpty || endsPart(after) ? (String(inside), after) : nil
                }
                rest.removeFirst()
            }
            inside.append(next)
        }
        return nil
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

    public var message: String {
        switch self {
        case .noFields: translated("No fields were entered.")
        case .noKey(let part, _): translated("“\(part)” has no key.")
        case .unknownKey(let key, _): translated("Unknown field “\(key)”.")
        case .badValue(let value, let label, let reason):
            translated("\(label) “\(value)” cannot be used: it \(reason).")
        case .keyCannotChange(let label):
            translated("The \(label) cannot be changed because it identifies the record.")
        }
    }

    public var recovery: String {
        switch self {
        case .noFields(let example): translated("Enter fields such as “\(example)”.")
        case .noKey(_, let example): translated("Enter key=value, for example \(example).")
        case .unknownKey(_, let known): translated("The keys are \(known.joined(separator: ", ")).")
        case .badValue, .keyCannotChange: ""
        }
    }
}
