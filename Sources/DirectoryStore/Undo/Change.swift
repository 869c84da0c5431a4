import DirectoryModel
import Foundation
import GRDB

/// A change of the store in one transaction, and its journal, which undo and the history read.
///
/// `StoredCollection.change` begins and finishes it. Each step records what it replaces. `undo_change` has the name,
/// cause, time, and session of every change. `image` has, for every key that a change touches, what was there before: a
/// record as JSON, or NULL if there was none. What the change left is the next image of the key, or what is there now.
/// Marks have images, too, by their kinds, and so have the rejected elements.
final class Change {
    /// The table of the records.
    let table: RecordTable
    let db: Database
    /// The number of the change.
    let id: Int64
    /// True if Redo ends with the change.
    private let endsRedo: Bool
    /// True if the change can only be undone completely, because a record has a new number.
    var isWhole = false
    /// True if a record was added, other than by undo.
    var hasAdded = false
    /// The marks before the change.
    let marks: [MarkID: String]

    /// Begins a change.
    /// - Parameter list: the collection whose history and Undo have the change.
    init(
        _ table: RecordTable, _ kind: ChangeKind, by author: ChangeAuthor, _ label: String, of list: CollectionInfo,
        in db: Database
    ) throws {
        let isOffered = kind != .unoffered && author.offersUndo && table.definition.home.offersUndo
        self.table = table
        self.db = db
        endsRedo = isOffered && kind == .made
        marks = try table.journaledMarks(in: db)
        try db.execute(
            sql: """
                INSERT INTO undo_change (collection, label, cause, session, time, is_undo, is_offered)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                list.name, label, author.cause, author.session, Date().timeIntervalSince1970,
                kind == .undone, isOffered,
            ])
        id = db.lastInsertedRowID
        // The number of a record that the change removes must not be assigned again.
        try KeyAllocator.saveLast(table, in: db)
    }

    private init(_ table: RecordTable, joining other: Change) {
        self.table = table
        db = other.db
        id = other.id
        endsRedo = false
        marks = other.marks
    }

    /// Adds records of another collection to the same change.
    func join<T>(_ table: RecordTable, _ body: (Change) throws -> T) throws -> T {
        let joined = Change(table, joining: self)
        let result = try body(joined)
        try joined.finishRecords()
        return result
    }

    // MARK: Records

    /// Adds a record, or replaces the one with its key.
    func put(_ record: Record) throws { try put(table.prepare(record), key: record.key) }

    func put(_ prepared: RecordTable.Prepared, key: Int) throws {
        if try table.row(of: key, in: db) == nil { try makeRoom(for: key) }
        try record(key: key)
        if try !table.insert(prepared, in: db) { try table.update(prepared, key: key, in: db) }
    }

    /// Removes the record with `key`, if there is one.
    func remove(key: Int) throws {
        try record(key: key)
        if let row = try table.row(of: key, in: db) { try table.delete(row: row, in: db) }
    }

    /// Replaces the record that has `key` with `record`, which gets all that belongs to it. A record with the new key
    /// is replaced, too. The change can only be undone as a whole.
    func renumber(_ key: Int, as record: Record) throws {
        for key in [key, record.key] { try self.record(key: key) }
        if let other = try table.row(of: record.key, in: db) {
            try table.forgetMissingCards(in: db)
            try table.delete(row: other, in: db)
        } else {
            try makeRoom(for: record.key)
        }
        try removeReusedNumbers(record)
        if let row = try table.row(of: key, in: db) { try table.delete(row: row, in: db) }
        try moveReferences([key: record.key])
        try table.insert(table.prepare(record), in: db)
        isWhole = true
    }

    /// What belonged to an earlier record with the key does not belong to a new one. The store uses its own numbers once.
    private func makeRoom(for key: Int) throws {
        hasAdded = true
        guard table.definition.numbering == .typed else { return }
        try table.checkAbsence(of: key, in: db)
        try table.forgetMissingCards(in: db)
    }

    // MARK: Images

    /// Records the row with `key`, or its absence.
    func record(key: Int) throws {
        let select = "SELECT \(table.selection) FROM \(table.name) WHERE \(table.quotedKey) = ?"
        let row = try Row.fetchOne(db.cachedStatement(sql: select), arguments: [key])
        try table.insertImage(of: key, row.map(table.record), picture: row?[2] ?? .null, before: id, in: db)
    }

    /// Records that no record has one of these keys.
    func recordInsertions(_ keys: [Int]) throws {
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO image (change, collection, source, key)
                SELECT \(id), '\(table.name)', '\(Self.records)', value FROM json_each(?)
                """, arguments: ["\(keys.sorted())"])
    }

    /// Records everything that another change touched.
    func record(touchedBy other: Int64) throws {
        for image in try table.images(where: "change = \(other)", in: db) { try record(key: image.key) }
        try recordRejected(touchedBy: other)
    }

    /// The source of images of records.
    static let records = "record"

    // MARK: Finishing

    /// Ends the change, counts it, and notifies observers. A change that changed nothing is removed.
    func finish() throws {
        try finishRecords()
        try recordMarks()
        let collections = try changedCollections()
        guard !collections.isEmpty else { return try db.execute(sql: "DELETE FROM undo_change WHERE id = \(id)") }
        for name in collections {
            try db.notifyChanges(in: Table(name))
            try Schema.countChange(of: name, in: db)
        }
        if isWhole { try db.execute(sql: "UPDATE undo_change SET is_whole = 1 WHERE id = \(id)") }
        try measure()
        if endsRedo { try endRedo() }
        try HistoryLimits.trim(in: db)
    }

    /// The collections whose records, or pairs that are not the same, changed.
    private func changedCollections() throws -> Set<String> {
        let sources = "('\(Self.records)', '\(MarkKind.notSame.rawValue)')"
        return try String.fetchSet(
            db, sql: "SELECT DISTINCT collection FROM image WHERE change = \(id) AND source IN \(sources)")
    }

    /// Removes the images of what did not change.
    private func finishRecords() throws {
        // `renumber` has done this before the record got what belonged to its old number.
        if hasAdded, !isWhole { try removeReusedNumbers() }
        try KeyAllocator.saveLast(table, in: db)
        let key = table.quotedKey
        try db.execute(
            sql: """
                DELETE FROM image WHERE change = \(id) AND collection = '\(table.name)' AND source = '\(Self.records)'
                AND (row, hash) IS (SELECT row, hash FROM \(table.name) p WHERE p.\(key) = image.key)
                AND (row IS NOT NULL OR key NOT IN (SELECT \(key) FROM \(table.name)))
                """)
        try finishRejected()
    }

    /// Counts the records of the change, and the bytes that it needs.
    private func measure() throws {
        let images = "image WHERE change = \(id) AND collection = '\(table.name)'"
        // The record of a first launch that a list replaced is no change of its own.
        let replaced = """
            key IN (SELECT key FROM \(images) AND source = 'own' AND before ->> '$.before' <> '{}')
            AND key NOT IN (SELECT \(table.quotedKey) FROM \(table.name))
            """
        // Pictures that the records have again, because the change was reverted, need no more bytes.
        let picture = """
            SELECT LENGTH(content) FROM picture c WHERE c.hash = i.picture AND i.collection = '\(table.name)'
            AND NOT EXISTS (SELECT 1 FROM \(table.name) p WHERE p.\(table.quotedKey) = i.key AND p.picture = c.hash)
            """
        try db.execute(
            sql: """
                UPDATE undo_change SET count = (
                    SELECT COUNT(*) FROM \(images) AND source = '\(Self.records)'
                    AND CASE WHEN is_whole THEN before IS NOT NULL ELSE NOT (\(replaced)) END)
                WHERE id = \(id) AND collection = '\(table.name)';
                UPDATE undo_change SET bytes = (
                    SELECT IFNULL(SUM(\(Self.imageSize) + IFNULL(LENGTH(before), 0) + IFNULL((\(picture)), 0)), 0)
                    FROM image i WHERE change = undo_change.id) WHERE id = \(id) OR reverted_by = \(id)
                """)
    }

    /// The bytes of an image without content and its entries in the indexes.
    private static var imageSize: Int { 50 }

    private func endRedo() throws {
        try db.execute(
            sql: """
                UPDATE undo_change SET is_offered = 0 WHERE is_undo AND is_offered
                AND collection = (SELECT collection FROM undo_change WHERE id = \(id))
                """)
    }

    /// Records that this change reverted `other`.
    func recordReverting(_ other: Int64) throws {
        try db.execute(sql: "UPDATE undo_change SET reverted_by = \(id) WHERE id = \(other)")
    }
}

/// The origin of a change, if Undo offers it. An undone one can be redone until another is made.
enum ChangeKind {
    case made, unoffered, undone, redone
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

/// The name of a process in the journal and in names of work files.
enum Session {
    /// A unique name.
    static func name() -> String { "\(getpid())-\(UUID().uuidString)" }
}
