public import DirectoryModel
import Foundation
import Synchronization

/// Unread columns, and the cards and groups of the records.
extension StagedList {
    /// Notes a group, and the columns and properties without a field, up to a limit: every element may have another key.
    func note(_ element: ArrivingElement) {
        let group = element.values?.group
        guard group != nil || !element.unread.isEmpty else { return }
        notes.withLock { notes in
            if let group { notes.groups.append(group) }
            for column in element.unread where notes.unread.count < Self.maxUnread {
                notes.unread.insert(UnreadColumn(name: column.name.line(cutAt: 100), index: column.index))
            }
        }
    }

    /// Notes what can name the record as a member of a group, and the groups that it is in.
    /// - Parameter isNew: true if it got a free number.
    func note(_ imported: ImportedRecord, as record: Record, isNew: Bool) {
        notes.withLock { notes in
            if isNew { notes.numbered[record.key] = record.displayName }
            if !imported.uid.isEmpty { notes.cards[imported.uid] = record.key }
            for field in record.definition.fields where field.editor == .text(.email) {
                let address = field.inputText(imported.record)
                if !address.isEmpty { notes.addresses["\(ImportedGroup.mail)\(address.lowercased())"] = record.key }
            }
            for group in imported.groups { notes.add([record.key], to: group) }
        }
    }

    private static var maxUnread: Int { 1000 }

    /// False after so many elements without a record that this must be another kind of list.
    func mayBeList(of elements: [ArrivingElement]) -> Bool {
        notes.withLock { notes in
            guard let count = notes.refused else { return true }
            notes.refused = elements.allSatisfy { $0.content?.record == nil } ? count + elements.count : nil
            return notes.refused.map { $0 <= Self.maxRefused } ?? true
        }
    }

    /// Accepts any number of elements before the first record.
    func isList() { notes.withLock { $0.refused = nil } }

    private static var maxRefused: Int { 20_000 }

    /// The columns and properties without a field, in the file's order.
    public var unread: [UnreadColumn] {
        notes.withLock(\.unread).sorted { ($0.index ?? .max, $0.name) < ($1.index ?? .max, $1.name) }
    }

    struct Notes {
        var unread: Set<UnreadColumn> = []
        /// How many elements came before the first record; nil after it.
        var refused: Int? = 0
        /// True if a record was rejected in favor of the user's own.
        var hasOwn = false
        /// The keys of the records by the identifiers of their cards.
        var cards: [String: Int] = [:]
        /// The keys of the records by their `mailto:` addresses.
        var addresses: [String: Int] = [:]
        /// The groups and the keys of their members, by the groups' folded names.
        var members: [String: (name: String, keys: [Int])] = [:]
        /// The names of the records that got a free number, by the number.
        var numbered: [Int: String] = [:]
        /// The groups that list their members' cards.
        var groups: [ImportedGroup] = []

        mutating func add(_ keys: [Int], to group: String) {
            members[Folding.text(group), default: (group, [])].keys += keys
        }

        /// - Parameter moved: the keys of the records that merged ones are now, by the keys of these.
        mutating func move(_ moved: [Int: Int]) {
            cards = cards.mapValues { moved[$0] ?? $0 }
            addresses = addresses.mapValues { moved[$0] ?? $0 }
            members = members.mapValues { ($0.name, $0.keys.map { moved[$0] ?? $0 }) }
            for key in moved.keys { numbered[key] = nil }
        }
    }
}

extension Record {
    /// The record with its picture as the rule for pictures wants it, if it breaks the rule and can be scaled.
    func withScaledPicture(_ scaled: PictureScaler) -> Record {
        var record = self
        for field in definition.fields where field.isPicture {
            let text = field.inputText(self)
            guard !text.isEmpty, field.reasonAgainst(text, .sent) != nil, let data = Data(base64Encoded: text),
                let small = scaled(data)
            else { continue }
            record[field] = .text(small.base64EncodedString())
        }
        return record
    }
}
