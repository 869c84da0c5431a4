import DirectoryModel
import Foundation
import GRDB

/// The journal of one change: what it replaces, stored in its transaction. Undo and the history read it.
///
/// `undo_change` has the name, cause, time and session of every change. `image` has, for every key that a change
/// touches, what was there before: a record as JSON, or NULL if there was none. What the change left is the next image
/// of the key, or what is there now. Marks have images, too, by their kinds.
final class Change {
    /// The table of the records.
    let table: RecordTable
    let db: Database
    /// The number of the change, or nil for a preview.
    let id: Int64?
    /// True if another collection's records began the change.
    private let isJoined: Bool
    /// True if Redo ends with the change.
    private let endsRedo: Bool
    /// True if the change can only be undone completely, because a record has a new number.
    var isWhole = false
    /// True if a record was added.
    var hasAdded = false
    /// True if a record was removed.
    var hasRemoved = false
    /// True if the rejected elements were recorded.
    var hasRejected = false
    /// The marks before the change.
    let marks: [MarkID: String]

    /// Begins a change.
    /// - Parameters:
    ///   - author: nil for a preview, which stores nothing.
    ///   - isOffered: false if Undo does not offer the change. It never offers changes of a server's list.
    ///   - list: the collection whose history and Undo have the change; nil for that of the records.
    init(
        _ table: RecordTable, _ kind: ChangeKind = .made, by author: ChangeAuthor?, _ label: String,
        isOffered: Bool = true, of list: CollectionInfo? = nil, in db: Database
    ) throws {
        let isOffered = isOffered && author?.offersUndo == true && table.definition.home.offersUndo
        self.table = table
        self.db = db
        isJoined = false
        endsRedo = isOffered && kind == .made
        guard let author else {
            id = nil
            marks = [:]
            return
        }
        marks = try table.journaledMarks(in: db)
        try db.execute(
            sql: """
                INSERT INTO undo_change (collection, label, cause, session, time, is_undo, is_offered)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                list?.name ?? table.name, label, author.cause, author.session, Date().timeIntervalSince1970,
                kind == .undone, isOffered,
            ])
        id = db.lastInsertedRowID
    }

    /// Adds records of another collection to the same change.
    init(_ table: RecordTable, joining other: Change) {
        self.table = table
        db = other.db
        id = other.id
        isJoined = true
        endsRedo = false
        marks = other.marks
    }

    // MARK: Before the change

    /// Records that these keys do not exist.
    func recordInsertions(_ keys: [Int]) throws {
        guard let id else { return }
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO image (change, collection, source, key)
                SELECT \(id), '\(table.name)', '\(Self.records)', value FROM json_each(?)
                """, arguments: ["\(keys.sorted())"])
    }

    /// Records the row with `key`, or its absence.
    func record(key: Int) throws {
        guard let id else { return }
        let select = "SELECT \(table.selection) FROM \(table.name) WHERE \(table.quotedKey) = ?"
        if let row = try Row.fetchOne(db.cachedStatement(sql: select), arguments: [key]) {
            return try insert([StoredImage(table.record(row), picture: row[2]).converted()])
        }
        try db.cachedStatement(sql: "INSERT OR IGNORE INTO image (change, collection, source, key) VALUES (?, ?, ?, ?)")
            .execute(arguments: [id, table.name, Self.records, key])
    }

    /// Records the rows with these keys, or their absence.
    func record(keys: some Sequence<Int>) throws { for key in keys { try record(key: key) } }

    /// Records everything that another change touched.
    func record(touchedBy other: Int64) throws {
        let images = "image WHERE change = \(other) AND collection = '\(table.name)'"
        try record(keys: try Int.fetchAll(db, sql: "SELECT key FROM \(images) AND source = '\(Self.records)'"))
        let rejected = "SELECT EXISTS (SELECT 1 FROM \(images) AND source = '\(Self.rejected)')"
        if try Bool.fetchOne(db, sql: rejected) == true { try recordRejected() }
    }

    private func insert(_ images: [StoredImage]) throws {
        guard let id else { return }
        let statement = try db.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO image (change, collection, source, key, row, hash, picture, before)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """)
        for image in images {
            try statement.execute(arguments: [
                id, table.name, Self.records, image.stored.record.key, image.stored.row, image.stored.hash,
                image.picture, image.json,
            ])
        }
    }

    /// The source of images of records.
    static let records = "record"

    // MARK: After the change

    /// Ends the change; called of joined records first. Images of what did not change are removed.
    func finish() throws {
        if hasAdded {
            // Those of a new number were removed before it got what belonged to the old one.
            if !isWhole { try removeReusedNumbers() }
            try KeyAllocator.saveLast(table, in: db)
        }
        guard let id else { return }
        let key = table.quotedKey
        try db.execute(
            sql: """
                DELETE FROM image WHERE change = \(id) AND collection = '\(table.name)' AND source = '\(Self.records)'
                AND (row, hash) IS (SELECT row, hash FROM \(table.name) p WHERE p.\(key) = image.key)
                AND (row IS NOT NULL OR key NOT IN (SELECT \(key) FROM \(table.name)))
                """)
        if !isJoined { try recordMarks(id) }
        if hasRejected { try finishRejected() }
        if isWhole { try db.execute(sql: "UPDATE undo_change SET is_whole = 1 WHERE id = ?", arguments: [id]) }
        if !isJoined { try measure(id) }
    }

    /// Measures the change, ends Redo, and removes what is beyond the limits of the history.
    private func measure(_ id: Int64) throws {
        let images = "image WHERE change = \(id) AND collection = '\(table.name)'"
        // The record of a first launch that a list replaced is no change of its own.
        let isReplaced = """
            key IN (SELECT key FROM \(images) AND source = 'own' AND before ->> '$.before' <> '{}')
            AND key NOT IN (SELECT \(table.quotedKey) FROM \(table.name))
            """
        try db.execute(
            sql: """
                UPDATE undo_change SET count = CASE WHEN collection <> ? THEN 0 ELSE (
                    SELECT COUNT(*) FROM \(images) AND source = '\(Self.records)'
                    AND CASE WHEN is_whole THEN before IS NOT NULL ELSE NOT (\(isReplaced)) END) END
                WHERE id = \(id)
                """, arguments: [table.name])
        // A change that this one reverts gave its pictures back.
        let picture = """
            SELECT LENGTH(content) FROM picture c WHERE c.hash = i.picture AND i.collection = '\(table.name)'
            AND NOT EXISTS (SELECT 1 FROM \(table.name) p WHERE p.\(table.quotedKey) = i.key AND p.picture = c.hash)
            """
        try db.execute(
            sql: """
                UPDATE undo_change SET bytes = (
                    SELECT IFNULL(SUM(\(Self.imageSize) + IFNULL(LENGTH(before), 0) + IFNULL((\(picture)), 0)), 0)
                    FROM image i WHERE change = undo_change.id) WHERE id = \(id) OR reverted_by = \(id)
                """)
        if endsRedo {
            try db.execute(
                sql: """
                    UPDATE undo_change SET is_offered = 0 WHERE is_undo AND is_offered
                    AND collection = (SELECT collection FROM undo_change WHERE id = ?1)
                    AND EXISTS (SELECT 1 FROM image WHERE change = ?1 AND source <> 'own')
                    """, arguments: [id])
        }
        try HistoryLimits.trim(in: db)
    }

    /// The bytes of an image without content and its entries in the indexes.
    private static var imageSize: Int { 50 }

    /// Removes the change if it replaced no record.
    func forgetIfEmpty() throws {
        guard let id else { return }
        let sql = "SELECT EXISTS (SELECT 1 FROM image WHERE change = ? AND source = '\(Self.records)')"
        if try Bool.fetchOne(db, sql: sql, arguments: [id]) == false { try forget() }
    }

    func forget() throws {
        try db.execute(sql: "DELETE FROM undo_change WHERE id = ?", arguments: [id])
    }

    /// Records that this change reverted `other`.
    func recordReverting(_ other: Int64) throws {
        try db.execute(sql: "UPDATE undo_change SET reverted_by = ? WHERE id = ?", arguments: [id, other])
    }
}

/// A record to be written to the journal.
private struct StoredImage: Sendable {
    let stored: StoredRecord
    /// The hash of its picture, or NULL.
    let picture: DatabaseValue
    /// The record without its picture.
    private(set) var json = ""

    init(_ stored: StoredRecord, picture: DatabaseValue) {
        self.stored = stored
        self.picture = picture
    }

    func converted() -> StoredImage {
        var image = self
        var text = JSONText(capacity: RecordTable.typicalRowSize)
        text.append(stored.record)
        image.json = String(decoding: text.bytes, as: UTF8.self)
        return image
    }
}

/// The origin of a change. An undone one can be redone until another is made.
enum ChangeKind {
    case made, undone, redone
}

/// Makes the changes of a store.
struct ChangeAuthor: Sendable {
    /// The name of this process.
    let session = Session.name()
    /// The cause that the history shows, such as "edited here" or "dukedir update".
    var cause: String
    /// True if Undo offers the changes.
    let offersUndo: Bool
}
