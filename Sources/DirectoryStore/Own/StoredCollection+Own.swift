public import DirectoryModel
import GRDB
import Language

/// The user's own record: the one that is marked as such, whatever it contains.
extension StoredCollection {
    /// The setting for the NetID with which a server last accepted a sign-in; the current mark belongs to it.
    private var acceptedNetID: Setting<String> { Setting("accepted-netid-\(table.name)") }

    /// The key of the user's own record, or nil.
    /// - Parameter owner: the owner whose record counts if none is marked; nil for the person who is signed in.
    public func ownKey(owner: String? = nil) throws(StoreError) -> Int? {
        try read { try OwnTable(table, in: $0).current(owner: owner)?.key }
    }

    /// The keys of own records whose content no server is known to have, the current one first.
    public func editedOwnKeys(owner: String? = nil) throws(StoreError) -> [Int] {
        try read { try OwnTable(table, in: $0).edited(owner: owner).map(\.key) }
    }

    /// The keys of own records that were ever edited locally, the current one first. They are not removed unless the
    /// user agreed.
    public func everEditedOwnKeys(owner: String? = nil) throws(StoreError) -> [Int] {
        try read { try OwnTable(table, in: $0).everEdited(owner: owner).map(\.key) }
    }

    /// The keys of own records that no file replaces unless the user agreed.
    public func ownKeys() throws(StoreError) -> [Int] {
        try everEditedOwnKeys() + [try ownKey()].compactMap(\.self)
    }

    /// True if `key` is that of the user's own record and can still be typed: it is 0, for unknown, or no server has
    /// the record.
    public func isOwnKeyOpen(_ key: Int) throws(StoreError) -> Bool {
        guard let own = try read({ try OwnTable(table, in: $0).current() }), own.key == key else { return false }
        return key == 0 || (own.published ?? own.listed) == nil
    }

    /// True if the user's own record is as the first launch created it.
    public func isOwnUntouched() throws(StoreError) -> Bool {
        try read { try OwnTable(table, in: $0).marks.first { !$0.isFormer }?.isUntouched ?? false }
    }

    /// Gives the user's own record to `netid`, who signed in. This cannot be undone.
    ///
    /// The owner of a record that the server is known to have is unchanged.
    public func claimOwn(netid: String) throws(StoreError) {
        try store.write { try claimOwn(netid, isAccepted: true, in: $0) }
    }

    fileprivate func claimOwn(_ netid: String, isAccepted: Bool, in db: Database) throws {
        guard definition.owner != nil else { return }
        let own = OwnTable(table, in: db)
        if isAccepted {
            let isSame = try acceptedNetID.value(in: db) == netid
            try acceptedNetID.set(netid, in: db)
            // A server may list the user's own record under another NetID; it is still theirs.
            if isSame, try own.marks.first(where: { !$0.isFormer })?.isOfServer == true { return }
        }
        var claimed: (change: Change, key: Int)?
        _ = try own.claim(netid, ifUntouched: !isAccepted) { key in
            let label = translated("Signing in as \(netid)")
            let change = try Change(table, by: author, label, isOffered: false, in: db)
            try change.record(key: key)
            claimed = (change, key)
        }
        guard let (change, key) = claimed else { return }
        if let new = try own.current()?.key, new != key { try table.moveReferences([key: new], change) }
        try change.finish()
        try table.count(in: db)
    }

    /// Adds and marks the record of a first launch.
    /// - Returns: false if its key is taken.
    func insertOwn(_ record: Record) throws(StoreError) -> Bool {
        let prepared = table.prepare(record)
        return try write(isChange: \.self) { db in
            guard try table.row(of: record.key, in: db) == nil else { return false }
            try saveUnoffered(prepared, key: record.key, translated("Creating your record"), in: db)
            try OwnTable(table, in: db).mark(record.key, untouched: prepared.hash)
            return true
        }
    }

    /// Creates the user's own record if there is none, as a first launch does.
    /// - Parameter netid: the owner of the record; nil or empty for the login name.
    /// - Returns: its key, which is 0, for unknown, if that is free.
    public func makeOwnIfAbsent(_ account: SystemAccount = .current, netid: String?) throws(StoreError) -> Int {
        let own = account.ownRecord(netid: netid)
        return try write { db in
            if let current = try OwnTable(table, in: db).current(owner: own.netid) { return current.key }
            let key = try Int.fetchOne(
                db,
                sql: """
                    SELECT MIN(key) FROM (SELECT 0 AS key UNION SELECT \(table.quotedKey) + 1 FROM \(table.name))
                    WHERE key >= 0 AND key NOT IN (SELECT \(table.quotedKey) FROM \(table.name))
                    """)
            let prepared = table.prepare(own.keyed(key ?? 0).record)
            try saveUnoffered(prepared, key: key ?? 0, translated("Creating your record"), in: db)
            try OwnTable(table, in: db).mark(key ?? 0, untouched: prepared.hash)
            return key ?? 0
        }
    }

    /// The title of the record with a number, for a sentence.
    public func holder(ofKey key: Int) -> String {
        (try? read { try table.holder(ofKey: key, in: $0) }) ?? translated("another \(definition.collection.one)")
    }

    /// The title of the record that `owner` has, or nil.
    /// - Parameter key: a record to ignore.
    public func holder(of owner: String, besides key: Int?) throws(StoreError) -> String? {
        try read { try table.holder(of: owner, besides: key, in: $0) }
    }
}

extension Store {
    /// Stores the sign-in settings, and gives own records to `netid`, in one transaction.
    /// - Parameters:
    ///   - definitions: the collections with owners.
    ///   - isAccepted: false if no server has accepted the NetID yet; then only an unedited record changes.
    public func saveSignIn(
        settings: [SettingValue], netid: String, of definitions: [Definition], isAccepted: Bool
    ) throws(StoreError) {
        try write { db in
            for setting in settings { try setting.store(in: db) }
            for definition in definitions { try self[definition].claimOwn(netid, isAccepted: isAccepted, in: db) }
        }
    }
}

extension RecordTable {
    /// The title of the record with a number, for a sentence.
    func holder(ofKey key: Int, in db: Database) throws -> String {
        let holder = try row(of: key, in: db).flatMap { try stored(row: $0, in: db)?.record }
        return holder?.displayName.line(cutAt: 200) ?? translated("another \(definition.collection.one)")
    }

    fileprivate func holder(of owner: String, besides key: Int?, in db: Database) throws -> String? {
        try keys(ofOwner: owner, in: db).first { $0 != key }.map { try holder(ofKey: $0, in: db) }
    }

    /// Throws `ownerTaken` if the owner of `record` has another record. Keeping the same owner is always allowed.
    /// - Parameter key: the record that `record` replaces, or nil if it is new.
    func refuseSecondOwner(_ record: Record, replacing key: Int?, in db: Database) throws {
        guard let owner = record.owner, !owner.isEmpty else { return }
        let before = try key.flatMap { try whole(key: $0, in: db)?.owner }
        if let before, before.caseInsensitiveEquals(owner) { return }
        guard let holder = try holder(of: owner, besides: key, in: db) else { return }
        let label = definition.owner?.label ?? ""
        throw StoreError.ownerTaken(label: label, owner: owner, holder: holder)
    }
}

/// The user's own record in the store.
public struct OwnRow: Equatable, Sendable {
    public let key: Int
    public let row: Int64
}

extension StoredCollection {
    /// Calls `onChange` with the user's own record, before this returns and whenever another record becomes it; nil if
    /// there is none.
    /// - Parameter owner: the owner whose record counts if none is marked.
    @MainActor
    public func observeOwn(owner: String? = nil, onChange: @escaping @MainActor (OwnRow?) -> Void) -> StoreObservation {
        let observation = ValueObservation.tracking { [table] db -> OwnRow? in
            guard let key = try OwnTable(table, in: db).current(owner: owner)?.key,
                let row = try table.row(of: key, in: db)
            else { return nil }
            return OwnRow(key: key, row: row)
        }.removeDuplicates()
        return store.observe(observation, isImmediate: true, onError: { _ in onChange(nil) }, onChange: onChange)
    }
}
