/// The rule of a value, which accepts, normalizes, or refuses it.
public struct Rule: Sendable {
    /// The result of checking a value.
    public enum Verdict: Equatable, Sendable {
        case fine
        case normalized(String)
        case wrong(RuleBroken)
    }

    /// Where a text comes from.
    public enum Origin: Sendable {
        /// A person typed it and sees the result, so abbreviations are completed.
        case typed
        /// It came from a file or another program, so it is normalized but not completed.
        case sent
    }

    private let normalize: @Sendable (String) -> String
    private let tidy: @Sendable (String) -> String
    private let wrong: @Sendable (String) -> RuleBroken?

    /// Normalizes a text, then checks it with `wrong`; "" is always fine.
    /// - Parameter tidy: normalizes texts that were not typed, without guessing at completions.
    init(
        _ normalize: @escaping @Sendable (String) -> String = \.plain, sent tidy: (@Sendable (String) -> String)? = nil,
        _ wrong: @escaping @Sendable (String) -> RuleBroken?
    ) {
        self.normalize = normalize
        self.tidy = tidy ?? normalize
        self.wrong = wrong
    }

    /// The rule, with the same limit as `other` after its own checks.
    func and(_ other: Rule) -> Rule { Rule(normalize, sent: tidy) { wrong($0) ?? other.wrong($0) } }

    /// The result for a text.
    public func verdict(_ text: String, _ origin: Origin = .typed) -> Verdict {
        let normalized = origin == .typed ? normalize(text) : tidy(text)
        if !normalized.isEmpty, let broken = wrong(normalized) { return .wrong(broken) }
        return normalized == text ? .fine : .normalized(normalized)
    }

    /// The normalized text, or why it is refused.
    public func checked(_ text: String, _ origin: Origin = .typed) -> Result<String, RuleBroken> {
        switch verdict(text, origin) {
        case .fine: .success(text)
        case .normalized(let normalized): .success(normalized)
        case .wrong(let broken): .failure(broken)
        }
    }

    /// The normalized text, or nil if it is refused.
    public func accepted(_ text: String) -> String? { if case .success(let text) = checked(text) { text } else { nil } }
}

/// Why a value is refused.
public struct RuleBroken: Error, Equatable, Sendable {
    /// The rest of a sentence that starts with the field's label: "must have at least 2 characters".
    public let reason: String
    /// What to do, as a sentence: "Use at least 2 characters."
    public let advice: String

    public init(_ reason: String, advice: String) { (self.reason, self.advice) = (reason, advice) }
}

extension Record {
    /// The record, normalized by its fields' rules.
    /// - Throws: `FieldBroken` for the first field that is refused.
    public func normalized() throws(FieldBroken) -> Record {
        var record = self
        for field in definition.fields where !field.isKey {
            switch field.checked(self[field]) {
            case .success(let value): record[field] = value
            case .failure(let broken): throw FieldBroken(field, broken.reason)
            }
        }
        return record
    }

    /// The record, normalized as far as possible; refused values are unchanged, to be corrected by a person.
    var normalizedWherePossible: Record {
        var record = self
        for field in definition.fields where !field.isKey {
            if case .success(let value) = field.checked(self[field]) { record[field] = value }
        }
        return record
    }
}

extension Field {
    /// Normalizes a value that was not typed. Placeholders are unchanged.
    func checked(_ value: FieldValue) -> Result<FieldValue, RuleBroken> {
        if isPlaceholder(value.text) || isNameWord(value.text) { return .success(value) }
        switch rule.verdict(value.text, .sent) {
        case .fine: return .success(value)
        case .wrong(let broken): return .failure(broken)
        case .normalized(let text):
            guard case .list(let items) = value else { return .success(.text(text)) }
            return .success(.list(items.map(\.plain).filter { !$0.isEmpty }))
        }
    }
}
