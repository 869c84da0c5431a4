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

    /// The maximum length of a link that mail programs and launchers accept, in bytes.
    public static let maxLength = 2000

    /// Makes emails that reach each receiver once, in order.
    /// - Parameter maxLength: the limit for a link in bytes, which a link with a single receiver may exceed.
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
