@preconcurrency import Dispatch
import Foundation
import GRDB
import Synchronization

/// Watches the files in the sandbox, and on each event asks SQLite whether another connection changed the database.
public final class OtherPrograms: Sendable {
    private let source: any DispatchSourceRead
    private let queue = DispatchQueue(label: "other-programs", qos: .utility)
    private let folder: URL
    private let pool: any DatabaseWriter
    /// `changes` is how often the collections had changed at the last check.
    private let state: Mutex<(version: Int64, changes: Int64?, isWaiting: Bool)>

    /// Makes every observation of `store` check again after another program changed the database, while this exists.
    /// Nil if the store is read-only, or the system does not report file changes.
    public init?(_ store: Store) {
        guard store.whyReadOnly == nil else { return nil }
        let (folder, pool) = (store.sandbox, store.pool)
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        let events = UInt32(IN_MODIFY | IN_MOVED_TO | IN_CREATE)
        guard inotify_add_watch(descriptor, folder.path(percentEncoded: false), events) >= 0 else {
            close(descriptor)
            return nil
        }
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        self.folder = folder
        self.pool = pool
        state = Mutex(((try? pool.writeWithoutTransaction(Self.version)) ?? 0, nil, false))
        source.setEventHandler { [weak self] in
            withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
                while Foundation.read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
            }
            self?.changed()
        }
        source.setCancelHandler { close(descriptor) }
        source.resume()
    }

    deinit { source.cancel() }

    /// A change appears in the file shortly before SQLite shows it; one check covers all changes until then.
    private func changed() {
        let isWaiting = state.withLock { state in
            defer { state.isWaiting = true }
            return state.isWaiting
        }
        guard !isWaiting else { return }
        // If observers cannot be notified now, the next change notifies them.
        queue.asyncAfter(deadline: .now() + .milliseconds(100)) { [weak self] in try? self?.check() }
    }

    private func check() throws {
        state.withLock { $0.isWaiting = false }
        let version = try pool.writeWithoutTransaction(Self.version)
        guard state.withLock({ $0.version != version }), try !pool.read(isOnlyArriving) else { return }
        try pool.write { try $0.notifyChanges(in: .fullDatabase) }
        state.withLock { $0.version = version }
    }

    /// True if a list arrives, whose pictures are stored all the time, and no record changed.
    private func isOnlyArriving(_ db: Database) throws -> Bool {
        let now = try Int64.fetchOne(db, sql: "SELECT SUM(revision) FROM change")
        let isSame = state.withLock { state in
            defer { state.changes = now }
            return state.changes == now
        }
        return isSame && WorkFile.isListArriving(in: folder)
    }

    /// Changes when another connection, of any program, commits.
    @Sendable private static func version(_ db: Database) throws -> Int64 {
        try Int64.fetchOne(db, sql: "PRAGMA data_version") ?? 0
    }
}
