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
        let reverted = try table.changedMarks(in: other, db).filter { changed in
            now[changed.id] == changed.after && !(changed.id.kind.belongsToRecord && skipped.contains(changed.id.key))
        }
        for changed in reverted { try marks.remove(changed.id) }
        for changed in reverted {
            guard let value = changed.before else { continue }
            // The mark of a person who signed in since is preserved.
            if try changed.id.kind == .own && !marks.values(.own).isEmpty { continue }
            try marks.put(changed.id.kind, key: changed.id.key, other: changed.id.other, value: value)
        }
    }

    /// The values of the marks of one kind and key that a change replaced, by what else they are about.
    fileprivate struct Values: Codable {
        var before: [String: String] = [:]
        var after: [String: String] = [:]
    }
}

/// A mark that a change added, changed, or removed.
struct ChangedMark {
    let id: MarkID
    /// The value before the change, or nil if there was no mark.
    let before: String?
    let after: String?
}

extension RecordTable {
    /// The marks that are in the journal.
    func journaledMarks(in db: Database) throws -> [MarkID: String] {
        try MarkTable(self, in: db).marks(where: "kind IN \(MarkKind.list(\.isJournaled))")
    }

    func changedMarks(in change: Int64, _ db: Database) throws -> [ChangedMark] {
        let kinds = MarkKind.list(\.isJournaled)
        let sql = "SELECT source, key, before FROM image WHERE change = ? AND collection = ? AND source IN \(kinds)"
        return try Row.fetchAll(db, sql: sql, arguments: [change, name]).flatMap { row -> [ChangedMark] in
            guard let kind = MarkKind(rawValue: try row.decode(atIndex: 0)) else { return [] }
            let json: String = try row.decode(atIndex: 2)
            let key: Int = try row.decode(atIndex: 1)
            let values = try JSONDecoder().decode(Change.Values.self, from: Data(json.utf8))
            return Set(values.before.keys).union(values.after.keys).map { other in
                ChangedMark(
                    id: MarkID(kind: kind, key: key, other: other), before: values.before[other],
                    after: values.after[other])
            }
        }
    }
}
