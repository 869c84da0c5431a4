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
            switch field.rule.verdict(field.value(self).text) {
            case .fine: continue
            case .mended(let text): field.set(.text(text), in: &record)
            case .wrong(let reason): throw FieldBroken(key: field.key, label: field.label, reason: reason)
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
            if case .mended(let text) = field.rule.verdict(field.value(self).text) {
                field.set(.text(text), in: &record)
            }
        }
        return record
    }
}

/// The field of a record that breaks its rule.
public struct FieldBroken: Error, Equatable, Sendable {
    public let key: String
    public let label: String
    /// The rest of a sentence that starts with the label.
    public let reason: String
}
