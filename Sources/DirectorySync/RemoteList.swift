public import DirectoryModel
public import DirectoryStore
public struct RemoteList<R: Record>: Sendable {
    public init(client: Client, store: Store) {}
    public func refresh() async throws(SyncProblem) -> ChangeSummary { throw .cancelled }
    public func add(_ record: R) async throws(SyncProblem) -> R { throw .cancelled }
    public func change(_ record: R, from original: R) async throws(SyncProblem) -> R { throw .cancelled }
    public func delete(_ keys: [Int]) async throws(SyncProblem) -> [R] { throw .cancelled }
    public func deleteAll() async throws(SyncProblem) { throw .cancelled }
    public func look(up key: Int) async throws(SyncProblem) -> R? { throw .cancelled }
    public func book(_ order: R) async throws(SyncProblem) -> R { throw .cancelled }
}
