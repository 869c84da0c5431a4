/// The rule that a value must follow: the value is fine as it is, is normalized, or is wrong for a reason people can
/// read.
public struct Rule: Sendable {
    /// The result of checking one value.
    public enum Verdict: Equatable, Sendable {
        /// The value is kept as it is.
        case fine
        /// The value is kept in this form.
        case normalized(String)
        /// The value cannot be kept.
        case wrong(RuleBroken)
    }

    /// Where a text comes from.
    public enum Origin: Sendable {
        /// A person types it and sees the result, so that abbreviations are completed.
        case typed
        /// It came in a file or from a program: blanks, case and marks are tidied, and it is not completed.
        case sent
    }

    private let typed: @Sendable (String) -> Verdict
    private let sent: @Sendable (String) -> Verdict

    /// - Parameters:
    ///   - verdict: the result for a text that was typed.
    ///   - sent: the result for a text that was sent, where it differs from that for a typed one.
    public init(
        _ verdict: @escaping @Sendable (String) -> Verdict, sent: (@Sendable (String) -> Verdict)? = nil
    ) {
        (typed, self.sent) = (verdict, sent ?? verdict)
    }

    /// The result for a text.
    public func verdict(_ text: String, _ origin: Origin = .typed) -> Verdict {
        switch origin {
        case .typed: typed(text)
        case .sent: sent(text)
        }
    }

    /// `text` as the rule would keep it, or why it cannot be kept.
    public func checked(_ text: String, _ origin: Origin = .typed) -> Result<String, RuleBroken> {
        switch verdict(text, origin) {
        case .fine: .success(text)
        case .normalized(let normalized): .success(normalized)
        case .wrong(let broken): .failure(broken)
        }
    }
}

/// Why a value cannot be kept.
public struct RuleBroken: Error, Equatable, Sendable {
    /// The rest of a sentence that starts with the field's label: "must have at least 2 characters".
    public let reason: String
    /// What to do, in a sentence that is shown beside the value: "Use at least 2 characters."
    public let advice: String

    /// A reason, and what to do about it.
    public init(_ reason: String, advice: String) { (self.reason, self.advice) = (reason, advice) }
}

extension DirectoryRecord {
    /// The record, which was sent, normalized by its fields' rules.
    /// - Throws: `FieldBroken`, which names the first field that cannot be kept.
    public func normalized() throws(FieldBroken) -> Self {
        var record = self
        for field in Self.fields where !field.isKey {
            switch field.checked(field.value(self)) {
            case .success(let value): field.set(value, in: &record)
            case .failure(let broken): throw FieldBroken(field, broken.reason)
            }
        }
        return record
    }
}

extension DirectoryRecord {
    /// The record, which was sent, normalized by its fields' rules; a value that a rule cannot keep stays as it came,
    /// to be corrected by a person.
    var normalizedWherePossible: Self {
        var record = self
        for field in Self.fields where !field.isKey {
            if case .success(let value) = field.checked(field.value(self)) { field.set(value, in: &record) }
        }
        return record
    }
}

extension Field {
    /// `value`, which was sent, normalized by the rule. A word for "none" is unchanged, and so are the items of a
    /// list.
    func checked(_ value: FieldValue) -> Result<FieldValue, RuleBroken> {
        if isPlaceholder(value.text) { return .success(value) }
        switch rule.verdict(value.text, .sent) {
        case .fine: return .success(value)
        case .wrong(let broken): return .failure(broken)
        case .normalized(let text):
            guard case .list(let items) = value else { return .success(.text(text)) }
            return .success(.list(items.map(\.plain).filter { !$0.isEmpty }))
        }
    }
}
