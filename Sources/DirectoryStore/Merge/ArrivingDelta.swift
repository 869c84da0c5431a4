public import DirectoryModel
import GRDB

/// What is known of a list of which only the difference to the server's last list arrives.
public struct ArrivingDelta: Sendable {
    /// How many records the whole list has.
    let count: Int
    /// The keys of records that the list does not have, unless they arrive.
    let absent: Set<Int>
    /// The collection's revision when the list was requested.
    let revision: Int64

    /// - Parameters:
    ///   - count: how many records the whole list has.
    ///   - removed: the keys that were removed from the list.
    ///   - request: what the list was requested with.
    public init(count: Int, removed: [Int], for request: ListRequest) {
        self.count = count
        absent = request.keys.union(removed)
        revision = request.revision
    }
}

/// Which records of a server's list must arrive although they did not change there, so that the difference has the same
/// effect as the whole list.
public struct ListRequest: Sendable {
    /// The keys of records here that are not as the server's last list had them, and of the user's own.
    public let keys: Set<Int>
    /// The owners of the user's own records.
    public let owners: Set<String>
    /// The collection's revision.
    let revision: Int64
}

extension Store {
    /// What the difference to the server's last list is requested with, or nil where so much differs that the whole list
    /// is needed.
    /// - Parameters:
    ///   - type: the collection.
    ///   - owner: who is signed in.
    ///   - sameAt: the revision at which the records here are known to be those of the server's last list, or nil.
    ///   - others: other keys that must arrive.
    ///   - mostKeys: how many keys there may be.
    public func listRequest<R: DirectoryRecord>(
        of type: R.Type, owner: String, sameAt: Int64?, also others: Set<Int> = [], mostKeys: Int = 500
    ) throws(StoreError) -> ListRequest? {
        try read { db in
            let marks = try OwnTable<R>(in: db).marks
            let revision = try Schema.revision(of: R.collection, in: db)
            let differing = sameAt == revision ? [] : try Self.differingKeys(of: type, limit: mostKeys + 1, in: db)
            let keys = Set(differing).union(marks.map(\.key)).union(others)
            guard keys.count <= mostKeys else { return nil }
            let owners = Set(marks.map(\.owner) + [owner]).filter { !$0.isEmpty }
            return ListRequest(keys: keys, owners: owners, revision: revision)
        }
    }

    /// True unless only the difference to the server's last list arrived, and leads to a list of another length.
    /// - Parameters:
    ///   - staging: what arrived.
    ///   - unlisted: the keys of records in the last list that are not known to be in it.
    public func isConsistent<R: DirectoryRecord>(
        _ staging: StagingDatabase<R>, unlisted: Set<Int>
    ) throws(StoreError) -> Bool {
        // What was set aside may be in the list.
        guard let delta = staging.delta, try staging.rejectedCount == 0 else { return true }
        let arrived = try staging.hashes().map(\.0)
        let listed = try read {
            try Int.fetchSet(
                $0, sql: "SELECT key FROM listed WHERE collection = ?", arguments: [R.collection.name])
        }
        return listed.union(unlisted).subtracting(delta.absent).union(arrived).count == delta.count
    }

    /// The keys of records that are here and not in the server's last list, or there and not here, or differ.
    private static func differingKeys<R: DirectoryRecord>(
        of type: R.Type, limit: Int, in db: Database
    ) throws -> [Int] {
        try Int.fetchAll(
            db, sql: "\(RecordTable<R>().differingFromListed) LIMIT ?",
            arguments: [R.collection.name, R.collection.name, limit])
    }
}

extension RecordTable {
    /// The query for the keys of records here that are not as the server's last list had them; its two arguments are
    /// the name of the collection.
    var differingFromListed: String {
        """
        SELECT p.\(quotedKey) AS key FROM \(name) p LEFT JOIN listed l ON l.collection = ? AND l.key = p.\(quotedKey)
        WHERE l.hash IS NOT p.hash
        UNION ALL SELECT key FROM listed WHERE collection = ? AND key NOT IN (SELECT \(quotedKey) FROM \(name))
        """
    }
}

extension MergeTransaction {
    /// True where only the difference to the server's last list arrived.
    var isDelta: Bool { delta != nil }

    /// The condition that the list does not have the key of a row.
    var isAbsent: String {
        let isMissing = "\(key) NOT IN (SELECT \(key) FROM incoming.arrived)"
        return isDelta ? "\(key) IN (SELECT key FROM incoming.absent) AND \(isMissing)" : isMissing
    }

    /// Where only the difference arrived, all other records must still be as the server's last list had them.
    func refuseEditsMeanwhile() throws {
        guard let delta, try Schema.revision(of: R.collection, in: db) != delta.revision else { return }
        let sql = """
            SELECT EXISTS (SELECT 1 FROM (\(table.differingFromListed))
            WHERE key NOT IN (SELECT key FROM incoming.absent)
            AND key NOT IN (SELECT \(key) FROM incoming.arrived) AND \(mayChange("key"))
            \(how == .replace ? "" : "AND key IN (SELECT key FROM listed WHERE collection = ?)"))
            """
        // What is only here stays as it is where it is not replaced.
        let names = StatementArguments(Array(repeating: table.name, count: how == .replace ? 2 : 3))
        if try Bool.fetchOne(db, sql: sql, arguments: names) == true { throw StoreError.changedMeanwhile }
    }
}
