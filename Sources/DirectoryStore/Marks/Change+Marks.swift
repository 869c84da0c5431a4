import DirectoryModel
import Foundation
import GRDB

/// The marks in the journal: an image has those of one kind and key that a change replaced and left.
extension Change {
    /// Records the marks that the change added, changed, or removed.
    func recordMarks(_ id: Int64) throws {
        let now = try table.journaledMarks(in: db)
        var images: [MarkID: MarkImage] = [:]
        for mark in Set(marks.keys).union(now.keys) where marks[mark] != now[mark] {
            let place = MarkID(kind: mark.kind, key: mark.key, other: "")
            images[place, default: MarkImage()].before[mark.other] = marks[mark]
            images[place, default: MarkImage()].after[mark.other] = now[mark]
        }
        for (place, image) in images {
            try db.execute(
                sql: "INSERT INTO image (change, collection, source, key, before) VALUES (?, ?, ?, ?, ?)",
                arguments: [id, table.name, place.kind.rawValue, place.key, try image.json()])
        }
    }

    /// Restores the marks that another change replaced, and that are as it left them.
    /// - Parameter skipped: the keys of records that are not restored.
    func restoreMarks(of other: Int64, skipped: Set<Int>) throws {
        let now = try table.journaledMarks(in: db)
        var restored: [MarkID: String] = [:]
        for (place, image) in try table.markImages(of: other, in: db)
        where !place.kind.belongsToRecord || !skipped.contains(place.key) {
            for name in Set(image.before.keys).union(image.after.keys) {
                let mark = MarkID(kind: place.kind, key: place.key, other: name)
                guard image.after[name] == now[mark] else { continue }
                try MarkTable(table, in: db).remove(mark)
                restored[mark] = image.before[name]
            }
        }
        for (mark, value) in restored {
            // The mark of a person who signed in since is preserved.
            let isFormer = try mark.kind == .own && MarkTable(table, in: db).hasMarks(.own)
            try MarkTable(table, in: db).put(
                isFormer ? .formerOwn : mark.kind, key: mark.key, other: mark.other, value: value)
        }
    }
}

extension RecordTable {
    /// The marks that are in the journal. They are few: people make them one by one.
    func journaledMarks(in db: Database) throws -> [MarkID: String] {
        try MarkTable(self, in: db).marks(where: "kind IN \(MarkKind.list(\.isJournaled))")
    }

    /// The images of marks that a change has.
    func markImages(of change: Int64, in db: Database) throws -> [(place: MarkID, image: MarkImage)] {
        let sql = "SELECT source, key, before FROM image WHERE change = ? AND collection = ?"
        return try Row.fetchAll(db, sql: sql, arguments: [change, name]).compactMap { row in
            guard let kind = MarkKind(rawValue: try row.decode(atIndex: 0)),
                let image = MarkImage(json: try row.decode(atIndex: 2))
            else { return nil }
            return (MarkID(kind: kind, key: try row.decode(atIndex: 1), other: ""), image)
        }
    }
}

/// The values of the marks of one kind and key that a change replaced, by what else they are about.
struct MarkImage: Codable {
    var before: [String: String] = [:]
    var after: [String: String] = [:]

    init() {}

    init?(json: String) {
        guard let image = try? JSONDecoder().decode(MarkImage.self, from: Data(json.utf8)) else { return nil }
        self = image
    }

    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
