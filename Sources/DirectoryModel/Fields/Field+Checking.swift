import Language

/// Whether a record can be saved, no matter if it comes from a form, the command line, or a request.
extension Field {
    /// Why `text` cannot be saved, as the rest of a sentence that starts with the label, or nil.
    public func reasonAgainst(_ text: String, _ origin: Rule.Origin = .typed) -> String? {
        broken(by: text, origin)?.reason
    }

    /// Why `text` cannot be saved, and what to do, or nil.
    public func broken(by text: String, _ origin: Rule.Origin = .typed) -> RuleBroken? {
        if isPlaceholder(text) { return isRequired ? missing : nil }
        return switch rule.checked(text, origin) {
        case .failure(let broken): broken
        case .success(let normalized): isRequired && normalized.isEmpty ? missing : nil
        }
    }

    /// Why `text` cannot be saved in a record, or nil.
    /// - Parameters:
    ///   - old: the text that it replaces; nil in a new record.
    ///   - isNamed: whether the record has a name; a stored person may have only one.
    public func broken(
        by text: String, _ origin: Rule.Origin, replacing old: String?, isNamed: Bool
    ) -> RuleBroken? {
        // An unchanged picture need not meet today's rule.
        if isPicture, text == old { return nil }
        if editor == .text(.name), text.isEmpty, old == "", isNamed { return nil }
        return broken(by: text, origin)
    }

    /// Why a form would refuse the value of a stored record, as a sentence, or nil.
    public func problem(in record: Record) -> String? {
        let text = inputText(record)
        guard !isKey, !isPicture, !text.isEmpty else { return nil }
        return reasonAgainst(text, .sent).map { translated("\(label) \($0).") }
    }

    /// True if forms have the field.
    public var isEdited: Bool { isInForm && editor != .readOnly }

    /// The advice to give it a value, phrased for singular and plural labels.
    public var missingMessage: String { translated("Fill in \(label).") }

    private var missing: RuleBroken { RuleBroken(translated("must be filled in"), advice: missingMessage) }

    /// True if `text` gives a value. A switch alone does not, nor does a text that the rule reduces to nothing.
    public func isGiven(by text: String) -> Bool {
        guard !isKey, editor != .flag, !isPlaceholder(text) else { return false }
        return rule.accepted(text)?.isEmpty == false
    }
}

extension Record {
    /// Why a form would refuse values of a stored record, a sentence each.
    public var problems: [String] { definition.fields.filter(\.isShown).compactMap { $0.problem(in: self) } }
}
