public import DirectoryModel
public import DirectoryStore

/// Finds and changes the records of one collection.
///
/// Every change reaches the store, from which lists are read. Calls may wait for the network or another writer, so they
/// run off the main thread.
public protocol RecordRepository: Sendable {
    var collection: StoredCollection { get }

    /// The record with `key`, from the server if it is stored there, or nil.
    func find(_ key: Int) async throws(SyncError) -> Record?

    /// Adds a record, numbered and positioned by the rules of its collection, or orders one where records are booked.
    /// - Returns: the stored record, or `keyTaken`.
    func add(_ record: Record) async throws(SyncError) -> Changed

    /// Changes `original` to `mine`. Others' changes of other fields are preserved; changes of the same fields are a
    /// conflict. A deleted record is restored.
    func save(from original: Record, to mine: Record) async throws(SyncError) -> Changed

    /// Changes the record with `key`. If others changed a field on the server since it was shown, and `change` would
    /// overwrite it, that is a conflict, and their version is stored.
    /// - Returns: the result, or the error of `change`.
    func edit<Refusal: Error>(
        _ key: Int, _ change: (Record) throws(Refusal) -> Record
    ) async throws(SyncError) -> Result<Changed, Refusal>

    /// Flips the `toggle` of the definition.
    func toggle(_ key: Int) async throws(SyncError) -> Changed

    /// Deletes records in their stored version, except the user's own.
    /// - Returns: the names of the deleted records.
    /// - Throws: `changedMeanwhile` if others changed one; then their version is stored.
    func delete(_ keys: [Int]) async throws(SyncError) -> [String]

    /// Deletes every record, in the stored version.
    /// - Throws: `listChangedMeanwhile` if others changed the list; then their version is stored.
    func deleteAll() async throws(SyncError)

    /// Undoes the last change; for records on a server, the last deletion.
    /// - Returns: the result, or nil if there is nothing to undo.
    func undo() async throws(SyncError) -> Undone?

    /// Redoes the change that was undone last.
    /// - Returns: the result, or nil if there is nothing to redo.
    func redo() async throws(SyncError) -> Undone?

    var canUndo: Bool { get }

    var canRedo: Bool { get }

    /// Fetches the server's list, if there is one.
    func refresh() async throws(SyncError) -> ChangeSummary
}

extension RecordRepository {
    public func redo() async throws(SyncError) -> Undone? { nil }
    public var canRedo: Bool { false }

    /// Deletes stored records that the refreshed list does not contain; the server is not contacted.
    /// - Parameter keys: the `preservedKeys` of the refresh.
    /// - Returns: the number of deleted records.
    public func deleteMissing(_ keys: Set<Int>) async throws(SyncError) -> Int {
        try stored(try collection.delete(keys: keys.sorted())).count
    }
}

/// Returns the client for the present sign-in.
public typealias ClientSource = @Sendable () async throws(SyncError) -> Client

extension StoredCollection {
    /// The repository of the collection.
    /// - Parameter client: called only if a server is needed.
    public func repository(client: @escaping ClientSource) -> any RecordRepository {
        definition.home.canRefresh ? SampleRepository(self, client: client) : LocalRepository(self, client: client)
    }
}

/// Runs `body`, and converts its error to `SyncError`.
func stored<T>(_ body: @autoclosure () throws(StoreError) -> T) throws(SyncError) -> T {
    do { return try body() } catch { throw .store(error) }
}

func stored<T>(_ body: () throws(StoreError) -> T) throws(SyncError) -> T {
    do { return try body() } catch { throw .store(error) }
}

/// The editable fields that differ, as the body of a request: null for an emptied field.
struct RecordChange: Encodable, Sendable {
    private let values: [String: SentValue]

    init(from before: Record, to after: Record) {
        let differing = Set(before.differences(from: after).map(\.key))
        let fields = after.definition.fields.filter {
            !$0.isKey && $0.editor != .readOnly && differing.contains($0.key)
        }
        values = Dictionary(uniqueKeysWithValues: fields.map { ($0.key, SentValue(value: after[$0])) })
    }

    var isEmpty: Bool { values.isEmpty }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(values)
    }
}

private struct SentValue: Encodable {
    let value: FieldValue

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value == .text("") ? .absent : value)
    }
}
