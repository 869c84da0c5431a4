public import DirectoryModel

/// Reads records of a collection, several at a time; made once where rows are read again and again.
public struct RecordReader<R: DirectoryRecord>: Sendable {
    private let store: Store
    private let table = RecordTable<R>()

    /// A reader of the records in `store`.
    public init(store: Store) { self.store = store }

    /// The records in `rows`, without their pictures, for those that exist, all as they were at one moment.
    public func stored(_ rows: [Int64]) throws(StoreError) -> [StoredRecord<R>] {
        try store.read { db in try rows.compactMap { try table.stored(row: $0, in: db) } }
    }
}
