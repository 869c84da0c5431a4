/// A repository that is copied whole to another one.
protocol CopyableRepository: Sendable {
    /// Calls `body` with every row that is stored at one moment, in the order of `StoredRow`'s cases, lists by name,
    /// and each list in its own order.
    func forEachRow(_ body: @escaping @Sendable (StoredRow) throws -> Void) async throws

    /// Adds the rows that `next` returns until nil, in one transaction.
    /// - Throws: `ServerError.databaseNotEmpty`, the error of `next`, or an error of the database; then no row is added.
    func addRows(_ next: @escaping @Sendable () throws -> StoredRow?) async throws
}
