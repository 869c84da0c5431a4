public import Language

extension Field {
    /// A field of text.
    @inline(__always)
    public init(
        _ key: R.Key, token: String?, label: LocalizedString, _ path: any WritableKeyPath<R, String> & Sendable,
        editor: Editor = .text(.words), rule: Rule = .line, isRequired: Bool = false, suggestion: Suggestion? = nil,
        unset: [String] = [], aliases: [String] = [], format: (@Sendable (String) -> String)? = nil
    ) {
        let isPhone = editor == .text(.phone)
        let format: @Sendable (String) -> String = format ?? { isPhone ? PhoneNumber.shown($0) : $0 }
        self.init(
            id: key, key: key.rawValue, token: token, name: label, aliases: aliases, editor: editor, rule: rule,
            isRequired: isRequired,
            isAsked: true, suggestion: suggestion, value: { .text($0[keyPath: path]) }, isAbsent: { _ in false },
            assign: { $0[keyPath: path] = $1.text },
            unsetWords: PlaceholderWords(unset), format: { format($0.text) })
        isPlainText = true
    }

    /// A field of a number, a flag, or a value that may be missing.
    @inline(__always)
    public init<V: FieldStorable>(
        _ key: R.Key, token: String?, label: LocalizedString, of path: any WritableKeyPath<R, V> & Sendable,
        editor: Editor, rule: Rule, isRequired: Bool = false, isAsked: Bool = true, unset: [String] = [],
        aliases: [String] = [],
        format: @escaping @Sendable (FieldValue) -> String = \.text
    ) {
        self.init(
            id: key, key: key.rawValue, token: token, name: label, aliases: aliases, editor: editor, rule: rule,
            isRequired: isRequired,
            isAsked: isAsked, suggestion: nil, value: { $0[keyPath: path].fieldValue },
            isAbsent: { $0[keyPath: path].isAbsent },
            assign: { record, value in
                if let value = V(fieldValue: value) { record[keyPath: path] = value }
            },
            unsetWords: PlaceholderWords(unset), format: format)
        // Numbers, decimals and flags are told from other words by their editors.
        switch editor {
        case .steps, .readOnly: losesUnknownWords = true
        default: break
        }
    }

    /// A field of several words.
    @inline(__always)
    public init(
        _ key: R.Key, token: String?, label: LocalizedString, _ path: any WritableKeyPath<R, [String]> & Sendable,
        rule: Rule = .list, aliases: [String] = []
    ) {
        self.init(
            id: key, key: key.rawValue, token: token, name: label, aliases: aliases, editor: .list, rule: rule,
            isRequired: false,
            isAsked: true, suggestion: nil, value: { .list($0[keyPath: path]) }, isAbsent: { _ in false },
            assign: { record, value in
                if case .list(let items) = value {
                    record[keyPath: path] = items
                } else {
                    record[keyPath: path] = value.text.listItems
                }
            },
            unsetWords: PlaceholderWords(), format: \.text)
    }

    /// A field of one word out of a few.
    @inline(__always)
    public init<C: Choice>(
        _ key: R.Key, token: String?, label: LocalizedString, _ path: any WritableKeyPath<R, C> & Sendable,
        aliases: [String] = []
    ) {
        let options = C.allCases.map(\.option)
        self.init(
            id: key, key: key.rawValue, token: token, name: label, aliases: aliases, editor: .choice(options),
            rule: .oneOf(options),
            isRequired: false, isAsked: true, suggestion: nil, value: { .text($0[keyPath: path].rawValue) },
            isAbsent: { _ in false },
            assign: { record, value in
                if case .number(let code) = value {
                    record[keyPath: path] = C(code: code)
                } else {
                    record[keyPath: path] = C(word: value.text)
                }
            },
            unsetWords: PlaceholderWords([C.notGiven.rawValue]), format: { C(word: $0.text).shortLabel })
        losesUnknownWords = C.notKnown == C.notGiven
    }

    /// The field that identifies records.
    @inline(__always)
    public init(
        key: R.Key, token: String?, label: LocalizedString, _ path: any KeyPath<R, Int> & Sendable, digits: Int = 0,
        aliases: [String] = []
    ) {
        self.init(
            id: key, key: key.rawValue, token: token, name: label, aliases: aliases, editor: .number, rule: .number,
            isRequired: false,
            isAsked: true, suggestion: nil, value: { .number($0[keyPath: path]) }, isAbsent: { _ in false },
            assign: nil, unsetWords: PlaceholderWords(),
            format: { $0.text.leftPadded(to: digits) })
    }
}
