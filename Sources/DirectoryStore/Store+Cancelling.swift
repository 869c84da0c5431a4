import GRDB
import GRDBSQLite

/// Long changes end early, and leave the store as it was, where the task around them is canceled.
extension Store {
    /// Makes the statements that follow fail with `SQLITE_INTERRUPT` once the task is canceled; `goOn` ends that.
    /// - Throws: `StoreError.cancelled` where it is canceled already.
    func stopIfCancelled(_ db: Database) throws {
        if Task.isCancelled { throw StoreError.cancelled }
        // The statements run in the thread of the task.
        sqlite3_progress_handler(db.sqliteConnection, 10_000, { _ in Task.isCancelled ? 1 : 0 }, nil)
    }

    /// Statements are no longer stopped.
    func goOn(_ db: Database) { sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) }
}
