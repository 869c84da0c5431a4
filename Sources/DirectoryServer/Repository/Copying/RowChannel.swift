private import Dispatch
private import Synchronization

/// Rows on their way from the thread that reads them to the thread that stores them; few are in memory at a time. Both
/// sides wait for each other, so that neither may run on a thread that Swift's tasks share.
final class RowChannel: Sendable {
    /// The error of a reader whose rows are not wanted.
    struct NotWanted: Error {}

    private struct State {
        var rows: [Result<StoredRow?, any Error>] = []
        var isWanted = true
    }

    private let state = Mutex(State())
    private let free = DispatchSemaphore(value: 0)
    private let filled = DispatchSemaphore(value: 0)

    /// How many rows may be on their way.
    private static let most = 64

    init() {
        // A semaphore must not end with a lower value than it began with.
        for _ in 0..<Self.most { free.signal() }
    }

    /// Passes `row` on.
    /// - Throws: `NotWanted`.
    func add(_ row: StoredRow) throws {
        free.wait()
        try state.withLock { state in
            guard state.isWanted else { throw NotWanted() }
            state.rows.append(.success(row))
        }
        filled.signal()
    }

    /// Passes the end on, or the error that the rest could not be read for.
    func end(_ error: (any Error)? = nil) {
        state.withLock { $0.rows.append(error.map { .failure($0) } ?? .success(nil)) }
        filled.signal()
    }

    /// The next row, or nil at the end.
    /// - Throws: the error that the rest could not be read for.
    func next() throws -> StoredRow? {
        filled.wait()
        defer { free.signal() }
        return try state.withLock { $0.rows.removeFirst() }.get()
    }

    /// Lets the reader end.
    func stop() {
        state.withLock { $0.isWanted = false }
        free.signal()
    }
}
