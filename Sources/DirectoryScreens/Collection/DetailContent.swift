public import DirectoryModel
import DirectoryStore

/// The contents of the detail pane, part by part. What its head says is not repeated in the lines.
public struct DetailContent: Equatable, Sendable {
    public let header: RowContent
    /// The parts of the pill under the name.
    public let pillParts: [DetailValue]
    public let summary: String
    /// The code that is shown large, or nil.
    public let code: Line?
    /// The other values: what people share first, then what is said of this one, how to reach it, and its numbers.
    public let lines: [Line]
    /// The email address, or nil where none was given.
    public let email: String?
    /// The email address as the mail program is given it; nil where none was given, or it is not one.
    public let mailAddress: String?
    /// The family of the first hobby that has one, `other` where none does; nil where there are no hobbies.
    public let family: String?

    /// The pill in one line.
    public var pill: String { pillParts.map(\.text).joined(separator: " · ") }

    /// A label and the value beside it.
    public struct Line: Equatable, Sendable {
        public enum Value: Equatable, Sendable {
            case text(String)
            case chips([HobbyEmojis.Chip])
            case badges([String])
        }

        public let label: String
        /// False for a sentence, which needs no label beside it.
        public let isLabeled: Bool
        public let value: Value
        /// The text that copying the line puts on the clipboard.
        public let copied: String
        /// The parts of the value that take the keyboard one by one.
        public let parts: [DetailValue]

        fileprivate var families: [String] {
            if case .chips(let chips) = value { chips.map(\.family) } else { [] }
        }
    }

    init<R: DirectoryRecord>(_ stored: StoredRecord<R>, emojis: HobbyEmojis) {
        let record = stored.record
        header = RowContent(stored)
        pillParts = record.pillParts.map { field, text in
            DetailValue(
                text: text.line(cutAt: 500), copied: text,
                target: field.link == .same ? Self.target(field, field.inputText(record)) : nil,
                iconName: record.mark.flatMap { $0.meaning == text ? $0.iconName : nil })
        }
        summary = record.text(style: .sentences).line(cutAt: Self.longestSummary)
        (code, lines) = (DetailLines(record, emojis: emojis).code, DetailLines(record, emojis: emojis).lines)
        let address = R.emailField?.displayText(record) ?? ""
        email = address.isEmpty ? nil : address
        mailAddress = FieldLink.mail.address(of: address)
        let families = lines.flatMap(\.families)
        family = families.first { $0 != "other" } ?? families.first
    }

    /// The length a field's rule accepts, in scalars; what others sent may be longer, and takes seconds to wrap.
    static let longestText = 1000

    static let longestSummary = 1500

    /// The first fifty words of a text that lists several.
    static func several(_ text: String) -> [String] {
        text.line(cutAt: longestText).listItems.prefix(50).map { $0.line(cutAt: 100) }
    }

    /// Where a value of `field` leads.
    static func target<R: DirectoryRecord>(_ field: Field<R>, _ value: String) -> DetailTarget? {
        guard let link = field.link else { return nil }
        guard link != .same else { return field.search(for: value).map(DetailTarget.search) }
        return link.address(of: value).map { DetailTarget.address($0, value: value, link) }
    }
}
