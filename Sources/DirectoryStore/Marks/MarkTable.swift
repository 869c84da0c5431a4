import DirectoryModel
import GRDB

/// The marks of a collection's records: one table for all kinds.
struct MarkTable {
    let collection: String
    let db: Database
}

extension MarkTable {
    init(_ table: RecordTable, in db: Database) { self.init(collection: table.name, db: db) }

    /// The marks that meet `condition`, with their values.
    func marks(where condition: String) throws -> [MarkID: String] {
        let sql = "SELECT kind, key, other, value FROM mark WHERE collection = ? AND (\(condition))"
        var marks: [MarkID: String] = [:]
        let rows = try Row.fetchCursor(db, sql: sql, arguments: [collection])
        while let row = try rows.next() {
            // A newer version may have other kinds.
            guard let kind = MarkKind(rawValue: try row.decode(atIndex: 0)) else { continue }
            let id = MarkID(kind: kind, key: try row.decode(atIndex: 1), other: try row.decode(atIndex: 2))
            marks[id] = try row.decode(atIndex: 3)
        }
        return marks
    }

    /// The values of a kind that has one mark of a record, by key.
    func values(_ kind: MarkKind) throws -> [Int: String] {
        Dictionary(try marks(where: "kind = '\(kind.rawValue)'").map { ($0.key.key, $0.value) }) { first, _ in first }
    }

    func value(_ kind: MarkKind, key: Int) throws -> String? {
        let sql = "SELECT value FROM mark WHERE collection = ? AND kind = ? AND key = ?"
        return try String.fetchOne(db.cachedStatement(sql: sql), arguments: [collection, kind.rawValue, key])
    }

    func put(_ kind: MarkKind, key: Int, other: String = "", value: String = "") throws {
        let sql = "INSERT OR REPLACE INTO mark (collection, kind, key, other, value) VALUES (?, ?, ?, ?, ?)"
        try db.cachedStatement(sql: sql).execute(arguments: [collection, kind.rawValue, key, other, value])
    }

    func remove(_ id: MarkID) throws {
        let sql = "DELETE FROM mark WHERE collection = ? AND kind = ? AND key = ? AND other = ?"
        try db.cachedStatement(sql: sql).execute(arguments: [collection, id.kind.rawValue, id.key, id.other])
    }

    /// Removes marks of some kinds.
    func remove(_ kinds: MarkKind..., where condition: String = "true") throws {
        try db.execute(
            sql: "DELETE FROM mark WHERE collection = ? AND kind IN \(MarkKind.list(kinds)) AND (\(condition))",
            arguments: [collection])
    }

    /// Removes the marks of a kind from the records whose keys meet a condition.
    func remove(_ kind: MarkKind, of isIncluded: (Int) -> Bool) throws {
        for mark in try marks(where: "kind = '\(kind.rawValue)'").keys where isIncluded(mark.key) { try remove(mark) }
    }

    // MARK: Numbers

    /// Moves what belongs to a record to its new number. Cards have both numbers, so that undo need not change them.
    func move(_ key: Int, to new: Int) throws {
        guard key != new else { return }
        // Two queries, because SQLite would read every mark for a condition with OR.
        let own = try marks(where: "kind IN \(MarkKind.list { !$0.isOfServer }) AND key = \(key)")
        let named = try marks(where: "kind = '\(MarkKind.notSame.rawValue)' AND other = '\(key)'")
        for (id, value) in own.merging(named, uniquingKeysWith: { first, _ in first }) {
            let moved = id.moved(key, to: new)
            if id.kind == .card {
                try put(.card, key: new, other: id.other)
            } else if try moved.isPair(of: new) || isPreferred(to: value, of: moved) {
                try remove(id)
            } else {
                try db.execute(
                    sql: """
                        UPDATE OR REPLACE mark SET key = ?, other = ?
                        WHERE collection = ? AND kind = ? AND key = ? AND other = ?
                        """, arguments: [moved.key, moved.other, collection, id.kind.rawValue, id.key, id.other])
            }
        }
    }

    /// True if what the new number has already is preserved: a higher box of one name.
    private func isPreferred(to value: String, of moved: MarkID) throws -> Bool {
        guard moved.kind == .learned, let old = LearnedName(value),
            let new = try self.value(.learned, key: moved.key).flatMap(LearnedName.init)
        else { return false }
        return new.folded == old.folded && new.box.number >= old.box.number
    }

    /// The numbers of persons with marks.
    func keysOfPersons() throws -> Set<Int> { Set(try marks(where: Self.aboutPersons).keys.flatMap(\.keys)) }

    /// Removes what is about persons whose numbers others have now.
    func forget(_ keys: Set<Int>) throws {
        for id in try marks(where: Self.aboutPersons).keys where !keys.isDisjoint(with: id.keys) { try remove(id) }
    }

    /// The condition on marks about the person who has the number.
    private static var aboutPersons: String { "kind IN \(MarkKind.list(\.isAboutPerson))" }

    /// Removes what is about records that neither undo nor an update can restore.
    func removeUnused(of table: RecordTable) throws {
        try db.execute(
            sql: """
                DELETE FROM mark WHERE collection = ? AND \(Self.aboutPersons)
                AND key NOT IN (SELECT \(table.quotedKey) FROM \(table.name))
                AND key NOT IN (SELECT key FROM \(table.recordImages) AND before IS NOT NULL)
                """, arguments: [collection])
    }
}

/// What a record can have one mark of.
struct MarkID: Hashable {
    let kind: MarkKind
    let key: Int
    /// What the mark is about besides the record, or "".
    let other: String

    /// The numbers of the records that the mark is about.
    var keys: [Int] { kind == .notSame ? [key] + [Int(other)].compactMap(\.self) : [key] }

    /// The mark after a record got another number. The smaller number of a pair comes first.
    fileprivate func moved(_ old: Int, to new: Int) -> MarkID {
        guard kind == .notSame else { return MarkID(kind: kind, key: new, other: other) }
        let keys = keys.map { $0 == old ? new : $0 }.sorted()
        return MarkID(kind: kind, key: keys[0], other: "\(keys[keys.count - 1])")
    }

    fileprivate func isPair(of key: Int) -> Bool { kind == .notSame && keys.allSatisfy { $0 == key } }
}

extension RecordTable {
    /// Selects the keys of the records that have marks of some kinds; a further condition can follow.
    func marked(_ kinds: MarkKind...) -> String {
        "SELECT key FROM mark WHERE collection = '\(name)' AND kind IN \(MarkKind.list(kinds))"
    }
}
