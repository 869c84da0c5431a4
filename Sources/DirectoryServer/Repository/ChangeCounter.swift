private import GRDBSQLite
private import Synchronization

/// SQLite's `data_version` on a connection of its own, which differs after every change of the file by any other
/// connection, of this process or another. Reading it takes about 3 µs.
final class ChangeCounter: Sendable {
    /// A connection and its only statement, which are used by one thread at a time.
    private struct Connection: ~Copyable {
        private var database: OpaquePointer?
        private var statement: OpaquePointer?

        init(path: String) {
            let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX
            guard sqlite3_open_v2(path, &database, flags, nil) == SQLITE_OK else { return }
            sqlite3_prepare_v2(database, "PRAGMA data_version", -1, &statement, nil)
        }

        deinit {
            sqlite3_finalize(statement)
            sqlite3_close(database)
        }

        func value() -> Int64? {
            guard let statement else { return nil }
            defer { sqlite3_reset(statement) }
            return sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : nil
        }
    }

    private let connection: Mutex<Connection>

    /// - Parameter path: the file of the database, which exists.
    init(path: String) { connection = Mutex(Connection(path: path)) }

    /// The number at this moment, or nil where it cannot be read.
    func value() -> Int64? { connection.withLock { $0.value() } }
}
