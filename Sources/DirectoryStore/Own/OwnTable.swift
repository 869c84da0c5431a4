import DirectoryModel
import GRDB

/// The table that marks the user's own records.
///
/// One mark is current: the record of the person who is signed in. The others are former ones: records that a person
/// who was signed in before edited here. A mark has the hash of the record as the first launch made it, so that an
/// unedited one can be recognized.
struct OwnTable<R: DirectoryRecord> {
    private let db: Database
    private let table = RecordTable<R>()

    init(in db: Database) { self.db = db }

    /// The mark of a record.
    struct Mark {
        let key: Int
        let hash: Int64
        /// The owner in the record.
        let owner: String
        /// The hash of the record as the first launch made it, or nil where it did not make the record.
        let untouched: Int64?
        let isFormer: Bool

        /// True where the record of the first launch was not edited.
        var isUntouched: Bool { hash == untouched }
    }

    /// The NetID that is signed in, as the store has it.
    var netid: String? {
        get throws {
            try String.fetchOne(db, sql: "SELECT value FROM setting WHERE name = ?", arguments: [Store.netidSetting])
        }
    }

    /// The key of the record that is marked as own, where its owner is the person who is signed in.
    var signedInKey: Int? {
        get throws {
            guard let netid = try netid, let mark = try marks.first(where: { !$0.isFormer }) else { return nil }
            return mark.owner.caseInsensitiveEquals(netid) ? mark.key : nil
        }
    }

    /// The marks of records that are here, the current one first.
    var marks: [Mark] {
        get throws {
            guard let owner = R.definition.owner?.key else { return [] }
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT o.key, r.hash, r."\(owner)", o.untouched, o.is_former FROM own_record o
                    JOIN \(table.name) r ON r."\(table.keyColumn)" = o.key WHERE o.collection = ? ORDER BY o.is_former
                    """, arguments: [table.name])
            return try rows.map { row in
                Mark(
                    key: try row.decode(atIndex: 0), hash: try row.decode(atIndex: 1),
                    owner: R.owner(in: try row.decode(atIndex: 2)),
                    untouched: try row.decode(atIndex: 3), isFormer: try row.decode(atIndex: 4))
            }
        }
    }

    /// The mark of the current own record; where none is marked, the first record of `owner`, or else of the person who
    /// is signed in, counts as marked.
    func current(owner: String? = nil) throws -> Mark? {
        if let current = try marks.first(where: { !$0.isFormer }) { return current }
        return try (owner ?? netid).flatMap { try unmarked(of: $0) }
    }

    /// The first record of `owner`, as if it were marked.
    private func unmarked(of owner: String, besides key: Int? = nil) throws -> Mark? {
        guard let owned = Store.owned(R.self, by: owner), let column = R.definition.owner?.key else { return nil }
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT "\(table.keyColumn)", hash, "\(column)" FROM \(table.name)
                WHERE \(owned) AND "\(table.keyColumn)" IS NOT ? ORDER BY row
                """, arguments: [owner, key])
        return try row.map { row in
            Mark(
                key: try row.decode(atIndex: 0), hash: try row.decode(atIndex: 1),
                owner: R.owner(in: try row.decode(atIndex: 2)), untouched: nil, isFormer: false)
        }
    }

    /// Own records with content that no server is known to have, the current one first: they are never removed or
    /// overwritten unless the user agreed.
    func edited(owner: String? = nil) throws -> [Mark] {
        guard R.definition.owner != nil else { return [] }
        let former = try marks.filter(\.isFormer)
        let all = try [current(owner: owner)].compactMap(\.self) + former
        return try all.filter(isEdited)
    }

    private func isEdited(_ mark: Mark) throws -> Bool {
        try !mark.isUntouched && (publishedHash(mark.key) ?? listedHash(mark.key)) != mark.hash
    }

    /// Own records that were edited here at some time, even if the server has had them in that state since, the current
    /// one first: they are never removed unless the user agreed.
    func everEdited(owner: String? = nil) throws -> [Mark] {
        guard R.definition.owner != nil else { return [] }
        let former = try marks.filter(\.isFormer)
        return try ([current(owner: owner)].compactMap(\.self) + former).filter(wasEdited)
    }

    private func wasEdited(_ mark: Mark) throws -> Bool {
        if try isEdited(mark) { return true }
        return try !mark.isUntouched && listedHash(mark.key) != mark.hash
    }

    /// The hash in the server's last list, or nil where it did not contain the record, or the record was edited here
    /// before.
    private func listedHash(_ key: Int) throws -> Int64? {
        try Int64.fetchOne(
            db, sql: "SELECT hash FROM listed WHERE collection = ? AND key = ?", arguments: [table.name, key])
    }

    /// Stores `record` as the server made it, and that it was not edited here since.
    func keepArrived(_ record: R) throws {
        let prepared = table.prepare(record)
        _ = try table.save(prepared, key: record.key, in: db)
        guard R.definition.owner != nil else { return }
        try db.execute(
            sql: "INSERT OR REPLACE INTO listed VALUES (?, ?, ?)", arguments: [table.name, record.key, prepared.hash])
    }

    /// True where `key` is that of the current own record and can still be typed: it is 0, or no server is known to have
    /// the record.
    func isKeyOpen(_ key: Int) throws -> Bool {
        try current()?.key == key && (key == 0 || (publishedHash(key) ?? listedHash(key)) == nil)
    }

    func publishedHash(_ key: Int) throws -> Int64? {
        try Int64.fetchOne(
            db, sql: "SELECT hash FROM published WHERE collection = ? AND key = ?", arguments: [table.name, key])
    }

    /// True where `row` contains another record of the owner of `record`, which is the own one and had `key`.
    func isDuplicate(_ row: Int64, of record: R, at key: Int) throws -> Bool {
        guard let owner = record.owner, !owner.isEmpty, try current()?.key == key else { return false }
        return try table.stored(row: row, in: db)?.record.owner?.caseInsensitiveEquals(owner) ?? false
    }

    // MARK: Marking

    /// Marks the record that has `key` as the current own one.
    func mark(_ key: Int, untouched: Int64? = nil) throws {
        try db.execute(
            sql: "DELETE FROM own_record WHERE collection = ? AND (key = ? OR NOT is_former)",
            arguments: [table.name, key])
        try db.execute(
            sql: "INSERT INTO own_record VALUES (?, ?, ?, 0)", arguments: [table.name, key, untouched])
        try notify()
    }

    /// Removes the own mark of the record that has `key`.
    func forget(_ key: Int) throws {
        try db.execute(
            sql: "DELETE FROM own_record WHERE collection = ? AND key = ?", arguments: [table.name, key])
        try notify()
    }

    /// Stores that the record with `key` is, or was, on a server, and so is not the record of the first launch any more.
    func published(_ key: Int) throws {
        try db.execute(
            sql: "UPDATE own_record SET untouched = NULL WHERE collection = ? AND key = ?",
            arguments: [table.name, key])
        try notify()
    }

    /// Moves the mark of the record that had `key` to its new one.
    func moved(_ key: Int, to new: Int) throws {
        guard key != new else { return }
        try db.execute(
            sql: "DELETE FROM own_record WHERE collection = ? AND key = ? AND EXISTS (\(Self.isMarked))",
            arguments: [table.name, new, table.name, key])
        try db.execute(
            sql: "UPDATE own_record SET key = ? WHERE collection = ? AND key = ?", arguments: [new, table.name, key])
        try notify()
    }

    private static var isMarked: String { "SELECT 1 FROM own_record WHERE collection = ? AND key = ?" }

    /// Removes the marks of records that are gone, and marks the record of `owner`, or else of the person who is signed
    /// in, where none is marked.
    func settle(owner: String? = nil) throws {
        guard R.definition.owner != nil else { return }
        try db.execute(
            sql: """
                DELETE FROM own_record
                WHERE collection = ? AND key NOT IN (SELECT "\(table.keyColumn)" FROM \(table.name))
                """, arguments: [table.name])
        if let current = try current(owner: owner), try marks.allSatisfy(\.isFormer) { try mark(current.key) }
        try notify()
    }

    /// Changes the owner of the own record to `netid`, as signing in does.
    ///
    /// The record of a first launch that no server is known to have takes the NetID; where it was not edited, a record
    /// of that NetID that is here already replaces it. Any other record keeps its owner, and the mark moves to the
    /// record of that NetID.
    /// - Parameter ifUntouched: true where no server has accepted the NetID yet, so that a record that was edited, or
    ///   that the first launch did not make, stays unchanged.
    /// - Returns: true where a record was changed.
    func claim(_ netid: String, ifUntouched: Bool = false) throws -> Bool {
        guard R.definition.owner != nil, !netid.isEmpty else { return false }
        let current = try marks.first { !$0.isFormer }
        if ifUntouched, current?.isUntouched != true { return false }
        guard let mark = current else {
            if let other = try unmarked(of: netid) { try self.mark(other.key) }
            return false
        }
        guard !mark.owner.caseInsensitiveEquals(netid) else { return false }
        // The user changed the owner of their own record here.
        let published = try PublishedTable.record(of: R.self, key: mark.key, in: db)
        guard published?.owner?.caseInsensitiveEquals(netid) != true else { return false }
        let other = try unmarked(of: netid, besides: mark.key)
        if try mark.untouched == nil || publishedHash(mark.key) != nil {
            try leave(mark)
            if let other { try self.mark(other.key) }
            return false
        }
        if mark.isUntouched, let other {
            if let row = try table.row(of: mark.key, in: db) { try table.delete(row: row, in: db) }
            try self.mark(other.key)
        } else {
            try give(mark, netid)
        }
        return true
    }

    private func leave(_ mark: Mark) throws {
        try db.execute(
            sql: try wasEdited(mark)
                ? "UPDATE own_record SET is_former = 1 WHERE collection = ? AND key = ?"
                : "DELETE FROM own_record WHERE collection = ? AND key = ?",
            arguments: [table.name, mark.key])
        try notify()
    }

    private func give(_ mark: Mark, _ netid: String) throws {
        guard let row = try table.row(of: mark.key, in: db), var record = try table.whole(key: mark.key, in: db),
            let field = R.definition.owner
        else { return }
        field.set(.text(netid), in: &record)
        let prepared = table.prepare(record)
        try table.update(prepared, row: row, in: db)
        try self.mark(mark.key, untouched: mark.isUntouched ? prepared.hash : mark.untouched)
    }

    /// SQLite does not notify observers of a table without row numbers.
    private func notify() throws { try db.notifyChanges(in: Table("own_record")) }
}
