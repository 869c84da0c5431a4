import DirectoryModel
import GRDB

/// The difference between a list and the server's previous one.
public struct ArrivingDelta: Sendable {
    /// How many records the whole list has.
    let count: Int
    /// The keys that are not in the list unless they arrive.
    let absent: Set<Int>
    let revision: Int64

    /// - Parameters:
    ///   - count: how many records the whole list has.
    ///   - removed: the keys that left the list.
    public init(count: Int, removed: [Int], for request: ListRequest) {
        self.count = count
        absent = request.keys.union(removed)
        revision = request.revision
    }
}

/// The records that a server must send even if they did not change there, so that the difference has the same effect as
/// the whole list.
public struct ListRequest: Sendable {
    /// The keys of the user's own records, and of those that differ from the server's last list.
    public let keys: Set<Int>
    public let owners: Set<String>
    let revision: Int64
}

extension StoredCollection {
    /// What to request the difference to the server's last list with, or nil if the whole list is needed.
    /// - Parameters:
    ///   - owner: who is signed in.
    ///   - sameAt: the revision at which the store equals the server's last list, if known.
    ///   - others: other keys that must arrive.
    ///   - maxKeys: how many keys a request may have.
    public func listRequest(
        owner: String, sameAt: Int64?, also others: Set<Int> = [], maxKeys: Int = 500
    ) throws(StoreError) -> ListRequest? {
        try read { db in
            let marks = try OwnTable(table, in: db).marks
            let revision = try Schema.revision(of: definition.collection, in: db)
            let differing = sameAt == revision ? [] : try table.differingKeys(limit: maxKeys + 1, in: db)
            let keys = Set(differing).union(marks.map(\.key)).union(others)
            guard keys.count <= maxKeys else { return nil }
            let owners = Set(marks.map(\.owner) + [owner]).filter { !$0.isEmpty }
            return ListRequest(keys: keys, owners: owners, revision: revision)
        }
    }

    /// False if a difference arrived that leads to a list of another length than the server reported.
    /// - Parameter unlisted: keys of the last list that the store does not know to be in it.
    public func isConsistent(_ staging: StagingDatabase, unlisted: Set<Int>) throws(StoreError) -> Bool {
        // Rejected elements may be in the list.
        guard let delta = staging.delta, try staging.rejectedCount == 0 else { return true }
        let arrived = try staging.hashes().map(\.0)
        // Only keys that the list gains or loses are looked up.
        let gone = delta.absent.subtracting(arrived)
        let present = unlisted.subtracting(delta.absent).union(arrived)
        let (count, known) = try read { db in
            let listed = "FROM listed WHERE collection = '\(table.name)'"
            let keys = MergeTransaction.list(gone.union(present))
            return (
                try Int.fetchOne(db, sql: "SELECT COUNT(*) \(listed)") ?? 0,
                try Int.fetchSet(db, sql: "SELECT key \(listed) AND key IN \(keys)")
            )
        }
        return count - known.intersection(gone).count + present.subtracting(known).count == delta.count
    }
}

extension RecordTable {
    fileprivate func differingKeys(limit: Int, in db: Database) throws -> [Int] {
        try Int.fetchAll(db, sql: "\(differingFromListed) LIMIT ?", arguments: [name, name, limit])
    }

    /// Selects the keys of records that differ from the server's last list; both arguments are the collection's name.
    var differingFromListed: String {
        """
        SELECT p.\(quotedKey) AS key FROM \(name) p LEFT JOIN listed l ON l.collection = ? AND l.key = p.\(quotedKey)
        WHERE l.hash IS NOT p.hash
        UNION ALL SELECT key FROM listed WHERE collection = ? AND key NOT IN (SELECT \(quotedKey) FROM \(name))
        """
    }
}

extension MergeTransaction {
    var isDelta: Bool { delta != nil }

    /// The condition that the key in `column` is not in the list.
    func isAbsent(_ column: String) -> String {
        let isMissing = "\(column) NOT IN (SELECT \(key) FROM incoming.arrived)"
        return isDelta ? "\(column) IN (SELECT key FROM incoming.absent) AND \(isMissing)" : isMissing
    }

    /// If only a difference arrived, all other records must still equal the server's last list.
    func refuseEditsMeanwhile() throws {
        guard let delta, try Schema.revision(of: definition.collection, in: db) != delta.revision else { return }
        let sql = """
            SELECT EXISTS (SELECT 1 FROM (\(table.differingFromListed))
            WHERE key NOT IN (SELECT key FROM incoming.absent)
            AND key NOT IN (SELECT \(key) FROM incoming.arrived) AND \(mayChange("key"))
            \(strategy == .replace ? "" : "AND key IN (SELECT key FROM listed WHERE collection = ?)"))
            """
        // Only a list that replaces the local one removes local additions.
        let names = StatementArguments(Array(repeating: table.name, count: strategy == .replace ? 2 : 3))
        if try Bool.fetchOne(db, sql: sql, arguments: names) == true { throw StoreError.changedMeanwhile }
    }
}
