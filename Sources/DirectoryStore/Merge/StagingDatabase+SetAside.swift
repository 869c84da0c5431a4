public import DirectoryModel
import Foundation
import GRDB
import Synchronization

/// Rejected elements, values left out, unread columns, and the cards of the records.
extension StagingDatabase {
    /// Notes columns and properties without a field, up to a limit: every element may have another key.
    func note(unread columns: [UnreadColumn]) {
        guard !columns.isEmpty else { return }
        notes.withLock { notes in
            for column in columns where notes.unread.count < Self.maxUnread {
                notes.unread.insert(UnreadColumn(name: column.name.line(cutAt: 100), place: column.place))
            }
        }
    }

    private static var maxUnread: Int { 1000 }

    /// False after so many elements without a record that this must be another kind of list.
    func mayBeList(of elements: [ListedElement]) -> Bool {
        notes.withLock { notes in
            guard let count = notes.refused else { return true }
            notes.refused = elements.allSatisfy { $0.element.record == nil } ? count + elements.count : nil
            return notes.refused.map { $0 <= Self.maxRefused } ?? true
        }
    }

    /// Accepts any number of elements before the first record.
    func isList() { notes.withLock { $0.refused = nil } }

    private static var maxRefused: Int { 20_000 }

    /// The columns and properties without a field, in the file's order.
    public var unread: [UnreadColumn] {
        notes.withLock(\.unread).sorted { ($0.place ?? .max, $0.name) < ($1.place ?? .max, $1.name) }
    }

    public var rejectedCount: Int {
        get throws(StoreError) { try number("SELECT COUNT(*) FROM set_aside WHERE kind = 0") }
    }

    /// How many records lost a value.
    public var leftOutCount: Int {
        get throws(StoreError) { try number("SELECT COUNT(*) FROM set_aside WHERE kind > 0") }
    }

    /// The first rejected elements, in order.
    public func rejected(limit: Int) throws(StoreError) -> [RejectedElement] {
        try setAside(where: "kind = 0", limit)
    }

    /// The first records that lost a value, in order.
    public func leftOut(limit: Int) throws(StoreError) -> [RejectedElement] { try setAside(where: "kind > 0", limit) }

    private func setAside(where condition: String, _ limit: Int) throws(StoreError) -> [RejectedElement] {
        try read { db in
            try Row.fetchAll(
                db, sql: "SELECT reason, raw FROM set_aside WHERE \(condition) ORDER BY position LIMIT ?",
                arguments: [limit]
            ).map { RejectedElement(reason: try $0.decode(atIndex: 0), raw: try $0.decode(atIndex: 1)) }
        }
    }

    /// For each rejected key, adds the first duplicate that was rejected in favor of it.
    /// - Parameter clash: why a duplicate cannot be added either, or nil.
    /// - Returns: true if any were added.
    func promoteDuplicates(
        of keys: [Int], unless clash: (Record) throws(StoreError) -> String?
    ) throws(StoreError) -> Bool {
        var promoted: [ListedElement] = []
        for key in keys {
            while let (position, raw, json) = try duplicate(of: key) {
                let record = try? Record(table.definition, json: Data(json.utf8))
                let reason = try record.flatMap { record throws(StoreError) in try clash(record) }
                try update { db in
                    guard reason != nil || record == nil else {
                        return try db.execute(sql: "DELETE FROM set_aside WHERE position = ?", arguments: [position])
                    }
                    try db.execute(
                        sql: "UPDATE set_aside SET reason = COALESCE(?, reason), key = NULL WHERE position = ?",
                        arguments: [reason, position])
                }
                guard let record, reason == nil else { continue }
                promoted.append(ListedElement(.record(record), raw: raw))
                break
            }
        }
        try add(promoted, areNumbered: true)
        return !promoted.isEmpty
    }

    private func duplicate(of key: Int) throws(StoreError) -> (position: Int, raw: String, json: String)? {
        try read { db in
            try Row.fetchOne(
                db,
                sql: """
                    SELECT position, raw, record FROM set_aside WHERE key = ? AND record IS NOT NULL
                    ORDER BY position LIMIT 1
                    """, arguments: [key]
            ).map { (try $0.decode(atIndex: 0), try $0.decode(atIndex: 1), try $0.decode(atIndex: 2)) }
        }
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
        /// True once a record with a number was read.
        var hasNumbers = false
        /// The names of the records that got a free number, by the number.
        var numbered: [Int: String] = [:]
        /// The last of these numbers.
        var lastFree: Int?
        /// The groups that list their members' cards.
        var groups: [ImportedGroup] = []

        mutating func add(_ keys: [Int], to group: String) {
            members[Folding.text(group), default: (group, [])].keys += keys
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
