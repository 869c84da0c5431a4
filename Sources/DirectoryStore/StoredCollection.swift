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
        self.store = store
        self.definition = definition
        table = RecordTable(definition)
    }

    /// How often the collection has changed; equal numbers mean equal content.
    public func revision() throws(StoreError) -> Int64 {
        try read { try Schema.revision(of: definition.collection, in: $0) }
    }

    /// Runs `body` on a snapshot.
    func read<T>(_ body: (Database) throws -> T) throws(StoreError) -> T { try store.read(body) }

    /// Runs `body` in one transaction that need not change records.
    func write<T>(_ body: (Database) throws -> T) throws(StoreError) -> T { try store.write(body) }

    /// Makes a change in one transaction, as `change(_:_:cause:of:in:_:)` does.
    func change<T>(
        _ label: String, _ kind: ChangeKind = .made, of list: CollectionInfo? = nil, _ body: (Change) throws -> T
    ) throws(StoreError) -> T {
        try write { try change(label, kind, of: list, in: $0, body) }
    }

    /// Makes a change within a transaction. The history has it, unless `body` changes nothing.
    /// - Parameters:
    ///   - label: the name of the change in Undo and the history.
    ///   - cause: what the history says of it; nil for the cause of all changes of the store.
    ///   - list: the collection whose history and Undo have the change; nil for this one.
    @discardableResult
    func change<T>(
        _ label: String, _ kind: ChangeKind = .made, cause: String? = nil, of list: CollectionInfo? = nil,
        in db: Database, _ body: (Change) throws -> T
    ) throws -> T {
        var author = store.author
        if let cause { author.cause = cause }
        let change = try Change(table, kind, by: author, label, of: list ?? definition.collection, in: db)
        let result = try body(change)
        try change.finish()
        return result
    }
}
