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
