public import DirectoryModel
import GRDB

/// A record of the model. GRDB has a class of this name, and a module's own name comes first.
public typealias Record = DirectoryModel.Record

/// The records of one collection in a store.
public struct StoredCollection: Sendable {
    public let store: Store
    public let definition: Definition
    let table: RecordTable

    init(_ definition: Definition, in store: Store) {
        (self.store, self.definition, table) = (store, definition, RecordTable(definition))
    }

    var author: ChangeAuthor { store.author }

    /// How often the collection has changed; equal numbers mean equal content.
    public func revision() throws(StoreError) -> Int64 {
        try read { try Schema.revision(of: definition.collection, in: $0) }
    }

    /// Runs `body` on a snapshot.
    func read<T>(_ body: (Database) throws -> T) throws(StoreError) -> T { try store.read(body) }

    /// Runs `body` in one transaction, and counts it as a change of the collection if `isChange` returns true.
    func write<T>(isChange: (T) -> Bool = { _ in true }, _ body: (Database) throws -> T) throws(StoreError) -> T {
        try store.write { db in
            let result = try body(db)
            if isChange(result) { try table.count(in: db) }
            return result
        }
    }
}

extension RecordTable {
    /// Counts a change of the collection and notifies its observers.
    func count(in db: Database) throws {
        try db.notifyChanges(in: Table(name))
        try Schema.countChange(of: definition.collection, in: db)
    }
}
