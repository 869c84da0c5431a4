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
    /// The keys of the user's own record, and of those that differ from the server's last list.
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
            let own = try OwnRecordPolicy(table, owner: owner, in: db)
            let revision = try Schema.revision(of: definition.collection, in: db)
            let differing = sameAt == revision ? [] : try table.keysDifferingFromListed(in: db)
            let keys = differing.union(own.keys).union(others)
            guard keys.count <= maxKeys else { return nil }
            return ListRequest(keys: keys, owners: Set(own.names), revision: revision)
        }
    }

    /// False if a difference arrived that leads to a list of another length than the server reported.
    /// - Parameter unlisted: keys of the last list that the store does not know to be in it.
    public func isConsistent(_ staging: StagedList, unlisted: Set<Int>) throws(StoreError) -> Bool {
        // Rejected elements may be in the list.
        guard let delta = staging.delta, try staging.rejected.isEmpty else { return true }
        let arrived = try staging.records.all.map(\.key)
        let last = try read { try table.listedHashes(in: $0).keys }
        return unlisted.union(last).subtracting(delta.absent).union(arrived).count == delta.count
    }
}

extension RecordTable {
    /// The keys of records that differ from the server's last list.
    fileprivate func keysDifferingFromListed(in db: Database) throws -> Set<Int> {
        let (stored, listed) = (try hashes(in: db), try listedHashes(in: db))
        return Set(stored.keys).union(listed.keys).filter { stored[$0] != listed[$0] }
    }

    /// The hashes in the server's last list, by key.
    func listedHashes(in db: Database) throws -> [Int: Int64] {
        try hashes("SELECT key, hash FROM listed WHERE collection = ?", [name], in: db)
    }
}
