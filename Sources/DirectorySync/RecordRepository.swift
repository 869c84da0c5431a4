public import DirectoryModel
public import DirectoryStore

/// Where the records of one collection are found and changed, whoever asks: window, command line or launch options.
///
/// What a list shows is read from the store, which every change reaches. All of it runs off the main thread, for the
/// store may wait for another writer, and the server for the network.
public protocol RecordRepository<R>: Sendable {
    associatedtype R: DirectoryRecord

    /// What the list here is kept in.
    var store: Store { get }

    /// The record that has `key`, as it is where it is at home, or nil.
    func find(_ key: Int) async throws(SyncError) -> R?

    /// Adds a record, numbered and placed as its collection does. Where records are booked, it is the order for one.
    /// - Returns: the record as it was kept, or `keyTaken`.
    func add(_ record: R) async throws(SyncError) -> Changed<R>

    /// Makes `mine` of `original`: what others changed since in other fields stays, and what they changed in the same
    /// fields is a conflict. One that was deleted meanwhile is put back.
    /// - Parameters:
    ///   - original: the record as it was shown.
    ///   - mine: the record as it is to be.
    func save(from original: R, to mine: R) async throws(SyncError) -> Changed<R>

    /// Changes the record that has `key` as it is now. Where others changed a field on the server since it was last
    /// shown here, and `change` would write over it, that is a conflict, and theirs is here then.
    /// - Returns: what came of it, or what `change` threw.
    func edit<Refusal: Error>(
        _ key: Int, _ change: (R) throws(Refusal) -> R
    ) async throws(SyncError) -> Result<Changed<R>, Refusal>

    /// Flips `R.toggle` of the record that has `key`.
    func toggle(_ key: Int) async throws(SyncError) -> Changed<R>

    /// Removes the records that have `keys`, as they are here. One's own record stays.
    /// - Returns: the names of those that were there.
    /// - Throws: `changedMeanwhile` where others changed one since; then it is here as they have it.
    func delete(_ keys: [Int]) async throws(SyncError) -> [String]

    /// Removes every record, as the list is here.
    /// - Throws: `listChangedMeanwhile` where others changed it since; then it is here as they have it.
    func deleteAll() async throws(SyncError)

    /// Undoes the last change of this session, or, where changes are the server's, the last deletion.
    /// - Returns: what came of it, or nil where there is none.
    func undo() async throws(SyncError) -> Undone?

    /// Fetches the server's list: when it returns, that is the list here. A list that is at home here is as it was.
    func refresh() async throws(SyncError) -> ChangeSummary
}

extension RecordRepository {
    /// Removes here what `refresh` kept, and no other record; no server is asked.
    /// - Parameter keys: the `keptKeys` of the refresh that was asked about.
    /// - Returns: how many were still here.
    public func removeKept(_ keys: Set<Int>) async throws(SyncError) -> Int {
        try stored(try store.delete(R.self, keys: keys.sorted())).count
    }
}

/// Who to ask, as the sign-in says at that moment.
public typealias ClientSource = @Sendable () async throws(SyncError) -> Client

extension DirectoryRecord {
    /// The repository of the collection: the server's where its list is at home there, or else the store's.
    /// - Parameter client: asked only where a server is.
    public static func repository(store: Store, client: @escaping ClientSource) -> any RecordRepository<Self> {
        home.canRefresh
            ? RemoteRepository(store: store, client: client) : LocalRepository(store: store, client: client)
    }

    /// The record with its `toggle` flipped.
    var toggled: Self {
        guard let field = Self.toggle.flatMap({ Self.field(named: $0.key) }) else { return self }
        var record = self
        field.set(.flag(!field.value(self).isOn), in: &record)
        return record
    }
}

/// What `body` returns; a problem of the store becomes one of the way between here and the server.
func stored<T>(_ body: @autoclosure () throws(StoreError) -> T) throws(SyncError) -> T {
    do { return try body() } catch { throw .store(error) }
}

/// The same of several steps.
func stored<T>(_ body: () throws(StoreError) -> T) throws(SyncError) -> T {
    do { return try body() } catch { throw .store(error) }
}
