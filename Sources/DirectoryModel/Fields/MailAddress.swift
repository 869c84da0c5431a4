/// A single email address.
public struct MailAddress: Hashable, Sendable {
    public let text: String

    /// Nil unless `text` is exactly one address; anything else could hide another recipient.
    public init?(_ text: String) {
        let text = text.trimmed
        guard text.utf8.count <= Self.maxLength, let at = text.lastIndex(of: "@"),
            Self.isLocal(text[..<at]), Self.isDomain(text[text.index(after: at)...])
        else { return nil }
        self.text = text
    }

    /// The longest address that mail servers accept, in bytes.
    private static var maxLength: Int { 254 }

    /// Words separated by dots, or a quoted string.
    private static func isLocal(_ text: Substring) -> Bool {
        guard text.first == "\"" else {
            let words = text.split(separator: ".", omittingEmptySubsequences: false)
            return words.allSatisfy { word in
                !word.isEmpty
                    && word.unicodeScalars.allSatisfy {
                        isLetter($0) || "!#$%&'*+-/=?^_`{|}~".unicodeScalars.contains($0)
                    }
            }
        }
        guard text.count > 2, text.last == "\"" else { return false }
        var isEscaped = false
        for scalar in text.dropFirst().dropLast().unicodeScalars {
            guard isLetter(scalar) || (0x20..<0x7F).contains(scalar.value) else { return false }
            if !isEscaped, scalar == "\"" { return false }
            isEscaped = !isEscaped && scalar == "\\"
        }
        return !isEscaped
    }

    /// Names in any script separated by dots, or a network address in brackets.
    private static func isDomain(_ text: Substring) -> Bool {
        if text.first == "[", text.last == "]" {
            let number = text.dropFirst().dropLast().unicodeScalars
            return !number.isEmpty
                && number.allSatisfy { $0.isASCII && (isLetter($0) || ":.".unicodeScalars.contains($0)) }
        }
        return text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { name in
            !name.isEmpty && name.unicodeScalars.allSatisfy { isLetter($0) || $0 == "-" }
        }
    }

    /// A letter, combining mark, or digit of any script.
    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .decimalNumber:
            true
        default: false
        }
    }
}

/// Emails to a group with hidden recipients, split so that a mail program can open each.
public struct GroupMail: Equatable, Sendable {
    /// One email.
    public struct Part: Equatable, Sendable {
        /// The link that opens it, such as `mailto:?bcc=ana@duke.edu,bo@duke.edu`.
        public let address: String
        public let receivers: [MailAddress]
    }

    public let parts: [Part]

    public var receivers: [MailAddress] { parts.flatMap(\.receivers) }

    /// The longest link that mail programs and launchers accept, in bytes.
    public static let maxLength = 2000

    /// Makes emails that reach each receiver once, in order.
    /// - Parameter maxLength: the longest link in bytes; a link with a single receiver may be longer.
    public init(to receivers: [MailAddress], maxLength: Int = maxLength) {
        var (groups, sum, seen) = ([[MailAddress]](), 0, Set<String>())
        for receiver in receivers where seen.insert(receiver.text.lowercased()).inserted {
            let length = Self.encoded(receiver).utf8.count
            if groups.isEmpty || sum + length + Self.start.utf8.count > maxLength {
                groups.append([])
                sum = 0
            }
            groups[groups.count - 1].append(receiver)
            sum += length + 1
        }
        parts = groups.map { group in
            // A single receiver is addressed directly.
            let start = group.count == 1 ? "mailto:" : Self.start
            return Part(address: start + group.map(Self.encoded).joined(separator: ","), receivers: group)
        }
    }

    private static let start = "mailto:?bcc="

    private static func encoded(_ receiver: MailAddress) -> String { FieldLink.encoded(receiver.text, besides: "@") }
}
