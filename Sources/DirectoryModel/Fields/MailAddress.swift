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

    /// The maximum length of an address that mail servers accept, in bytes.
    private static var maxLength: Int { 254 }

    /// The folded address without a `+tag`.
    public var untagged: String {
        guard let at = text.lastIndex(of: "@"), let plus = text[..<at].firstIndex(of: "+"), plus > text.startIndex
        else {
            return Folding.text(text)
        }
        return Folding.text("\(text[..<plus])\(text[at...])")
    }

    /// True for addresses that several people read, such as info@ and family@.
    public var isShared: Bool {
        let parts = untagged.prefix { $0 != "@" }.split { !$0.isLetter }.map(String.init)
        return parts.contains { part in
            Self.sharedNames.contains(part)
                || Self.longSharedNames.contains { part.hasPrefix($0) || part.hasSuffix($0) }
        }
    }

    /// Names that may also be parts of others, as in "smithfamily".
    private static let longSharedNames = sharedNames.filter { $0.count >= 6 }

    private static let sharedNames: Set<String> = [
        "admin", "admissions", "billing", "bookings", "contact", "department", "dept", "enquiries", "events",
        "families",
        "family", "familia", "familie", "frontdesk", "hello", "help", "helpdesk", "home", "house", "household", "hr",
        "info", "inquiries", "jobs", "kontakt", "lab", "mail", "marketing", "noreply", "office", "orders", "parents",
        "postmaster", "press", "reception", "registrar", "reservations", "sales", "secretary", "service", "shop",
        "staff", "studio", "support", "team", "webmaster",
    ]

    /// Words separated by dots, or a quoted string.
    private static func isLocal(_ text: Substring) -> Bool {
        guard text.first == "\"" else {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            return parts.allSatisfy { part in
                !part.isEmpty
                    && part.unicodeScalars.allSatisfy {
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
