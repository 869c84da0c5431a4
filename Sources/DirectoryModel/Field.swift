/// The one definition of a field: from it come the form, the check, the search token,
/// the command line key, the wire form and the column it rests in.
public struct Field<R: Record>: Sendable {
    /// The key in JSON and the column in the store.
    public let key: String
    /// The two letters of search and command line (`em` in `em=ric@duke.edu`), or nil where text cannot be typed.
    public let token: String?
    /// What people read beside the value.
    public let label: String
    /// Other keys under which older servers and files send this field.
    public let aliases: [String]
    /// How people change it.
    public let editor: Editor
    /// What a value has to look like.
    public let rule: Rule
    /// Which value another field suggests while this one says nothing, or nil.
    public let suggestion: Suggestion?
    /// What this record says.
    public let value: @Sendable (R) -> FieldValue
    /// Puts a value into a record; the key's field has none.
    let assign: (@Sendable (inout R, FieldValue) -> Void)?
    /// The words that mean "not given", besides the empty one.
    let unsetWords: [String]
    /// How the key is shown, where it is a number with leading zeros.
    let format: @Sendable (FieldValue) -> String

    /// True for the field that tells records apart.
    public var isKey: Bool { assign == nil }
    /// True where the value is a picture, which rests apart and is loaded only when shown.
    public var isPicture: Bool { editor == .picture }

    /// The value as people read it, or "" where it was not given.
    public func text(_ record: R) -> String {
        let text = format(value(record))
        return isUnset(text) ? "" : text
    }

    /// A text as it rests in a column, as people read it.
    public func shown(_ text: String) -> String { isKey ? format(.text(text)) : text }

    /// True where `text` stands for "not given".
    public func isUnset(_ text: String) -> Bool {
        text.isEmpty || unsetWords.contains { $0.caseInsensitiveEquals(text) }
    }

    /// Puts `value` into `record`; the key stays as it is.
    public func set(_ value: FieldValue, in record: inout R) { assign?(&record, value) }
}

extension Field {
    /// A field of text.
    public init(
        _ key: String, token: String?, label: String, _ path: any WritableKeyPath<R, String> & Sendable,
        editor: Editor = .text(.words), rule: Rule = .line, suggestion: Suggestion? = nil, unset: [String] = [],
        aliases: [String] = []
    ) {
        self.init(
            key: key, token: token, label: label, aliases: aliases, editor: editor, rule: rule, suggestion: suggestion,
            value: { .text($0[keyPath: path]) }, assign: { $0[keyPath: path] = $1.text },
            unsetWords: unset, format: \.text)
    }

    /// A field of several words.
    public init(
        _ key: String, token: String?, label: String, _ path: any WritableKeyPath<R, [String]> & Sendable,
        rule: Rule = .list, aliases: [String] = []
    ) {
        self.init(
            key: key, token: token, label: label, aliases: aliases, editor: .list, rule: rule, suggestion: nil,
            value: { .list($0[keyPath: path]) },
            assign: { record, value in
                if case .list(let items) = value {
                    record[keyPath: path] = items
                } else {
                    record[keyPath: path] = value.text.commaSeparated
                }
            },
            unsetWords: [], format: \.text)
    }

    /// A field of one word out of a few.
    public init<C: Choice>(
        _ key: String, token: String?, label: String, _ path: any WritableKeyPath<R, C> & Sendable,
        aliases: [String] = []
    ) {
        self.init(
            key: key, token: token, label: label, aliases: aliases,
            editor: .choice(C.allCases.map(\.rawValue)), rule: .oneOf(C.allCases.map(\.rawValue)), suggestion: nil,
            value: { .text($0[keyPath: path].rawValue) },
            assign: { record, value in
                if case .number(let code) = value {
                    record[keyPath: path] = C(code: code)
                } else {
                    record[keyPath: path] = C(word: value.text)
                }
            },
            unsetWords: [C.notGiven.rawValue], format: \.text)
    }

    /// The field that tells records apart.
    public init(
        key: String, token: String?, label: String, _ path: any KeyPath<R, Int> & Sendable, digits: Int = 0,
        aliases: [String] = []
    ) {
        self.init(
            key: key, token: token, label: label, aliases: aliases, editor: .number, rule: .number, suggestion: nil,
            value: { .number($0[keyPath: path]) }, assign: nil, unsetWords: [],
            format: { $0.text.leftPadded(to: digits) })
    }
}

/// What a field suggests to another: a NetID suggests an address.
public struct Suggestion: Sendable {
    /// The key of the field that suggests.
    public let from: String
    /// The value for what that field says.
    public let value: @Sendable (String) -> String

    public init(from: String, _ value: @escaping @Sendable (String) -> String) {
        self.from = from
        self.value = value
    }
}

/// How people change a field.
public enum Editor: Hashable, Sendable {
    case text(TextStyle)
    case choice([String])
    case list
    case number
    case picture
}

/// What kind of text a field holds; decides how it is drawn and whether a comma may be part of it.
public enum TextStyle: Hashable, Sendable {
    case name, email, netid, words
    /// Words that several records have in common, completed from what others say.
    case shared
    /// Several hobbies, comma separated; each is drawn with its emoji.
    case hobbies

    /// True where a comma belongs to the value, as in "Pittsboro, NC".
    public var mayHoldCommas: Bool { self == .words || self == .shared || self == .hobbies }
}

extension Editor {
    /// True where a comma belongs to the value.
    public var mayHoldCommas: Bool {
        switch self {
        case .text(let style): style.mayHoldCommas
        case .list: true
        case .choice, .number, .picture: false
        }
    }
}
