import GRDB

/// What the store remembers about a record beside its fields.
///
/// A new kind is a case. Unless it says otherwise below, it is in the journal, follows its record to another number, is
/// in past states and restored files, and is removed when somebody else gets the number.
public enum MarkKind: String, CaseIterable, Sendable {
    /// The record of the person who is signed in; the value is its hash after a first launch, until a server has it.
    case own
    /// What the server is known to have: a `PublishedVersion`.
    case published
    /// A name that was practiced: a `LearnedName`.
    case learned
    /// The user said that the record with the number `other` is about another person.
    case notSame
    case favorite
    /// The record was opened.
    case recent
    /// The record was imported from the card whose hashed identifier is `other`.
    case card
    /// A download added or changed the record, and it was not opened since.
    case unseen
    /// The record is no longer on the server's list.
    case withdrawn

    /// True for what a server says of a number. It does not follow a record, and past states do not have it.
    var isOfServer: Bool { [.published, .unseen, .withdrawn].contains(self) }

    /// True if undo restores the marks that a change replaced.
    var isJournaled: Bool { ![.card, .unseen, .withdrawn].contains(self) }

    /// True if undo restores the mark only with its record.
    var belongsToRecord: Bool { ![.notSame, .favorite, .recent].contains(self) }

    /// True if the mark is about the person who has the number.
    var isAboutPerson: Bool { !isOfServer && ![.own, .card].contains(self) }

    /// The kinds that meet a condition, as a list in SQL.
    static func list(_ condition: (MarkKind) -> Bool) -> String {
        list(allCases.filter(condition))
    }

    static func list(_ kinds: [MarkKind]) -> String {
        "(\(kinds.map { "'\($0.rawValue)'" }.joined(separator: ", ")))"
    }
}

/// Marks of single records, whatever their collection.
extension MarkKind {
    /// The records with marks of the kind, the newest mark first.
    public func records(in store: Store) throws(StoreError) -> [(collection: String, key: Int)] {
        try store.read { db in
            let sql = "SELECT collection, key FROM mark WHERE kind = ? ORDER BY id DESC"
            return try Row.fetchAll(db, sql: sql, arguments: [rawValue]).map { row in
                (try row.decode(atIndex: 0), try row.decode(atIndex: 1))
            }
        }
    }

    /// Marks records, of which the first counts as the newest.
    /// - Parameter most: how many marks of the kind there can be; the oldest go first.
    public func mark(
        _ records: [(collection: String, key: Int)], in store: Store, most: Int
    ) throws(StoreError) {
        try store.write { db in
            for record in records.reversed() {
                try MarkTable(collection: record.collection, db: db).put(self, key: record.key)
            }
            try db.execute(
                sql: """
                    DELETE FROM mark WHERE kind = ?1
                    AND id NOT IN (SELECT id FROM mark WHERE kind = ?1 ORDER BY id DESC LIMIT ?2)
                    """, arguments: [rawValue, most])
        }
    }

    /// Removes the marks of the kind from records.
    public func unmark(_ records: [(collection: String, key: Int)], in store: Store) throws(StoreError) {
        try store.write { db in
            for record in records {
                try MarkTable(collection: record.collection, db: db).remove(self, where: "key = \(record.key)")
            }
        }
    }
}
