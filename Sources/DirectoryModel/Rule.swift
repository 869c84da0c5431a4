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

extension Rule {
    /// Trims `text`, then asks `wrong` what is wrong with it; the empty text is always fine.
    private static func trimming(_ wrong: @escaping @Sendable (String) -> String?) -> Rule {
        Rule { text in
            let trimmed = text.trimmed
            if !trimmed.isEmpty, let reason = wrong(trimmed) { return .wrong(reason) }
            return trimmed == text ? .fine : .mended(trimmed)
        }
    }

    /// One line of at most 1,000 characters.
    public static let line = trimming { $0.count > 1000 ? "is longer than 1,000 characters" : nil }

    /// Digits only.
    public static let number = trimming { Int($0) == nil ? "has to be a number" : nil }

    /// An address: something, one @, something, no space; or "unknown".
    public static let email = trimming { text in
        if text.caseInsensitiveEquals("unknown") { return nil }
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        let isAddress = parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && !text.contains(where: \.isWhitespace)
        return isAddress ? nil : "has to be an address such as abc12@duke.edu"
    }

    /// Letters and digits, as login names are.
    public static let netid = trimming { text in
        let isLogin = text.count <= 32 && text.utf8.allSatisfy { UInt8.isLoginByte($0) }
        return isLogin ? nil : "has to be letters and digits such as abc12"
    }

    /// One of `words`, in any case.
    public static func oneOf(_ words: [String]) -> Rule {
        trimming { text in
            words.contains { $0.caseInsensitiveEquals(text) }
                ? nil : "has to be one of \(words.joined(separator: ", "))"
        }
    }

    /// Base64 of less than 100 KB.
    public static let picture = trimming { text in
        text.utf8.count < 100_000 ? nil : "is larger than 100 KB"
    }
}

extension UInt8 {
    /// True for what a netid may be made of: ASCII letters, digits, dot, dash and underscore.
    static func isLoginByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
        default: false
        }
    }
}
