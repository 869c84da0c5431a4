public import DirectoryModel
import GRDB

/// Which record is one's own: the one that is marked so, whatever it says.
extension Store {
    /// The setting that says who is signed in.
    public static let netidSetting = "netid"

    /// The key of one's own record, or nil where there is none.
    /// - Parameters:
    ///   - type: the collection.
    ///   - owner: whose record counts where none is marked; nil for whoever is signed in.
    public func ownKey<R: DirectoryRecord>(of type: R.Type, owner: String? = nil) throws(StoreError) -> Int? {
        try read { try OwnTable<R>(in: $0).current(owner: owner)?.key }
    }

    /// The keys of own records that hold what no server is known to have, the current one first: they are neither
    /// removed nor written over unless somebody agreed.
    public func editedOwnKeys<R: DirectoryRecord>(
        of type: R.Type, owner: String? = nil
    ) throws(StoreError) -> [Int] {
        try read { try OwnTable<R>(in: $0).edited(owner: owner).map(\.key) }
    }

    /// The keys of own records that were edited here at some time, the current one first, though the server may have had
    /// them as they are since: they are not removed unless somebody agreed.
    public func everEditedOwnKeys<R: DirectoryRecord>(
        of type: R.Type, owner: String? = nil
    ) throws(StoreError) -> [Int] {
        try read { try OwnTable<R>(in: $0).everEdited(owner: owner).map(\.key) }
    }

    /// True where one's own record is as the first launch made it.
    public func isOwnUntouched<R: DirectoryRecord>(_ type: R.Type) throws(StoreError) -> Bool {
        try read { try OwnTable<R>(in: $0).marks.first { !$0.isFormer }?.isUntouched ?? false }
    }

    /// Makes one's own record `netid`'s, for somebody signed in under it; nothing of that is undone.
    ///
    /// A record that the server is known to have stays whose it is; what was edited in it is still protected.
    public func claimOwn<R: DirectoryRecord>(_ type: R.Type, netid: String) throws(StoreError) {
        guard R.ownerKey != nil else { return }
        try told {
            try pool.write { db in
                try Self.claimOwn(type, netid, isAccepted: true, in: db)
            }
        }
    }

    private static func claimOwn<R: DirectoryRecord>(
        _ type: R.Type, _ netid: String, isAccepted: Bool, in db: Database
    ) throws {
        guard try OwnTable<R>(in: db).claim(netid, ifUntouched: !isAccepted) else { return }
        try db.notifyChanges(in: Table(R.collection.name))
        try Schema.countChange(of: R.collection, in: db)
    }

    /// Keeps which server is asked, and makes one's own records `netid`'s: all of it, or where it throws nothing.
    /// - Parameters:
    ///   - settings: which server is asked, by the names of the settings.
    ///   - netid: who is signed in from now on.
    ///   - types: the collections whose records have owners.
    ///   - isAccepted: false where no server has accepted the NetID yet; then only a record that was not edited takes
    ///     it.
    public func keepSignIn(
        settings: [String: String], netid: String, of types: [any DirectoryRecord.Type], isAccepted: Bool
    ) throws(StoreError) {
        try told {
            try pool.write { db in
                for (name, value) in settings { try Self.keep(value, as: name, in: db) }
                for type in types { try Self.claimOwn(type, netid, isAccepted: isAccepted, in: db) }
            }
        }
    }

    /// Adds the record that a first launch makes, and marks it as one's own.
    /// - Returns: false, and nothing changed, where something has its key.
    func insertOwn<R: DirectoryRecord>(_ record: R) throws(StoreError) -> Bool {
        let prepared = RecordTable<R>().prepare(record)
        return try write(R.self, isChange: \.self) { db in
            guard try RecordTable<R>().insert(prepared, in: db) else { return false }
            try OwnTable<R>(in: db).mark(record.key, untouched: prepared.hash)
            return true
        }
    }

    /// What the person is called who has the NetID, or whatever else tells owners apart; nil where nobody has it.
    /// - Parameters:
    ///   - owner: the NetID, or whatever else tells owners apart.
    ///   - key: the record that may have it.
    ///   - type: the collection.
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

    /// Refuses a second record of one owner, in the transaction that would write it; an owner that was there before is
    /// left alone.
    /// - Parameter key: the record that `record` takes the place of, or nil where it is new.
    static func refuseSecondOwner<R: DirectoryRecord>(
        _ record: R, inPlaceOf key: Int?, in db: Database
    ) throws {
        guard let owner = record.owner, !owner.isEmpty else { return }
        let before = try key.flatMap { try RecordTable<R>().whole(key: $0, in: db)?.owner }
        if let before, before.caseInsensitiveEquals(owner) { return }
        guard let holder = try holder(of: owner, besides: key, R.self, in: db) else { return }
        let label = R.ownerKey.flatMap(R.field(named:))?.label ?? ""
        throw StoreError.ownerTaken(label: label, owner: owner, holder: holder)
    }
}
