public import DirectoryModel
import GRDB

/// Which record is one's own: the one that is marked so, whatever it says.
extension Store {
    /// The setting that says who is signed in.
    public static let netidSetting = "netid"

    /// The key of one's own record, or nil where there is none.
    /// - Parameter owner: whose record counts where none is marked; nil for whoever is signed in.
    public func ownKey<R: DirectoryModel.Record>(of type: R.Type, owner: String? = nil) throws(StoreProblem) -> Int? {
        try read { try OwnTable<R>(in: $0).current(owner: owner)?.key }
    }

    /// The keys of own records that hold what no server is known to have, the current one first: they are neither
    /// removed nor written over unless somebody agreed.
    public func editedOwnKeys<R: DirectoryModel.Record>(
        of type: R.Type, owner: String? = nil
    ) throws(StoreProblem) -> [Int] {
        try read { try OwnTable<R>(in: $0).edited(owner: owner).map(\.key) }
    }

    /// True where one's own record is as the first launch made it.
    public func isOwnUntouched<R: DirectoryModel.Record>(_ type: R.Type) throws(StoreProblem) -> Bool {
        try read { try OwnTable<R>(in: $0).marks.first { !$0.isFormer }?.isUntouched ?? false }
    }

    /// Makes one's own record `netid`'s, for somebody signed in under it; nothing of that is undone.
    ///
    /// A record that the server is known to have stays whose it is; what was edited in it is still protected.
    public func claimOwn<R: DirectoryModel.Record>(_ type: R.Type, netid: String) throws(StoreProblem) {
        guard R.ownerKey != nil else { return }
        try told {
            try pool.write { db in
                guard try OwnTable<R>(in: db).claim(netid) else { return }
                try db.notifyChanges(in: Table(R.collection.name))
                try Schema.countChange(of: R.collection, in: db)
            }
        }
    }

    /// Adds the record that a first launch makes, and marks it as one's own.
    /// - Returns: false, and nothing changed, where something has its key.
    func insertOwn<R: DirectoryModel.Record>(_ record: R) throws(StoreProblem) -> Bool {
        let prepared = RecordTable<R>().prepare(record)
        return try write(R.self, isChange: \.self) { db in
            guard try RecordTable<R>().insert(prepared, in: db) else { return false }
            try OwnTable<R>(in: db).mark(record.key, untouched: prepared.hash)
            return true
        }
    }

    /// What the person is called who has the NetID, or whatever else tells owners apart; nil where nobody has it.
    /// - Parameter key: the record that may have it.
    public func holder<R: DirectoryModel.Record>(
        of owner: String, besides key: Int?, _ type: R.Type
    ) throws(StoreProblem) -> String? {
        guard let owned = Self.owned(type, by: owner) else { return nil }
        let table = RecordTable<R>()
        return try read { db in
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT \(table.selection) FROM \(table.name) WHERE \(owned) AND "\(table.keyColumn)" IS NOT ?
                    ORDER BY row
                    """, arguments: [owner, key])
            return row.map { table.record($0).record.displayName }
        }
    }
}
