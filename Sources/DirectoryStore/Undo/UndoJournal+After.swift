import ClassAPI
import DirectoryModel
import Foundation
import GRDB

/// What a change leaves behind, kept in its transaction, so that undo can tell what was changed since.
extension UndoJournal {
    /// Of changes of more records than this, undo leaves a record changed since as it is; of others, only its fields.
    private static var mostWithFields: Int { 200 }

    /// Keeps what the change left; called once it is made.
    /// - Parameter isWhole: true where it is undone whole or not at all: a record has another number now.
    func rememberAfter(isWhole: Bool = false) throws {
        guard let change else { return }
        let key = table.quotedKey
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO undo_after (change, key, hash)
                SELECT b.change, b.\(key), p.hash FROM \(table.beforeTable) b LEFT JOIN \(table.name) p ON p.\(key) = b.\(key)
                WHERE b.change = ?
                """, arguments: [change])
        let count = db.changesCount
        try db.execute(
            sql: "UPDATE undo_change SET has_after = 1, is_whole = ? WHERE id = ?", arguments: [isWhole, change])
        if count <= Self.mostWithFields { try rememberFields(of: change) }
        try rememberDuplicates(of: change)
        try rememberOwnAfter(change)
    }

    /// Keeps the fingerprint of every field.
    private func rememberFields(of change: Int64) throws {
        let keys = try Int.fetchAll(
            db, sql: "SELECT key FROM undo_after WHERE change = ? AND hash IS NOT NULL", arguments: [change])
        for key in keys {
            guard let row = try table.row(of: key, in: db), let stored = try table.stored(row: row, in: db) else {
                continue
            }
            let record = table.complete(stored, try table.picture(row: row, in: db))
            try db.execute(
                sql: "UPDATE undo_after SET fields = ? WHERE change = ? AND key = ?",
                arguments: [FieldPrints(of: record).data, change, key])
        }
    }

    /// Keeps which other records have the owner of one that the change touched: a list from a server may hold two, and
    /// both may be put back.
    private func rememberDuplicates(of change: Int64) throws {
        guard let owner = R.ownerKey else { return }
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO undo_after (change, key, hash)
                SELECT ?, p.\(table.quotedKey), p.hash FROM \(table.name) p
                WHERE p."\(owner)" <> '' AND p."\(owner)" COLLATE NOCASE IN (
                    SELECT b."\(owner)" FROM \(table.beforeTable) b WHERE b.change = ? AND b.row IS NOT NULL)
                """, arguments: [change, change])
    }

    private func rememberOwnAfter(_ change: Int64) throws {
        if R.ownerKey != nil {
            try db.execute(
                sql: """
                    INSERT INTO undo_after_own SELECT ?, key, untouched, is_former FROM own_record WHERE collection = ?
                    """, arguments: [change, table.name])
        }
        guard try Bool.fetchOne(db, sql: "SELECT has_aside FROM undo_change WHERE id = ?", arguments: [change]) == true
        else { return }
        try db.execute(
            sql: "INSERT INTO undo_after_published SELECT ?, key, hash, tag FROM published WHERE collection = ?",
            arguments: [change, table.name])
        for (position, hash) in try RejectedElementTable.prints(of: R.collection, in: db) {
            try db.execute(
                sql: "INSERT INTO undo_after_aside VALUES (?, ?, ?)", arguments: [change, position, hash])
        }
    }
}

/// The fingerprint of every field of a record but its key, in the order of the fields.
struct FieldPrints: Equatable {
    let prints: [Int64]

    init<R: DirectoryRecord>(of record: R) {
        prints = R.fields.filter { !$0.isKey }.map { Self.print($0.value(record)) }
    }

    init(data: Data) {
        let bytes = Array(data)
        prints = stride(from: 0, to: bytes.count, by: 8).map { start in
            Int64(bitPattern: bytes[start..<min(start + 8, bytes.count)].reduce(0) { $0 << 8 | UInt64($1) })
        }
    }

    var data: Data { Data(prints.flatMap { print in withUnsafeBytes(of: print.bigEndian) { Array($0) } }) }

    private static func print(_ value: FieldValue) -> Int64 {
        var hash = ContentHash()
        if case .list(let items) = value {
            for item in items { hash.add(item) }
        } else {
            hash.add(value.text)
        }
        return hash.number()
    }
}

/// The table of what was set aside, as undo compares it.
enum RejectedElementTable {
    /// The fingerprint of every element set aside, by its position.
    static func prints(of collection: CollectionInfo, in db: Database) throws -> [Int64: Int64] {
        let rows = try Row.fetchCursor(
            db, sql: "SELECT position, reason, raw FROM set_aside WHERE collection = ?", arguments: [collection.name])
        var prints: [Int64: Int64] = [:]
        while let row = try rows.next() { prints[try row.decode(atIndex: 0)] = try print(of: row) }
        return prints
    }

    /// The fingerprint of an element in a row of position, reason and raw text.
    static func print(of row: Row) throws -> Int64 {
        var hash = ContentHash()
        hash.add(try row.decode(String.self, atIndex: 1))
        hash.add(try row.decode(String.self, atIndex: 2))
        return hash.number()
    }
}
