import DirectoryModel
import GRDB

/// The marks of the user's own records.
///
/// One mark is current: the record of the person who is signed in. The others are former: records that a person who was
/// signed in earlier edited. A mark has the hash that the record had after a first launch, to detect edits.
struct OwnTable {
    private let table: RecordTable
    private let db: Database

    init(_ table: RecordTable, in db: Database) {
        self.table = table
        self.db = db
    }

    private var marked: MarkTable { MarkTable(table, in: db) }

    struct Mark {
        let key: Int
        let hash: Int64
        let owner: String
        /// The hash of what the server is known to have, or nil.
        let published: Int64?
        /// The hash in the server's last list; nil if the list did not contain the record, or the record had been
        /// edited before.
        let listed: Int64?
        /// The hash after a first launch, or nil if that did not create the record.
        let untouched: Int64?
        let isFormer: Bool

        var isUntouched: Bool { hash == untouched }
        /// True if a server has it, or had it.
        var isOfServer: Bool { untouched == nil || published != nil }
        /// True if no server is known to have its content.
        var isEdited: Bool { !isUntouched && (published ?? listed) != hash }
        /// True if it was ever edited locally.
        var wasEdited: Bool { isEdited || !isUntouched && listed != hash }
    }

    var netid: String? {
        get throws { try Setting.netid.value(in: db) }
    }

    /// The key of the own record, if its owner is signed in.
    var signedInKey: Int? {
        get throws {
            guard let netid = try netid, let mark = try marks.first(where: { !$0.isFormer }) else { return nil }
            return mark.owner.caseInsensitiveEquals(netid) ? mark.key : nil
        }
    }

    /// The marks of existing records, the current one first.
    var marks: [Mark] {
        get throws {
            guard table.definition.owner != nil else { return [] }
            return try Row.fetchAll(
                db,
                sql: """
                    SELECT \(selection), CAST(NULLIF(o.value, '') AS INTEGER), o.kind = 'formerOwn' AS is_former FROM mark o
                    JOIN \(table.name) r ON r.\(table.quotedKey) = o.key
                    WHERE o.collection = ? AND o.kind IN ('own', 'formerOwn') ORDER BY is_former
                    """, arguments: [table.name]
            ).map(mark(in:))
        }
    }

    /// The current mark; if none is marked, the first record of `owner`, or of the person who is signed in, counts as
    /// marked.
    func current(owner: String? = nil) throws -> Mark? {
        if let current = try marks.first(where: { !$0.isFormer }) { return current }
        return try (owner ?? netid).flatMap { try unmarked(of: $0) }
    }

    /// The first record of `owner`, as if it were marked.
    private func unmarked(of owner: String, besides key: Int? = nil) throws -> Mark? {
        guard let owned = table.owned(by: owner) else { return nil }
        return try Row.fetchOne(
            db,
            sql: """
                SELECT \(selection), NULL, 0 FROM \(table.name) r
                WHERE \(owned) AND \(table.quotedKey) IS NOT ? ORDER BY row
                """, arguments: [owner, key]
        ).map(mark(in:))
    }

    /// The columns that `mark(in:)` reads; the record is r.
    private var selection: String {
        let isSame = "collection = '\(table.name)' AND key = r.\(table.quotedKey)"
        let published = "(SELECT CAST(value AS INTEGER) FROM mark WHERE kind = 'published' AND \(isSame))"
        let listed = "(SELECT hash FROM listed WHERE \(isSame))"
        let owner = "r.\"\(table.definition.owner?.key ?? "")\""
        return ["r.\(table.quotedKey)", "r.hash", owner, published, listed].joined(separator: ", ")
    }

    private func mark(in row: Row) throws -> Mark {
        Mark(
            key: try row.decode(atIndex: 0), hash: try row.decode(atIndex: 1),
            owner: table.definition.owner(in: try row.decode(atIndex: 2)), published: try row.decode(atIndex: 3),
            listed: try row.decode(atIndex: 4), untouched: try row.decode(atIndex: 5),
            isFormer: try row.decode(atIndex: 6))
    }

    /// Own records whose content no server is known to have, the current one first. They are not removed or overwritten
    /// unless the user agreed.
    func edited(owner: String? = nil) throws -> [Mark] { try all(owner: owner).filter(\.isEdited) }

    /// Own records that were ever edited locally, even if the server has had that version, the current one first. They
    /// are not removed unless the user agreed.
    func everEdited(owner: String? = nil) throws -> [Mark] { try all(owner: owner).filter(\.wasEdited) }

    private func all(owner: String?) throws -> [Mark] {
        guard table.definition.owner != nil else { return [] }
        return try [current(owner: owner)].compactMap(\.self) + marks.filter(\.isFormer)
    }

    /// True if `row` is another record with the owner of `record`, which is the user's own and had `key`.
    func isDuplicate(_ row: Int64, of record: Record, at key: Int) throws -> Bool {
        guard let owner = record.owner, !owner.isEmpty, try current()?.key == key else { return false }
        return try table.stored(row: row, in: db)?.record.owner?.caseInsensitiveEquals(owner) ?? false
    }

    // MARK: Marking

    /// Marks a record as the current own one.
    func mark(_ key: Int, untouched: Int64? = nil) throws {
        try marked.remove(.own)
        try marked.remove(.formerOwn, where: "key = \(key)")
        try marked.put(.own, key: key, value: untouched.map(String.init) ?? "")
    }

    func forget(_ key: Int) throws { try marked.remove(.own, .formerOwn, where: "key = \(key)") }

    /// Records that a server has, or had, the record, which therefore is not that of the first launch anymore.
    func published(_ key: Int) throws { try setUntouched(nil, key: key) }

    func setUntouched(_ hash: Int64?, key: Int) throws {
        try db.execute(
            sql: "UPDATE mark SET value = ? WHERE collection = ? AND kind IN ('own', 'formerOwn') AND key = ?",
            arguments: [hash.map(String.init) ?? "", table.name, key])
    }

    /// Removes the marks of deleted records. If none is current, marks the record of `owner`, or of the person who is
    /// signed in.
    func updateMarks(owner: String? = nil) throws {
        guard table.definition.owner != nil else { return }
        let present = "SELECT \(table.quotedKey) FROM \(table.name)"
        try marked.remove(.own, .formerOwn, where: "key NOT IN (\(present))")
        if let current = try current(owner: owner), try marks.allSatisfy(\.isFormer) { try mark(current.key) }
    }

    /// Changes the owner of the own record when `netid` signs in.
    ///
    /// The record of a first launch that no server has takes the NetID; if it was not edited, an existing record of
    /// that NetID replaces it. The owner of any other record is unchanged, and the mark moves to the record of that
    /// NetID.
    /// - Parameters:
    ///   - ifUntouched: true if no server has accepted the NetID yet; then only an unedited record of a first launch
    ///     changes.
    ///   - willChange: called with the key of a record before it is changed.
    /// - Returns: true if a record was changed.
    func claim(_ netid: String, ifUntouched: Bool = false, willChange: (Int) throws -> Void = { _ in }) throws -> Bool {
        guard table.definition.owner != nil, !netid.isEmpty else { return false }
        let current = try marks.first { !$0.isFormer }
        if ifUntouched, current?.isUntouched != true { return false }
        guard let mark = current else {
            if let other = try unmarked(of: netid) { try self.mark(other.key) }
            return false
        }
        guard !mark.owner.caseInsensitiveEquals(netid) else { return false }
        // The user changed the owner of their own record locally.
        let published = try table.publishedRecord(key: mark.key, in: db)
        guard published?.owner?.caseInsensitiveEquals(netid) != true else { return false }
        let other = try unmarked(of: netid, besides: mark.key)
        if mark.isOfServer {
            try leave(mark)
            if let other { try self.mark(other.key) }
            return false
        }
        try willChange(mark.key)
        if mark.isUntouched, let other {
            if let row = try table.row(of: mark.key, in: db) { try table.delete(row: row, in: db) }
            try self.mark(other.key)
        } else {
            try give(mark, netid)
        }
        return true
    }

    private func leave(_ mark: Mark) throws {
        try forget(mark.key)
        let value = mark.untouched.map(String.init) ?? ""
        if mark.wasEdited { try marked.put(.formerOwn, key: mark.key, value: value) }
    }

    private func give(_ mark: Mark, _ netid: String) throws {
        guard let row = try table.row(of: mark.key, in: db), var record = try table.whole(key: mark.key, in: db),
            let field = table.definition.owner
        else { return }
        record[field] = .text(netid)
        let prepared = table.prepare(record)
        try table.update(prepared, row: row, in: db)
        try self.mark(mark.key, untouched: mark.isUntouched ? prepared.hash : mark.untouched)
    }
}
