/// What a value has to look like: fine as it is, mended by us, or wrong for a reason people can read.
public struct Rule: Sendable {
    /// What a rule says of one value.
    public enum Verdict: Equatable, Sendable {
        case fine
        case normalized(String)
        case wrong(String)
    }

    /// Where a text comes from.
    public enum Origin: Sendable {
        /// Somebody types it, and sees what becomes of it: what it is short for is completed.
        case typed
        /// It came in a file or from a program: blanks, case and marks are tidied, and nothing is completed.
        case sent
    }

    private let typed: @Sendable (String) -> Verdict
    private let sent: @Sendable (String) -> Verdict

    /// - Parameters:
    ///   - verdict: what the rule says of a text that was typed.
    ///   - sent: what the rule says of a text that was sent, where that is not what it says of a typed one.
    public init(
        _ verdict: @escaping @Sendable (String) -> Verdict, sent: (@Sendable (String) -> Verdict)? = nil
    ) {
        (typed, self.sent) = (verdict, sent ?? verdict)
    }

    /// What the rule says of a text.
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
        case .wrong(let reason): .failure(RuleBroken(reason: reason))
        }
    }
}

/// Why a value cannot be kept, as the rest of a sentence that starts with the field's label.
public struct RuleBroken: Error, Equatable, Sendable {
    public let reason: String
}

extension DirectoryRecord {
    /// The record, which was sent, as its fields' rules keep it.
    /// - Throws: `FieldBroken`, which names the first field that cannot be kept.
    public func normalized() throws(FieldBroken) -> Self {
        var record = self
        for field in Self.fields where !field.isKey {
            switch field.checked(field.value(self)) {
            case .success(let value): field.set(value, in: &record)
            case .failure(let broken): throw FieldBroken(key: field.key, label: field.label, reason: broken.reason)
            }
        }
        return record
    }
}

extension DirectoryRecord {
    /// The record, which was sent, as its fields' rules keep it; what a rule cannot keep stays as it came, for somebody
    /// to correct.
    public var normalizedWherePossible: Self {
        var record = self
        for field in Self.fields where !field.isKey {
            if case .success(let value) = field.checked(field.value(self)) { field.set(value, in: &record) }
        }
        return record
    }
}

extension Field {
    /// `value`, which was sent, as the rule would keep it. What stands for nothing stays as it came, and so does what the
    /// items of a list hold.
    func checked(_ value: FieldValue) -> Result<FieldValue, RuleBroken> {
        if isWordForNothing(value.text) { return .success(value) }
        switch rule.verdict(value.text, .sent) {
        case .fine: return .success(value)
        case .wrong(let reason): return .failure(RuleBroken(reason: reason))
        case .normalized(let text):
            guard case .list(let items) = value else { return .success(.text(text)) }
            return .success(.list(items.map(\.plain).filter { !$0.isEmpty }))
        }
    }
}

/// The field of a record that breaks its rule.
public struct FieldBroken: Error, Equatable, Sendable {
    public let key: String
    public let label: String
    /// The rest of a sentence that starts with the label.
    public let reason: String
}
