import DirectoryModel
import Foundation
import GRDB

/// The marks in the journal.
extension Change {
    /// Records the marks that the change added, changed, or removed.
    func recordMarks() throws {
        let now = try table.journaledMarks(in: db)
        var images: [MarkID: Values] = [:]
        for mark in Set(marks.keys).union(now.keys) where marks[mark] != now[mark] {
            let key = MarkID(kind: mark.kind, key: mark.key, other: "")
            images[key, default: Values()].before[mark.other] = marks[mark]
            images[key, default: Values()].after[mark.other] = now[mark]
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        for (key, values) in images {
            try db.execute(
                sql: "INSERT OR REPLACE INTO image (change, collection, source, key, before) VALUES (?, ?, ?, ?, ?)",
                arguments: [
                    id, table.name, key.kind.rawValue, key.key,
                    String(decoding: try encoder.encode(values), as: UTF8.self),
                ])
        }
    }

    /// Restores the marks that another change replaced, and that are as it left them.
    /// - Parameter skipped: the keys of records that are not restored.
    func restoreMarks(of other: Int64, skipped: Set<Int>) throws {
        let now = try table.journaledMarks(in: db)
        let marks = MarkTable(table, in: db)
        let reverted = try table.changedMarks(in: other, db).filter { id, values in
            now[id] == values.after && !(id.kind.belongsToRecord && skipped.contains(id.key))
        }.sorted { $0.key.key < $1.key.key }
        for (id, _) in reverted { try marks.remove(id) }
        for case (let id, (let value?, _)) in reverted {
            // The mark of a person who signed in since is preserved.
            if try id.kind == .own && !marks.values(.own).isEmpty { continue }
            try marks.put(id.kind, key: id.key, other: id.other, value: value)
        }
    }

    /// The values of the marks of one kind and key that a change replaced, by what else they are about.
    fileprivate struct Values: Codable {
        var before: [String: String] = [:]
        var after: [String: String] = [:]
    }
}

extension RecordTable {
    /// The marks that are in the journal.
    func journaledMarks(in db: Database) throws -> [MarkID: String] {
        try MarkTable(self, in: db).marks(where: "kind IN \(MarkKind.list(\.isJournaled))")
    }

    /// The marks that a change added, changed, or removed, with their values, which are nil where there was no mark.
    func changedMarks(in change: Int64, _ db: Database) throws -> [MarkID: (before: String?, after: String?)] {
        let kinds = MarkKind.list(\.isJournaled)
        let sql = "SELECT source, key, before FROM image WHERE change = ? AND collection = ? AND source IN \(kinds)"
        var changed: [MarkID: (before: String?, after: String?)] = [:]
        for row in try Row.fetchAll(db, sql: sql, arguments: [change, name]) {
            guard let kind = MarkKind(rawValue: try row.decode(atIndex: 0)) else { continue }
            let json: String = try row.decode(atIndex: 2)
            let values = try JSONDecoder().decode(Change.Values.self, from: Data(json.utf8))
            for other in Set(values.before.keys).union(values.after.keys) {
                let id = MarkID(kind: kind, key: try row.decode(atIndex: 1), other: other)
                changed[id] = (values.before[other], values.after[other])
            }
        }
        return changed
    }
}
