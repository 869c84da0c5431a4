import GRDB

/// Marks of single records, whatever their collection.
extension Store {
    /// The records with marks of a kind, the newest mark first.
    public func marked(_ kind: MarkKind) throws(StoreError) -> [(collection: String, key: Int)] {
        try read { db in
            let sql = "SELECT collection, key FROM mark WHERE kind = ? ORDER BY id DESC"
            return try Row.fetchAll(db, sql: sql, arguments: [kind.rawValue]).map { row in
                (try row.decode(atIndex: 0), try row.decode(atIndex: 1))
            }
        }
    }

    /// Marks records, of which the first counts as the newest.
    /// - Parameter most: how many marks of the kind there can be; the oldest go first.
    public func mark(
        _ kind: MarkKind, _ records: [(collection: String, key: Int)], most: Int
    ) throws(StoreError) {
        try write { db in
            for record in records.reversed() {
                try MarkTable(of: record.collection, in: db).put(kind, key: record.key)
            }
            try db.execute(
                sql: """
                    DELETE FROM mark WHERE kind = ?1
                    AND id NOT IN (SELECT id FROM mark WHERE kind = ?1 ORDER BY id DESC LIMIT ?2)
                    """, arguments: [kind.rawValue, most])
        }
    }

    /// Removes the marks of a kind from records.
    public func unmark(_ kind: MarkKind, _ records: [(collection: String, key: Int)]) throws(StoreError) {
        try write { db in
            for record in records {
                try MarkTable(of: record.collection, in: db).remove(kind, where: "key = \(record.key)")
            }
        }
    }
}
