public import DirectoryModel
import DirectoryStore
import Language

/// The content of the detail pane. Lines do not repeat the head.
public struct DetailContent: Equatable, Sendable {
    public let header: RowContent
    public let pillParts: [DetailValue]
    public let summary: String
    /// True if the sentences would only repeat the name; then there is no summary.
    let hasOnlyName: Bool
    public let code: Line?
    /// The other values: shared with others, about this record, contact details, and numbers.
    public let lines: [Line]
    /// Why a form would refuse values, a sentence each.
    let problems: [String]
    public let email: String?
    /// The address for the mail program; nil if missing or invalid.
    public let mailAddress: String?
    /// The first hobby's family with a scene, else `other`; nil without hobbies.
    public let family: String?

    public var pill: String { pillParts.map(\.text).joined(separator: " · ") }

    public struct Line: Equatable, Sendable {
        public enum Value: Equatable, Sendable {
            case text(String)
            case chips([HobbyEmojis.Chip])
            case badges([String])
        }

        public let label: String
        /// False for a sentence.
        public let isLabeled: Bool
        public let value: Value
        /// The text for the clipboard.
        public let copied: String
        /// The parts that take the keyboard.
        public let parts: [DetailValue]
        /// Why a form would refuse the value, as a sentence, or nil.
        public let problem: String?

        fileprivate var families: [String] {
            if case .chips(let chips) = value { chips.map(\.family) } else { [] }
        }
    }

    /// - Parameter groups: the groups that the record is in.
    init(_ stored: StoredRecord, emojis: HobbyEmojis, groups: [RecordGroup] = []) {
        let record = stored.record
        header = RowContent(stored)
        pillParts = record.pillParts.map { field, text in
            DetailValue(
                text: text.line(cutAt: 500), copied: text,
                target: field.link == .same ? Self.target(field, field.inputText(record)) : nil,
                iconName: record.mark.flatMap { $0.meaning == text ? $0.iconName : nil })
        }
        let sentences = record.text(style: .sentences).line(cutAt: Self.maxSummaryLength)
        hasOnlyName = [record.displayName, "\(record.displayName)."].contains(sentences)
        summary = hasOnlyName ? "" : sentences
        let page = DetailLines(record: record, emojis: emojis)
        code = page.code
        lines = [Line(groups)].compactMap(\.self) + page.lines
        problems = record.problems
        let address = record.definition.emailField?.displayText(record) ?? ""
        email = address.isEmpty ? nil : address
        mailAddress = FieldLink.mail.address(of: address)
        let families = lines.flatMap(\.families)
        family = families.first { $0 != "other" } ?? families.first
    }

    /// The maximum length of a field's value, in scalars. Longer texts from others take seconds to wrap.
    static let maxTextLength = 1000

    static let maxSummaryLength = 1500

    /// The first fifty items of a list.
    static func several(_ text: String) -> [String] {
        text.line(cutAt: maxTextLength).listItems.prefix(50).map { $0.line(cutAt: 100) }
    }

    static func target(_ field: Field, _ value: String) -> DetailTarget? {
        guard let link = field.link else { return nil }
        guard link != .same else { return field.search(for: value).map(DetailTarget.search) }
        return link.address(of: value).map { DetailTarget.address($0, value: value, link) }
    }
}

extension DetailContent.Line {
    /// The names of groups as chips that open them, or nil without groups.
    fileprivate init?(_ groups: [RecordGroup]) {
        guard !groups.isEmpty else { return nil }
        let names = groups.map { $0.name.line(cutAt: 100) }
        self.init(
            label: translated("Groups"), isLabeled: true, value: .badges(names),
            copied: groups.map(\.name).joined(separator: ", "),
            parts: groups.map { DetailValue(text: $0.name.line(cutAt: 100), copied: $0.name, target: .group($0.key)) },
            problem: nil)
    }
}

public enum DetailTarget: Equatable, Sendable {
    /// A search for all records with the same value.
    case search(String)
    /// The group with a key.
    case group(Int)
    /// An address that another program opens.
    case address(String, value: String, FieldLink)

    public var text: String {
        switch self {
        case .search: translated("Show all with the same value")
        case .group: translated("Show the group")
        case .address(_, _, .mail): translated("Write an email")
        case .address(_, _, .phone): translated("Call")
        case .address: translated("Show on a map")
        }
    }

    static var noMailProgram: String { translated("No email app was found.") }

    var failure: String {
        switch self {
        case .search, .group, .address(_, _, .mail), .address(_, _, .same):
            Self.noMailProgram
        case .address(_, _, .phone): translated("No app for calls was found.")
        case .address(_, _, .map): translated("No map app was found.")
        }
    }
}

public struct DetailValue: Equatable, Sendable {
    public let text: String
    /// The whole value, for the clipboard.
    public let copied: String
    public let target: DetailTarget?
    public let iconName: String?

    public init(text: String, copied: String? = nil, target: DetailTarget? = nil, iconName: String? = nil) {
        self.text = text
        self.copied = copied ?? text
        self.target = target
        self.iconName = iconName
    }
}

/// The lines of a record's page.
struct DetailLines {
    let record: Record
    let emojis: HobbyEmojis

    private var definition: Definition { record.definition }

    /// Sorted by rank, then by the definition's order.
    var lines: [DetailContent.Line] {
        let shown = fields.filter { isShown($0) }
        let ranks = Set(shown.map(rank)).sorted()
        return ranks.flatMap { rank in shown.filter { self.rank($0) == rank }.compactMap(line) }
    }

    /// The code shown large, or nil.
    var code: DetailContent.Line? { definition.presentation.code.map { definition.field($0) }.flatMap(line) }

    /// Without generated numbers, and with one line for the whole address.
    private var fields: [Field] {
        let firstAddressKey = definition.fields.first { $0.link == .map }?.key
        return definition.fields.filter { field in
            field.isShown && !(field.isKey && definition.numbering != .typed) && !field.isPicture
                && (field.link != .map || field.key == firstAddressKey)
        }
    }

    /// Shared values first, then what describes the record, contact details, and numbers.
    private func rank(_ field: Field) -> Int {
        if field.isKey { return 6 }
        if field.key == definition.owner?.key { return 5 }
        if field.editor == .list || field.editor == .text(.hobbies) { return 0 }
        return switch field.link {
        case .same: 1
        case nil: 2
        case .mail, .phone: 3
        case .map: 4
        }
    }

    /// False for what the head shows, and for an unknown number of the user's own record.
    private func isShown(_ field: Field) -> Bool {
        if field.isKey { return definition.owner == nil || record.key != 0 }
        if field.editor == .text(.name) || field.key == definition.presentation.code { return false }
        if record.pillParts.contains(where: { $0.field.key == field.key }) { return false }
        return field.link != nil || field.displayText(record) != record.displayName
    }

    private func line(_ field: Field) -> DetailContent.Line? {
        if field.link == .map { return addressLine(field) }
        let sentence = field.sentence(record)
        let text = sentence ?? field.displayText(record)
        guard !text.isEmpty else { return nil }
        let shown = DetailContent.several(text)
        let value: DetailContent.Line.Value
        let parts: [DetailValue]
        switch field.editor {
        case .text(.hobbies):
            let chips = emojis.chips(for: shown)
            value = .chips(chips)
            parts = items(of: text, in: field, as: chips.map(\.label))
        case .list: (value, parts) = (.badges(shown), items(of: text, in: field, as: shown))
        default:
            let target = DetailContent.target(field, field.inputText(record))
            let line = text.line(cutAt: DetailContent.maxTextLength)
            value = .text(line)
            parts = [DetailValue(text: line, copied: text, target: target)]
        }
        return DetailContent.Line(
            label: field.label, isLabeled: sentence == nil, value: value, copied: text, parts: parts,
            problem: field.problem(in: record))
    }

    /// The items of a list, shown as `texts`, which may be shortened.
    private func items(of list: String, in field: Field, as texts: [String]) -> [DetailValue] {
        zip(texts, list.listItems).map { text, item in
            DetailValue(text: text, copied: item, target: DetailContent.target(field, item))
        }
    }

    private func addressLine(_ field: Field) -> DetailContent.Line? {
        let mapAddress = record.mapAddress
        guard !mapAddress.isEmpty else { return nil }
        let line = mapAddress.line(cutAt: DetailContent.maxTextLength)
        return DetailContent.Line(
            label: translated("Address"), isLabeled: true, value: .text(line), copied: mapAddress,
            parts: [DetailValue(text: line, copied: mapAddress, target: DetailContent.target(field, mapAddress))],
            problem: definition.fields.lazy.filter { $0.link == .map }.compactMap { $0.problem(in: record) }.first)
    }
}

extension StoredCollection {
    /// The content of a row's page; nil if the record is gone.
    func detail(of row: Int64, _ emojis: HobbyEmojis) -> DetailContent? {
        ifReadable { try $0.stored(row: row) }.map { stored in
            let groups = definition.hasGroups ? ifReadable { try $0.groups(with: stored.record.key) } ?? [] : []
            return DetailContent(stored, emojis: emojis, groups: groups)
        }
    }

    /// Nil if the record is gone.
    func content(of row: Int64) -> RowContent? {
        ifReadable { try $0.stored(row: row) }.map { RowContent($0) }
    }
}
