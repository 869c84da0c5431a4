public import DirectoryModel
import GRDB
import Language

/// The user's own record: the one that is marked as such, whatever it contains.
extension Store {
    /// The setting for the NetID that is signed in.
    public static let netidSetting = "netid"

    /// The setting for the NetID with which a server last accepted a sign-in; the current mark belongs to it.
    private static func acceptedNetID<R: DirectoryRecord>(of type: R.Type) -> String {
        "accepted-netid-\(R.collection.name)"
    }

    /// The key of the user's own record, or nil.
    /// - Parameter owner: the owner whose record counts if none is marked; nil for the person who is signed in.
    public func ownKey<R: DirectoryRecord>(of type: R.Type, owner: String? = nil) throws(StoreError) -> Int? {
        try read { try OwnTable<R>(in: $0).current(owner: owner)?.key }
    }

    /// The keys of own records whose content no server is known to have, the current one first.
    public func editedOwnKeys<R: DirectoryRecord>(
        of type: R.Type, owner: String? = nil
    ) throws(StoreError) -> [Int] {
        try read { try OwnTable<R>(in: $0).edited(owner: owner).map(\.key) }
    }

    /// The keys of own records that were ever edited here, the current one first. They are not removed unless the user
    /// agreed.
    public func everEditedOwnKeys<R: DirectoryRecord>(
        of type: R.Type, owner: String? = nil
    ) throws(StoreError) -> [Int] {
        try read { try OwnTable<R>(in: $0).everEdited(owner: owner).map(\.key) }
    }

    /// The keys of own records that no file replaces unless the user agreed.
    public func ownKeys<R: DirectoryRecord>(of type: R.Type) throws(StoreError) -> [Int] {
        try everEditedOwnKeys(of: type) + [try ownKey(of: type)].compactMap(\.self)
    }

    /// True if `key` is that of the user's own record and can still be typed: it is 0, for unknown, or no server has
    /// the record.
    public func isOwnKeyOpen<R: DirectoryRecord>(_ key: Int, of type: R.Type) throws(StoreError) -> Bool {
        guard let own = try read({ try OwnTable<R>(in: $0).current() }), own.key == key else { return false }
        return key == 0 || (own.published ?? own.listed) == nil
    }

    /// True if the user's own record is as the first launch created it.
    public func isOwnUntouched<R: DirectoryRecord>(_ type: R.Type) throws(StoreError) -> Bool {
        try read { try OwnTable<R>(in: $0).marks.first { !$0.isFormer }?.isUntouched ?? false }
    }

    /// Gives the user's own record to `netid`, who signed in. This cannot be undone.
    ///
    /// A record that the server is known to have keeps its owner.
    public func claimOwn<R: DirectoryRecord>(_ type: R.Type, netid: String) throws(StoreError) {
        try write { try claimOwn(type, netid, isAccepted: true, in: $0) }
    }

    private func claimOwn<R: DirectoryRecord>(
        _ type: R.Type, _ netid: String, isAccepted: Bool, in db: Database
    ) throws {
        guard R.definition.owner != nil else { return }
        let own = OwnTable<R>(in: db)
        if isAccepted {
            let isSame = try Self.setting(Self.acceptedNetID(of: type), in: db) == netid
            try Self.keep(netid, as: Self.acceptedNetID(of: type), in: db)
            // A server may list the user's own record under another NetID; it stays theirs.
            if isSame, try own.marks.first(where: { !$0.isFormer })?.isOfServer == true { return }
        }
        var claimed: (journal: UndoJournal<R>, key: Int)?
        _ = try own.claim(netid, ifUntouched: !isAccepted) { key in
            let label = translated("Signing in as \(netid)")
            let journal = try UndoJournal<R>(by: author, label, isOffered: false, in: db)
            try journal.remember(key: key)
            claimed = (journal, key)
        }
        guard let (journal, key) = claimed else { return }
        if let new = try own.current()?.key, new != key { try Self.moveReferences(of: type, [key: new], journal) }
        try journal.rememberAfter()
        try Self.count(R.self, in: db)
    }

    /// Stores the sign-in settings, and gives own records to `netid`, in one transaction.
    /// - Parameters:
    ///   - settings: the values by name.
    ///   - types: the collections with owners.
    ///   - isAccepted: false if no server has accepted the NetID yet; then only an unedited record changes.
    public func keepSignIn(
        settings: [String: String], netid: String, of types: [any DirectoryRecord.Type], isAccepted: Bool
    ) throws(StoreError) {
        try write { db in
            for (name, value) in settings { try Self.keep(value, as: name, in: db) }
            for type in types { try claimOwn(type, netid, isAccepted: isAccepted, in: db) }
        }
    }

    /// Adds and marks the record of a first launch.
    /// - Returns: false if its key is taken.
    func insertOwn<R: DirectoryRecord>(_ record: R) throws(StoreError) -> Bool {
        let prepared = RecordTable<R>().prepare(record)
        return try write(R.self, isChange: \.self) { db in
            guard try RecordTable<R>().row(of: record.key, in: db) == nil else { return false }
            try keepUnasked(prepared, key: record.key, translated("Creating your record"), in: db)
            try OwnTable<R>(in: db).mark(record.key, untouched: prepared.hash)
            return true
        }
    }

    /// Creates the user's own record if there is none, as a first launch does.
    /// - Parameter netid: the owner of the record; nil or empty for the login name.
    /// - Returns: its key, which is 0, for unknown, if that is free.
    public func makeOwnIfAbsent(_ account: SystemAccount = .current, netid: String?) throws(StoreError) -> Int {
        let own = account.ownRecord(netid: netid)
        let table = RecordTable<DukePerson>()
        return try write(DukePerson.self) { db in
            if let here = try OwnTable<DukePerson>(in: db).current(owner: own.netid) { return here.key }
            let key = try Int.fetchOne(
                db,
                sql: """
                    SELECT MIN(key) FROM (SELECT 0 AS key UNION SELECT \(table.quotedKey) + 1 FROM \(table.name))
                    WHERE key >= 0 AND key NOT IN (SELECT \(table.quotedKey) FROM \(table.name))
                    """)
            try CardKeys<DukePerson>(in: db).forgetMissing()
            let prepared = table.prepare(own.keyed(key ?? 0))
            try keepUnasked(prepared, key: key ?? 0, translated("Creating your record"), in: db)
            try OwnTable<DukePerson>(in: db).mark(key ?? 0, untouched: prepared.hash)
            return key ?? 0
        }
    }

    /// The title of the record with a number, for a sentence.
    public func holder<R: DirectoryRecord>(ofKey key: Int, _ type: R.Type) -> String {
        (try? read { try Self.holder(ofKey: key, type, in: $0) }) ?? translated("another \(R.collection.one)")
    }

    static func holder<R: DirectoryRecord>(ofKey key: Int, _ type: R.Type, in db: Database) throws -> String {
        let table = RecordTable<R>()
        let here = try table.row(of: key, in: db).flatMap { try table.stored(row: $0, in: db)?.record }
        return here?.displayName.line(cutAt: 200) ?? translated("another \(R.collection.one)")
    }

    /// The title of the record that `owner` has, or nil.
    /// - Parameter key: a record to ignore.
    public func holder<R: DirectoryRecord>(
        of owner: String, besides key: Int?, _ type: R.Type
    ) throws(StoreError) -> String? {
        try read { try Self.holder(of: owner, besides: key, type, in: $0) }
    }

    private static func holder<R: DirectoryRecord>(
        of owner: String, besides key: Int?, _ type: R.Type, in db: Database
    ) throws -> String? {
        guard let owned = owned(type, by: owner) else { return nil }
        let table = RecordTable<R>()
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT \(table.selection) FROM \(table.name) WHERE \(owned) AND "\(table.keyColumn)" IS NOT ?
                ORDER BY row
                """, arguments: [owner, key])
        return row.map { table.record($0).record.displayName }
    }

    /// Throws `ownerTaken` if the owner of `record` has another record. Keeping the same owner is always allowed.
    /// - Parameter key: the record that `record` replaces, or nil if it is new.
    static func refuseSecondOwner<R: DirectoryRecord>(
        _ record: R, inPlaceOf key: Int?, in db: Database
    ) throws {
        guard let owner = record.owner, !owner.isEmpty else { return }
        let before = try key.flatMap { try RecordTable<R>().whole(key: $0, in: db)?.owner }
        if let before, before.caseInsensitiveEquals(owner) { return }
        guard let holder = try holder(of: owner, besides: key, R.self, in: db) else { return }
        let label = R.definition.owner?.label ?? ""
        throw StoreError.ownerTaken(label: label, owner: owner, holder: holder)
    }
}
