/// What a value has to look like: fine as it is, mended by us, or wrong for a reason people can read.
public struct Rule: Sendable {
    /// What a rule says of one value.
    public enum Verdict: Equatable, Sendable {
        case fine
        case mended(String)
        case wrong(String)
    }

    /// What the rule says of a text as it was typed or sent.
    public let verdict: @Sendable (String) -> Verdict

    public init(_ verdict: @escaping @Sendable (String) -> Verdict) { self.verdict = verdict }

    /// `text` as the rule would keep it, or why it cannot be kept.
    public func checked(_ text: String) -> Result<String, RuleBroken> {
        switch verdict(text) {
        case .fine: .success(text)
        case .mended(let mended): .success(mended)
        case .wrong(let reason): .failure(RuleBroken(reason: reason))
        }
    }
}

/// Why a value cannot be kept, as the rest of a sentence that starts with the field's label.
public struct RuleBroken: Error, Equatable, Sendable {
    public let reason: String
}

extension Record {
    /// The record as its fields' rules keep it.
    /// - Throws: `FieldBroken`, which names the first field that cannot be kept.
    public func mended() throws(FieldBroken) -> Self {
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

extension Record {
    /// The record as its fields' rules keep it; what a rule cannot keep stays as it came, for somebody to correct.
    public var mendedWherePossible: Self {
        var record = self
        for field in Self.fields where !field.isKey {
            if case .success(let value) = field.checked(field.value(self)) { field.set(value, in: &record) }
        }
        return record
    }
}

extension Field {
    /// `value` as the rule would keep it. What stands for nothing stays as it came, and so does what the items of a list
    /// hold.
    func checked(_ value: FieldValue) -> Result<FieldValue, RuleBroken> {
        if isWordForNothing(value.text) { return .success(value) }
        switch rule.verdict(value.text) {
        case .fine: return .success(value)
        case .wrong(let reason): return .failure(RuleBroken(reason: reason))
        case .mended(let text):
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
