public import DirectoryModel
public import DirectoryStore

/// Finds and changes the records of one collection, for window, command line and launch options.
///
/// Lists are read from the store, which every change reaches. All of it runs off the main thread, because the store may
/// wait for another writer, and the server for the network.
public protocol RecordRepository<R>: Sendable {
    /// The type of the records.
    associatedtype R: DirectoryRecord

    /// The store of the list here.
    var store: Store { get }

    /// The record that has `key`, from the place where it is kept, or nil.
    func find(_ key: Int) async throws(SyncError) -> R?

    /// Adds a record, with number and place by the rules of its collection. Where records are booked, it is the order
    /// for one.
    /// - Returns: the record as it was kept, or `keyTaken`.
    func add(_ record: R) async throws(SyncError) -> Changed<R>

    /// Changes `original` to `mine`: what others changed since in other fields stays, and what they changed in the same
    /// fields is a conflict. A record that was deleted in the meantime is put back.
    /// - Parameters:
    ///   - original: the record as it was shown.
    ///   - mine: the new record.
    func save(from original: R, to mine: R) async throws(SyncError) -> Changed<R>

    /// Changes the present record that has `key`. Where others changed a field on the server since it was last shown
    /// here, and `change` would overwrite it, that is a conflict, and their version is stored here.
    /// - Returns: the result, or the error of `change`.
    func edit<Refusal: Error>(
        _ key: Int, _ change: (R) throws(Refusal) -> R
    ) async throws(SyncError) -> Result<Changed<R>, Refusal>

    /// Flips `R.definition.toggle` of the record that has `key`.
    func toggle(_ key: Int) async throws(SyncError) -> Changed<R>

    /// Removes the records that have `keys`, in their version here. The user's own record stays.
    /// - Returns: the names of the removed records.
    /// - Throws: `changedMeanwhile` where others changed one since; then their version is here.
    func delete(_ keys: [Int]) async throws(SyncError) -> [String]

    /// Removes every record, in the version of the list here.
    /// - Throws: `listChangedMeanwhile` where others changed it since; then their version is here.
    func deleteAll() async throws(SyncError)

    /// Undoes the last change, or, where changes are made on the server, the last deletion.
    /// - Returns: the result, or nil where there is not a change to undo.
    func undo() async throws(SyncError) -> Undone?

    /// Makes the change again that was undone last.
    /// - Returns: the result, or nil where there is not a change to redo.
    func redo() async throws(SyncError) -> Undone?

    /// True where `undo` has a change to undo.
    var canUndo: Bool { get }

    /// True where `redo` has a change to make again.
    var canRedo: Bool { get }

    /// Fetches the server's list: when it returns, that is the list here. A list that is kept only here is unchanged.
    func refresh() async throws(SyncError) -> ChangeSummary
}

extension RecordRepository {
    /// What is made on the server is not made there again.
    public func redo() async throws(SyncError) -> Undone? { nil }
    public var canRedo: Bool { false }

    /// Removes here the records that `refresh` kept, and no others; the server is not contacted.
    /// - Parameter keys: the `keptKeys` of the refresh, which the user agreed to remove.
    /// - Returns: how many were still here.
    public func removeKept(_ keys: Set<Int>) async throws(SyncError) -> Int {
        try stored(try store.delete(R.self, keys: keys.sorted())).count
    }
}

/// Returns the client for the present sign-in.
public typealias ClientSource = @Sendable () async throws(SyncError) -> Client

extension DirectoryRecord {
    /// The repository of the collection: the server's where its list is kept there, or else the store's, as for the
    /// lists of the sample class.
    /// - Parameter client: called only where a server is needed.
    public static func repository(store: Store, client: @escaping ClientSource) -> any RecordRepository<Self> {
        home.canRefresh
            ? SampleRepository(store: store, client: client) : LocalRepository(store: store, client: client)
    }

    /// The record with its `toggle` flipped.
    var toggled: Self {
        guard let field = Self.definition.toggle.flatMap({ Self.field($0.key) }) else { return self }
        var record = self
        field.set(.flag(!field.value(self).isOn), in: &record)
        return record
    }
}

/// The result of `body`; an error of the store is converted to `SyncError`.
func stored<T>(_ body: @autoclosure () throws(StoreError) -> T) throws(SyncError) -> T {
    do { return try body() } catch { throw .store(error) }
}

/// The same for several statements.
func stored<T>(_ body: () throws(StoreError) -> T) throws(SyncError) -> T {
    do { return try body() } catch { throw .store(error) }
}

/// The editable fields in which two versions of a record differ, as the body of a request: null where a field was
/// emptied, absent where it stays.
struct RecordChange<R: DirectoryRecord>: Encodable, Sendable {
    private let values: [String: SentValue]

    init(from before: R, to after: R) {
        let differing = Set(before.differences(from: after).map(\.key))
        let fields = R.fields.filter { !$0.isKey && $0.editor != .readOnly && differing.contains($0.key) }
        values = Dictionary(uniqueKeysWithValues: fields.map { ($0.key, SentValue(value: $0.value(after))) })
    }

    /// True where there is not a change to send.
    var isEmpty: Bool { values.isEmpty }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(values)
    }
}

/// The JSON value of a field.
private struct SentValue: Encodable {
    let value: FieldValue

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch value {
        case .text(""): try container.encodeNil()
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .decimal(let decimal): try container.encode(decimal)
        case .flag(let isOn): try container.encode(isOn)
        case .list(let items): try container.encode(items)
        }
    }
}
