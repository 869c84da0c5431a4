import Foundation
import GRDB

extension Folder {
    /// The database, as another program uses it: it waits for what the store is still writing, such as the texts that
    /// are searched.
    private func database() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        configuration.busyMode = .timeout(60)
        return try DatabaseQueue(path: url.appending(path: "directory.sqlite").path, configuration: configuration)
    }

    /// Changes the database behind the store's back.
    public func execute(_ sql: String) throws {
        try database().write { try $0.execute(sql: sql) }
    }

    /// Runs `body` while another program has locked the database.
    @MainActor
    public func whileLocked(_ body: () async throws -> Void) async throws {
        let other = try database()
        try await other.writeWithoutTransaction { try $0.beginTransaction(.immediate) }
        try await body()
        // A call that waited for the lock would have failed by now, because it ends only here.
        try await other.writeWithoutTransaction { try $0.rollback() }
    }
}
