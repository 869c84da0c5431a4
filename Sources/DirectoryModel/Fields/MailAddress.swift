/// One email address that can be listed with others.
public struct MailAddress: Hashable, Sendable {
    /// The address.
    public let text: String

    /// Nil where `text` is not exactly one address, because another receiver, a name or a second line could be hidden
    /// in it.
    public init?(_ text: String) {
        let text = text.trimmed
        guard text.utf8.count <= Self.longest, let at = text.lastIndex(of: "@"),
            Self.isLocal(text[..<at]), Self.isDomain(text[text.index(after: at)...])
        else { return nil }
        self.text = text
    }

    /// The bytes of the longest address that mail servers accept.
    private static var longest: Int { 254 }

    /// Words between dots, or anything in quotation marks.
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

    /// Names between dots, of the letters of any script, or an address of the network in brackets.
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

    /// A letter, a digit or a mark on one, of any script.
    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .decimalNumber:
            true
        default: false
        }
    }
}

/// Emails to many people at once, who do not see each other's addresses: as many as needed, so that a mail program can
/// be given each of them.
public struct GroupMail: Equatable, Sendable {
    /// One email.
    public struct Part: Equatable, Sendable {
        /// What opens it in the mail program, such as `mailto:?bcc=ana@duke.edu,bo@duke.edu`.
        public let address: String
        /// Its receivers.
        public let receivers: [MailAddress]
    }

    /// The emails, in order.
    public let parts: [Part]

    /// Every receiver, in order.
    public var receivers: [MailAddress] { parts.flatMap(\.receivers) }

    /// The length that every mail program and every system that starts one accepts, in bytes.
    public static let longest = 2000

    /// Makes emails to each of the receivers once, in order.
    /// - Parameters:
    ///   - receivers: whom to write to.
    ///   - longest: the bytes that the address of an email may have; one with a single receiver may have
    ///     more.
    public init(to receivers: [MailAddress], longest: Int = longest) {
        var (parts, seen) = ([Part](), Set<String>())
        var (list, sum) = ([(MailAddress, String)](), 0)
        func finish() {
            guard !list.isEmpty else { return }
            parts.append(Self.part(list))
            (list, sum) = ([], 0)
        }
        for receiver in receivers where seen.insert(receiver.text.lowercased()).inserted {
            let encoded = FieldLink.encoded(receiver.text, besides: "@")
            if sum + encoded.utf8.count + Self.start.utf8.count > longest { finish() }
            list.append((receiver, encoded))
            sum += encoded.utf8.count + 1
        }
        finish()
        self.parts = parts
    }

    private static var start: String { "mailto:?bcc=" }

    /// Who is alone is written to as usual.
    private static func part(_ list: [(MailAddress, String)]) -> Part {
        let start = list.count == 1 ? "mailto:" : start
        return Part(address: start + list.map(\.1).joined(separator: ","), receivers: list.map(\.0))
    }
}
