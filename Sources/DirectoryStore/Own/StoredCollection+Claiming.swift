import DirectoryModel
import GRDB
import Language

extension StoredCollection {
    /// Gives the user's own record to the person who signs in as `netid`.
    /// - Parameter changes: what happens to changes of another person that were not uploaded.
    /// - Returns: the key of the record whose changes were preserved, if any.
    /// - Throws: `unsentChanges` if there are such changes, and `changes` is nil.
    @discardableResult
    public func claimOwn(netid: String, _ changes: UnsentChanges? = nil) throws(StoreError) -> Set<Int> {
        try write { try claimOwn(netid: netid, isAccepted: true, changes, in: $0) }
    }

    /// The owner of a record that the server is known to have is unchanged. This cannot be undone.
    func claimOwn(
        netid: String, isAccepted: Bool, _ changes: UnsentChanges?, in db: Database
    ) throws -> Set<Int> {
        guard definition.owner != nil else { return [] }
        // The record that counts for the last person is theirs as if it had been marked.
        if let last = try table.acceptedNetID.value(in: db) {
            try MarkTable(table, in: db).markOwn(OwnRecordPolicy(table, owner: last, in: db))
        }
        let own = try OwnRecordPolicy(table, signingIn: netid, in: db)
        if isAccepted { try table.acceptedNetID.set(netid, in: db) }
        let effect = own.signInEffect(isAccepted: isAccepted)
        let other = try own.unsentOwner(effect).map { try $0.isEmpty ? table.holder(ofKey: own.key ?? 0, in: db) : $0 }
        if let other, changes == nil { throw StoreError.unsentChanges(of: other) }
        // The mark is that of the person who is signed in, whatever is undone.
        if case .move(let key) = effect { try MarkTable(table, in: db).markOwn(key) }
        switch effect {
        case .move where other != nil && changes == .discard:
            let label = translated("Discarding the changes of \(other ?? "")")
            try change(label, in: db, own.discardEdits)
        case .adopt, .replace:
            try change(translated("Signed in as \(netid)"), .unoffered, in: db) { try own.claim(effect, $0) }
        case .move, .nothing: return other == nil ? [] : own.keys
        }
        return []
    }
}
