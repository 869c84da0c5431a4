import Language

/// Fields and values as people type them: `fn=Ric, ln=Telford, fr=Pittsboro, NC`.
public struct Tokens<R: DirectoryRecord>: Sendable {
    /// One field and the text typed for it.
    public struct Token: Sendable {
        public let field: Field<R>
        public let text: String
    }

    public let tokens: [Token]

    /// The tokens of `text`. A part without `=` continues the value before it where that field may hold commas.
    /// - Throws: `TokenError`, which names the part that is not understood.
    public init(_ text: String) throws(TokenError) {
        var found: [Token] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: true).map({ String($0).trimmed })
        where !part.isEmpty {
            if let equals = part.firstIndex(of: "="), let field = R.field(named: String(part[..<equals]).trimmed),
                field.token != nil
            {
                found.append(Token(field: field, text: String(part[part.index(after: equals)...]).trimmed))
            } else if let equals = part.firstIndex(of: "="), found.last?.field.editor.mayHoldCommas != true {
                throw .unknownKey(String(part[..<equals]).trimmed, known: Self.knownKeys)
            } else if let equals = part.firstIndex(of: "="), !part[..<equals].contains(" ") {
                throw .unknownKey(String(part[..<equals]).trimmed, known: Self.knownKeys)
            } else if let last = found.last, last.field.editor.mayHoldCommas {
                found[found.count - 1] = Token(
                    field: last.field, text: last.text.isEmpty ? part : "\(last.text), \(part)")
            } else {
                throw .noKey(part)
            }
        }
        guard !found.isEmpty else { throw .nothing }
        tokens = found
    }

    /// The number that was typed for the key, or nil where none was.
    public var key: Int? { tokens.first { $0.field.isKey }.flatMap { Int($0.text) } }

    /// True where `text` looks like tokens: its first `=` follows a known key.
    public static func looksLikeTokens(_ text: String) -> Bool {
        guard let equals = text.firstIndex(of: "=") else { return false }
        return R.field(named: String(text[..<equals]).trimmed)?.token != nil
    }

    /// Changes the typed fields of `record` and no others; a day alone is noon of it on this computer.
    /// - Throws: `TokenError` naming the value that breaks its rule; then all is as it was.
    public func apply(to record: inout R) throws(TokenError) {
        var changed = record
        for token in tokens {
            if token.field.isWordForNothing(token.text) {
                token.field.write("", into: &changed)
                continue
            }
            let typed = token.field.editor == .day ? Moment.noon(of: token.text) : token.text
            switch token.field.rule.checked(typed) {
            case .failure(let broken):
                let reason =
                    token.field.editor == .day
                    ? translated("has to be a day such as \(BookableDays.example())") : broken.reason
                throw .badValue(token.text, label: token.field.label, reason: reason)
            case .success(let text):
                if token.field.isKey {
                    guard Int(text) == record.key else { throw .keyCannotChange(label: token.field.label) }
                }
                token.field.set(.text(text), in: &changed)
                // A number has no empty text to be set to.
                if text.isEmpty, !token.field.written(changed).isEmpty {
                    token.field.write("", into: &changed)
                }
            }
        }
        record = changed
    }

    /// Every key that may be typed, in field order.
    public static var knownKeys: [String] { R.fields.compactMap(\.token) }
}

/// What is wrong with typed tokens.
public enum TokenError: UserFacingError, Equatable {
    case nothing
    case noKey(String)
    case unknownKey(String, known: [String])
    case badValue(String, label: String, reason: String)
    case keyCannotChange(label: String)

    public var message: String {
        switch self {
        case .nothing: translated("No fields were given.")
        case .noKey(let part): translated("“\(part)” has no key.")
        case .unknownKey(let key, _): translated("“\(key)” is no field.")
        case .badValue(let value, let label, let reason):
            translated("\(label) “\(value)” cannot be used: it \(reason).")
        case .keyCannotChange(let label):
            translated("The \(label) cannot be changed, for it is what tells records apart.")
        }
    }

    public var recovery: String {
        switch self {
        case .nothing: translated("Write them as fn=Ric, ln=Telford.")
        case .noKey(let part): translated("Write it as key=value, for instance fn=\(part).")
        case .unknownKey(_, let known): translated("The keys are \(known.joined(separator: ", ")).")
        case .badValue, .keyCannotChange: ""
        }
    }
}
