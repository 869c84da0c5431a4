import DirectoryModel
import GRDB

/// Facts beside the records that undo restores with them. An image has those of a key as a JSON list of rows.
enum SideTable: String, CaseIterable {
    case own = "own_record"
    case published
    case learned
    case notSame = "not_same"
    /// Every rejected element of the collection, under key 0.
    case rejected = "set_aside"
    /// A row without columns if the record is a favorite.
    case favorite

    /// The columns besides the collection and the key.
    private var columns: [String] {
        switch self {
        case .own: ["untouched", "is_former"]
        case .published: ["hash", "tag", "base"]
        case .learned: ["box", "due", "name"]
        case .notSame: ["other"]
        case .rejected: ["position", "reason", "raw", "source"]
        case .favorite: []
        }
    }

    private var key: String { self == .rejected ? "0" : "key" }

    /// True if the rows are facts about a record, which are left if the record is.
    var belongsToRecord: Bool {
        switch self {
        case .own, .published, .learned: true
        case .notSame, .rejected, .favorite: false
        }
    }

    /// The rows of a key with a change of them undone, or nil if they were changed since. Of a table with several rows, only
    /// those that the change added or removed are.
    func reverted(from after: String, to before: String, now: String, in db: Database) throws -> String? {
        if now == after { return before }
        guard self == .notSame || self == .rejected else { return nil }
        let difference = "SELECT value FROM json_each(?1) EXCEPT SELECT value FROM json_each(?2)"
        let (added, removed) = try (
            String.fetchSet(db, sql: difference, arguments: [after, before]),
            String.fetchSet(db, sql: difference, arguments: [before, after])
        )
        let rows = try String.fetchAll(db, sql: "SELECT value FROM json_each(?)", arguments: [now])
        // A list that was loaded again has replaced its elements.
        if self == .rejected, !added.isSubset(of: rows) { return nil }
        return "[\((rows.filter { !added.contains($0) } + removed.subtracting(rows).sorted()).joined(separator: ","))]"
    }

    /// The keys that have rows.
    func keys(of table: RecordTable, in db: Database) throws -> [Int] {
        if self == .favorite { return try table.keys(in: .favorite, in: db).sorted() }
        return try Int.fetchAll(
            db, sql: "SELECT DISTINCT \(key) FROM \(rawValue) WHERE collection = ?", arguments: [table.name])
    }

    /// The rows of a key, as JSON.
    func content(_ key: Int, of table: RecordTable, in db: Database) throws -> String {
        if self == .favorite { return try table.keys(in: .favorite, in: db).contains(key) ? "[{}]" : "[]" }
        // JSON has no bytes.
        let values = columns.map { "'\($0)', \($0 == "base" ? "CAST(base AS TEXT)" : $0)" }.joined(separator: ", ")
        let rows = """
            SELECT json_group_array(json_object(\(values))) FROM (SELECT * FROM \(rawValue)
            WHERE collection = ? AND \(self.key) = ? ORDER BY \(columns.joined(separator: ", ")))
            """
        return try String.fetchOne(db.cachedStatement(sql: rows), arguments: [table.name, key]) ?? "[]"
    }

    /// Replaces the rows of a key.
    func restore(_ content: String, _ key: Int, of table: RecordTable, in db: Database) throws {
        guard self != .favorite else { return try table.setFavorite(key: key, content != "[]", in: db) }
        try db.execute(
            sql: "DELETE FROM \(rawValue) WHERE collection = ? AND \(self.key) = ?", arguments: [table.name, key])
        let names = (["collection"] + (self == .rejected ? [] : ["key"]) + columns).joined(separator: ", ")
        let values = columns.map { value(of: $0) }.joined(separator: ", ")
        try db.execute(
            sql: """
                INSERT INTO \(rawValue) (\(names))
                SELECT ?1\(self == .rejected ? "" : ", ?2"), \(values) FROM json_each(?3)
                """, arguments: self == .rejected ? [table.name, content, content] : [table.name, key, content])
    }

    private func value(of column: String) -> String {
        let value = "value ->> '$.\(column)'"
        return switch (self, column) {
        case (.published, "base"): "CAST(\(value) AS BLOB)"
        // The mark of a person who signed in since is preserved.
        case (.own, "is_former"):
            "\(value) OR EXISTS (SELECT 1 FROM own_record o WHERE o.collection = ?1 AND NOT o.is_former)"
        // Another collection may have the position now.
        case (.rejected, "position"):
            "CASE WHEN EXISTS (SELECT 1 FROM set_aside s WHERE s.position = \(value)) THEN NULL ELSE \(value) END"
        default: value
        }
    }
}
