import Language

/// When a record can be kept, wherever it is typed: in a form, on the command line, in the body of a request.
extension Field {
    /// Why `text` cannot be kept, as the rest of a sentence that starts with the label, or nil.
    public func reasonAgainst(_ text: String, _ origin: Rule.Origin = .typed) -> String? {
        if isWordForNothing(text) { return isRequired ? translated("is missing") : nil }
        return switch rule.checked(text, origin) {
        case .failure(let broken): broken.reason
        case .success(let kept): isRequired && kept.isEmpty ? translated("is missing") : nil
        }
    }

    /// True where `text` gives something; a switch alone gives nothing, nor does a text that the rule leaves nothing of.
    public func isGiven(by text: String) -> Bool {
        guard !isKey, editor != .flag, !isWordForNothing(text) else { return false }
        return (try? rule.checked(text).get())?.isEmpty == false
    }
}

extension DirectoryRecord {
    /// Why it cannot be kept as it is, a sentence for each field; the key is looked at elsewhere.
    public var reasonsAgainst: [String] {
        Self.fields.filter { !$0.isKey }.compactMap { field in
            field.reasonAgainst(field.written(self), .sent).map { translated("\(field.label) \($0).") }
        }
    }

    /// True where some field was given.
    public var isGiven: Bool { Self.fields.contains { $0.isGiven(by: $0.written(self)) } }

    /// The record after the last of a list whose largest place is `largest`, where it says nothing of its place.
    public func placed(after largest: Int?) -> Self {
        guard let field = Self.placeKey.flatMap(Self.field(named:)), field.written(self).isEmpty else { return self }
        let next = max(0, largest ?? 0).addingReportingOverflow(1)
        var record = self
        field.set(.number(next.overflow ? Int.max : next.partialValue), in: &record)
        return record
    }

    /// What the server says of an order, a line each: the sentence first, then the day as it is here, then the rest
    /// with labels.
    public var answerLines: [String] {
        let told = Self.fields.filter { $0.editor == .readOnly && !$0.text(self).isEmpty }
        let days = Self.fields.filter { $0.editor == .day && !$0.text(self).isEmpty }
        let labeled = (days + told.dropFirst()).map { translated("\($0.label): \($0.text(self))") }
        return (told.first.map { [$0.text(self)] } ?? []) + labeled
    }
}
