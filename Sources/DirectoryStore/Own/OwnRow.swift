import DirectoryModel
import GRDB

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
