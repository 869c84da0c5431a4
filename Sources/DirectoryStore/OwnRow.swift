public import DirectoryModel
import GRDB

/// The place of the user's own record in the store.
public struct OwnRow: Equatable, Sendable {
    /// The key of the record.
    public let key: Int
    /// Its row.
    public let row: Int64
}

extension Store {
    /// Calls `onChange` with the user's own record, and again each time another record is; nil where there is not one.
    /// - Parameters:
    ///   - type: the collection.
    ///   - owner: the owner whose record counts where none is marked.
    ///   - onChange: called on the main actor, the first time before this returns.
    @MainActor
    public func observeOwn<R: DirectoryRecord>(
        of type: R.Type, owner: String? = nil, onChange: @escaping @MainActor (OwnRow?) -> Void
    ) -> StoreObservation {
        let observation = ValueObservation.tracking { db -> OwnRow? in
            guard let key = try OwnTable<R>(in: db).current(owner: owner)?.key,
                let row = try RecordTable<R>().row(of: key, in: db)
            else { return nil }
            return OwnRow(key: key, row: row)
        }.removeDuplicates()
        return observe(observation, isImmediate: true, onError: { _ in onChange(nil) }, onChange: onChange)
    }
}
