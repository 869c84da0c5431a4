import Language

/// When a record can be kept, wherever it is entered: in a form, on the command line, or in the body of a request.
extension Field {
    /// Why `text` cannot be kept, as the rest of a sentence that starts with the label, or nil.
    public func reasonAgainst(_ text: String, _ origin: Rule.Origin = .typed) -> String? {
        broken(by: text, origin)?.reason
    }

    /// Why `text` cannot be kept, and what to do, or nil.
    public func broken(by text: String, _ origin: Rule.Origin = .typed) -> RuleBroken? {
        if isPlaceholder(text) { return isRequired ? missing : nil }
        return switch rule.checked(text, origin) {
        case .failure(let broken): broken
        case .success(let kept): isRequired && kept.isEmpty ? missing : nil
        }
    }

    /// The advice to give it a value, in words that suit labels in the singular and in the plural.
    public var missingWords: String { translated("Fill in \(label).") }

    private var missing: RuleBroken { RuleBroken(translated("must be filled in"), advice: missingWords) }

    /// True where `text` gives a value. A switch alone does not, nor does a text that the rule leaves empty.
    public func isGiven(by text: String) -> Bool {
        guard !isKey, editor != .flag, !isPlaceholder(text) else { return false }
        return (try? rule.checked(text).get())?.isEmpty == false
    }
}

extension DirectoryRecord {
    /// Why it cannot be kept as it is, a sentence for each field; the key is checked elsewhere.
    public var reasonsAgainst: [String] {
        Self.fields.filter { !$0.isKey }.compactMap { field in
            field.reasonAgainst(field.inputText(self), .sent).map { translated("\(field.label) \($0).") }
        }
    }

    /// The record with nothing but its key, its owner and its name.
    public var cleared: Self {
        var cleared = Self(key: key)
        for field in Self.fields where field.key == Self.definition.owner?.key || field.editor == .text(.name) {
            field.set(field.value(self), in: &cleared)
        }
        return cleared
    }

    /// True where some field was given.
    public var isGiven: Bool { Self.fields.contains { $0.isGiven(by: $0.inputText(self)) } }

    /// The record placed after the last of a list whose largest place is `largest`, where it does not contain its
    /// place.
    public func placed(after largest: Int?) -> Self {
        guard let field = Self.definition.place, field.inputText(self).isEmpty else { return self }
        let next = max(0, largest ?? 0).addingReportingOverflow(1)
        var record = self
        field.set(.number(next.overflow ? Int.max : next.partialValue), in: &record)
        return record
    }

    /// What the server reported about an order, one item per line: the sentence first, then the day in the local time
    /// zone, then the other fields with labels.
    public var answerLines: [String] {
        let told = Self.fields.filter { $0.editor == .readOnly && !$0.displayText(self).isEmpty }
        let days = Self.fields.filter { $0.editor == .day && !$0.displayText(self).isEmpty }
        let labeled = (days + told.dropFirst()).map { translated("\($0.label): \($0.displayText(self))") }
        return (told.first.map { [$0.displayText(self)] } ?? []) + labeled
    }
}
