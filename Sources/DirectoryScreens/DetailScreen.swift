public import DirectoryModel
public import DirectoryStore
public import Foundation
public import Observation

/// Everything about one record.
@MainActor @Observable
public final class DetailScreen<R: DirectoryRecord> {
    /// What is shown, or nil where nothing is open.
    public private(set) var content: DetailContent?
    /// How many records are selected; with several, none is shown.
    public private(set) var selectedCount = 0

    @ObservationIgnored private let store: Store
    @ObservationIgnored private let emojis: HobbyEmojis

    public init(store: Store, emojis: HobbyEmojis) {
        self.store = store
        self.emojis = emojis
    }

    /// Shows what rests in `row`; nil, or a record that is gone, shows nothing.
    func show(row: Int64?, selectedCount: Int) {
        if selectedCount != self.selectedCount { self.selectedCount = selectedCount }
        let stored = row.flatMap { row in (try? store.stored(R.self, row: row)) ?? nil }
        let next = stored.map { DetailContent($0, emojis: emojis) }
        if next != content { content = next }
    }

    /// The bytes of a row's picture; may be called anywhere.
    public nonisolated func pictureData(of row: Int64) throws -> Data? { try store.picture(of: R.self, row: row) }
}

/// What the detail pane says, part by part.
public struct DetailContent: Equatable, Sendable {
    /// A label and what stands beside it.
    public struct Line: Equatable, Sendable {
        public enum Value: Equatable, Sendable {
            case text(String)
            case chips([HobbyEmojis.Chip])
            case badges([String])
        }

        public let label: String
        public let value: Value
        /// What copying the line puts on the clipboard.
        public let copied: String

        fileprivate var families: [String] {
            if case .chips(let chips) = value { chips.map(\.family) } else { [] }
        }
    }

    public let header: RowContent
    public let pill: String
    public let summary: String
    public let lines: [Line]
    /// The email address, or nil where none was given.
    public let email: String?
    /// The family of the first hobby that has one of its own, `other` where none has; nil where there are no hobbies.
    public let family: String?

    init<R: DirectoryRecord>(_ stored: StoredRecord<R>, emojis: HobbyEmojis) {
        let record = stored.record
        header = RowContent(stored)
        pill = record.pill.line(cutAt: 500)
        summary = record.sentences.line(cutAt: Self.longestSummary)
        // Nobody knows the number of one's own record before it is published.
        let isUnnumbered = R.ownerKey != nil && record.key == 0
        lines = Self.fields(of: R.self).filter { !($0.isKey && isUnnumbered) }
            .compactMap { Self.line($0, of: record, emojis: emojis) }
        let emailField = R.fields.first { $0.editor == .text(.email) }
        let address = emailField?.text(record) ?? ""
        email = address.isEmpty ? nil : address
        let families = lines.flatMap(\.families)
        family = families.first { $0 != "other" } ?? families.first
    }

    /// A number that nobody types is the least of a record; one that the store counted means nothing to people.
    private static func fields<R: DirectoryRecord>(of type: R.Type) -> [Field<R>] {
        switch R.numbering {
        case .typed: R.fields
        case .byServer: Array(R.fields.dropFirst() + R.fields.prefix(1))
        case .counted: Array(R.fields.dropFirst())
        }
    }

    /// What a field's rule lets through, in scalars; what others sent may be longer, and takes seconds to wrap.
    static let longestText = 1000

    static let longestSummary = 1500

    /// The first fifty of what a text lists.
    static func several(_ text: String) -> [String] {
        text.line(cutAt: longestText).listItems.prefix(50).map { $0.line(cutAt: 100) }
    }

    private static func line<R: DirectoryRecord>(_ field: Field<R>, of record: R, emojis: HobbyEmojis) -> Line? {
        let text = field.text(record)
        guard !field.isPicture, !text.isEmpty else { return nil }
        let value: Line.Value =
            switch field.editor {
            case .text(.hobbies): .chips(emojis.chips(for: Self.several(text)))
            case .list: .badges(Self.several(text))
            default: .text(text.line(cutAt: longestText))
            }
        return Line(label: field.label, value: value, copied: text)
    }
}
