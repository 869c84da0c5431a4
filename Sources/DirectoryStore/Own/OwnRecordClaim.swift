import DirectoryModel
import GRDB
import Language

/// Gives own records to a person who signs in. This cannot be undone.
///
/// The owner of a record that the server is known to have is unchanged.
public struct OwnRecordClaim: Sendable {
    private let netid: String
    private let isAccepted: Bool
    private let unsent: UnsentChanges?

    /// - Parameters:
    ///   - isAccepted: false if no server has accepted the NetID yet; then only an unedited record changes.
    ///   - unsent: what happens to changes of another person that were not uploaded.
    public init(by netid: String, isAccepted: Bool = true, _ unsent: UnsentChanges? = nil) {
        self.netid = netid
        self.isAccepted = isAccepted
        self.unsent = unsent
    }

    /// Gives the own records of all collections to the person, and stores `settings`, in one transaction.
    /// - Returns: the keys of the records whose changes were preserved, by the name of the collection.
    /// - Throws: `unsentChanges` if there are such changes, and nothing was decided; the store is unchanged.
    @discardableResult
    public func save(in store: Store, with settings: [SettingValue]) throws(StoreError) -> [String: Set<Int>] {
        try store.write { db in
            for setting in settings { try setting.store(in: db) }
            var preserved: [String: Set<Int>] = [:]
            for definition in store.collections {
                preserved[definition.collection.name] = try apply(to: store[definition], in: db)
            }
            return preserved
        }
    }

    /// - Returns: the key of the record whose changes were preserved, if any.
    func apply(to collection: StoredCollection, in db: Database) throws -> Set<Int> {
        guard collection.definition.owner != nil else { return [] }
        let table = collection.table
        try table.markOwnOfLastPerson(in: db)
        let own = try OwnRecordPolicy(table, signingIn: netid, in: db)
        if isAccepted { try table.acceptedNetID.set(netid, in: db) }
        let effect = own.signInEffect(isAccepted: isAccepted)
        let other = try own.unsentOwner(effect).map { try $0.isEmpty ? table.holder(ofKey: own.key ?? 0, in: db) : $0 }
        if let other, unsent == nil { throw StoreError.unsentChanges(of: other) }
        // The mark is that of the person who is signed in, whatever is undone.
        if case .move(let key) = effect { try MarkTable(table, in: db).markOwn(key) }
        switch effect {
        case .move where other != nil && unsent == .discard:
            let label = translated("Discarding the changes of \(other ?? "")")
            try collection.change(label, in: db, own.discardEdits)
        case .adopt, .replace:
            try collection.change(translated("Signed in as \(netid)"), .unoffered, in: db) { try own.claim(effect, $0) }
        case .move, .nothing: return other == nil ? [] : own.keys
        }
        return []
    }
}
