import DirectoryModel
import GRDB

/// The user's own record, and what may happen to it. It is read once for a merge, a sign-in, or an edit.
///
/// One record is marked as the user's own, whatever it contains. The mark has the hash that the record had after a first
/// launch, to detect edits. If none is marked, the first record of the person who is signed in counts.
public struct OwnRecordPolicy: Equatable, Sendable {
    /// The key of the own record, or nil if there is none.
    public internal(set) var key: Int?
    var hash: Int64?
    var owner = ""
    var isMarked = false
    /// The hash of what the server is known to have, or nil.
    var published: Int64?
    /// The hash in the server's last list; nil if the list did not contain the record, or the record had been edited
    /// before.
    var listed: Int64?
    /// The hash after a first launch, or nil if that did not create the record.
    var untouched: Int64?
    /// The person who signs in, or is signed in.
    var netid: String?
    /// The first record of that person besides the marked one, or nil.
    var other: Int?
    /// The owner in what the server is known to have; read only for a sign-in.
    var publishedOwner: String?
    /// The NetID with which a server last accepted a sign-in; read only for a sign-in.
    var accepted: String?

    /// The key of the own record, if there is one.
    public var keys: Set<Int> { key.map { [$0] } ?? [] }
    /// True if it is as the first launch created it.
    public var isUntouched: Bool { key != nil && hash == untouched }
    /// True if a server has it, or had it.
    var isOfServer: Bool { key != nil && (untouched == nil || published != nil) }
    /// True if no server is known to have its content. It is not removed or overwritten unless the user agreed.
    public var isEdited: Bool { key != nil && !isUntouched && (published ?? listed) != hash }
    /// True if it was ever edited locally, even if the server has had that version. It is not removed unless the user
    /// agreed.
    public var wasEdited: Bool { isEdited || key != nil && !isUntouched && listed != hash }
    /// True if its number can still be typed: it is 0, for unknown, or no server has the record.
    public var isKeyOpen: Bool { key == 0 || key != nil && (published ?? listed) == nil }
    /// True if its owner is signed in.
    var isSignedIn: Bool { isMarked && netid.map(owner.caseInsensitiveEquals) == true }
    /// The names under which a list may have it.
    var names: [String] { [owner, netid ?? ""].filter { !$0.isEmpty } }

    /// What a sign-in does to the own record.
    enum SignInEffect: Equatable {
        case nothing
        /// The record takes the NetID.
        case adopt
        /// The person's existing record replaces it.
        case replace(by: Int)
        /// The person's existing record, if any, becomes the own one.
        case move(to: Int?)
    }

    /// What the sign-in of `netid` does.
    /// - Parameter isAccepted: false if no server has accepted the NetID yet; then only an unedited record of a first
    ///   launch changes.
    func signInEffect(isAccepted: Bool) -> SignInEffect {
        guard let key, let netid, !netid.isEmpty else { return .nothing }
        guard isMarked else { return isAccepted ? .move(to: key) : .nothing }
        guard isAccepted || isUntouched else { return .nothing }
        // The user may have changed the owner locally, and a server may list the record under another NetID.
        let isTheirs =
            [owner, publishedOwner ?? ""].contains(where: netid.caseInsensitiveEquals)
            || isAccepted && isOfServer && accepted == netid
        if isTheirs { return .nothing }
        let wasOthers = isEdited && accepted.map(netid.caseInsensitiveEquals) == false
        if isOfServer || wasOthers { return .move(to: other) }
        return if isUntouched, let other { .replace(by: other) } else { .adopt }
    }

    /// The person whose changes were not uploaded and lose their protection with the sign-in, or nil.
    /// - Returns: "" if their name is unknown.
    func unsentOwner(_ effect: SignInEffect) -> String? {
        guard case .move = effect, isMarked, isEdited else { return nil }
        return accepted ?? owner
    }
}

extension OwnRecordPolicy {
    /// - Parameter owner: the person whose list it is, and whose record counts if none is marked; nil for the one who is
    ///   signed in.
    init(_ table: RecordTable, owner: String? = nil, in db: Database) throws {
        guard let field = table.definition.owner else { return }
        netid = try owner ?? Setting.netid.value(in: db)
        let named = netid.flatMap(table.owned)
        let sameRecord = "collection = '\(table.name)' AND key = r.\(table.quotedKey)"
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT r.\(table.quotedKey), r.hash, r.\(field.column),
                    (SELECT CAST(value AS INTEGER) FROM mark WHERE kind = 'published' AND \(sameRecord)),
                    (SELECT hash FROM listed WHERE \(sameRecord)), o.key IS NOT NULL AS is_marked,
                    CAST(NULLIF(o.value, '') AS INTEGER)
                FROM \(table.name) r LEFT JOIN mark o
                    ON o.collection = '\(table.name)' AND o.kind = 'own' AND o.key = r.\(table.quotedKey)
                WHERE r.\(table.quotedKey) IN (\(table.marked(.own))
                    \(named.map { "UNION SELECT \(table.quotedKey) FROM \(table.name) WHERE \($0)" } ?? ""))
                ORDER BY is_marked DESC, row LIMIT 2
                """, arguments: named == nil ? [] : [netid])
        guard let row = rows.first else { return }
        key = try row.decode(atIndex: 0)
        hash = try row.decode(atIndex: 1)
        self.owner = table.definition.owner(in: try row.decode(atIndex: 2))
        published = try row.decode(atIndex: 3)
        listed = try row.decode(atIndex: 4)
        isMarked = try row.decode(atIndex: 5)
        untouched = try row.decode(atIndex: 6)
        if isMarked, rows.count > 1 { other = try rows[1].decode(atIndex: 0) }
    }

    init(_ table: RecordTable, signingIn netid: String, in db: Database) throws {
        try self.init(table, owner: netid, in: db)
        publishedOwner = try key.flatMap { try table.publishedRecord(key: $0, in: db)?.owner }
        accepted = try table.acceptedNetID.value(in: db)
    }

    /// Gives the own record to the person who signs in, or replaces it by theirs.
    func claim(_ effect: SignInEffect, _ change: Change) throws {
        let (table, marks) = (change.table, MarkTable(change.table, in: change.db))
        guard let key, let field = table.definition.owner else { return }
        switch effect {
        case .adopt:
            guard var record = try table.whole(key: key, in: change.db) else { return }
            record[field] = .text(netid ?? "")
            let prepared = table.prepare(record)
            try change.put(prepared, key: key)
            try marks.markOwn(key, untouched: isUntouched ? prepared.hash : untouched)
        case .replace(let other):
            try change.remove(key: key)
            try marks.markOwn(other)
            try change.moveReferences([key: other])
        case .move, .nothing: break
        }
    }

    /// Restores what the server is known to have of the record, or removes it if no server has it. If only its hash is
    /// known, the next download restores it.
    func discardEdits(_ change: Change) throws {
        let (table, db) = (change.table, change.db)
        guard let key else { return }
        let image = try (published ?? listed).flatMap {
            try table.images(where: "key = \(key) AND hash = \($0)", in: db).last
        }
        let known =
            try table.publishedRecord(key: key, in: db) ?? image.flatMap { try table.record(of: $0, in: db) }
        if let known {
            try change.put(known)
        } else if (published ?? listed) == nil {
            try change.remove(key: key)
        }
    }
}

extension RecordTable {
    /// The NetID with which a server last accepted a sign-in; the mark of the own record belongs to it.
    var acceptedNetID: Setting<String> { Setting("accepted-netid-\(name)") }
}

extension MarkTable {
    /// Marks a record as the user's own, or none.
    /// - Parameter untouched: its hash after a first launch.
    func markOwn(_ key: Int?, untouched: Int64? = nil) throws {
        try remove(.own)
        if let key { try put(.own, key: key, value: untouched.map(String.init) ?? "") }
    }

    /// Marks the record that counts as the user's own, unless it is marked.
    func markOwn(_ own: OwnRecordPolicy) throws { if !own.isMarked { try markOwn(own.key) } }

    /// Records that a server has, or had, the record, which therefore is not that of the first launch anymore.
    func clearUntouched(_ key: Int) throws { if try value(.own, key: key) != nil { try markOwn(key) } }
}

/// What happens to changes of the own record that were not uploaded when somebody else signs in.
public enum UnsentChanges: Sendable, CaseIterable {
    /// The record remains in the list, as an ordinary one.
    case preserve
    /// The record gets back the version that the server is known to have; without one it is removed.
    case discard
}
