@preconcurrency import Dispatch
import Foundation
import GRDB
import Synchronization

/// Watches the files in the sandbox, and on each event asks SQLite whether another connection changed the database.
public final class OtherPrograms: Sendable {
    private let source: any DispatchSourceRead

    init?(folder: URL, pool: DatabasePool) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        let events = UInt32(IN_MODIFY | IN_MOVED_TO | IN_CREATE)
        guard inotify_add_watch(descriptor, folder.path(percentEncoded: false), events) >= 0 else {
            close(descriptor)
            return nil
        }
        let queue = DispatchQueue(label: "other-programs", qos: .utility)
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        let watch = ExternalChangeObserver(pool: pool)
        source.setEventHandler {
            Self.forget(descriptor)
            watch.changed(on: queue)
        }
        source.setCancelHandler { close(descriptor) }
        source.resume()
    }

    deinit { source.cancel() }

    /// Consumes the reported events.
    private static func forget(_ descriptor: Int32) {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
            while Foundation.read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
        }
    }
}

/// The state of the watch for changes of other programs.
final class ExternalChangeObserver: Sendable {
    private let pool: DatabasePool
    private let state: Mutex<State>

    private struct State {
        var version: Int64
        var isWaiting = false
    }

    init(pool: DatabasePool) {
        self.pool = pool
        state = Mutex(State(version: (try? pool.writeWithoutTransaction(Self.version)) ?? 0))
    }

    /// A change appears in the file a moment before SQLite shows it; one check covers all changes until then.
    func changed(on queue: DispatchQueue) {
        let isWaiting = state.withLock { state in
            defer { state.isWaiting = true }
            return state.isWaiting
        }
        guard !isWaiting else { return }
        queue.asyncAfter(deadline: .now() + .milliseconds(100)) { [self] in
            state.withLock { $0.isWaiting = false }
            look()
        }
    }

    private func look() {
        guard let version = try? pool.writeWithoutTransaction(Self.version) else { return }
        guard state.withLock({ $0.version != version }) else { return }
        // Where observers cannot be notified now, the next change notifies them.
        guard (try? pool.write { try $0.notifyChanges(in: .fullDatabase) }) != nil else { return }
        state.withLock { $0.version = version }
    }

    /// Differs after another connection, of this program or another, committed a change.
    @Sendable private static func version(_ db: Database) throws -> Int64 {
        try Int64.fetchOne(db, sql: "PRAGMA data_version") ?? 0
    }
}

/// Changes that other programs make in the sandbox, so that the observations of this one show them.
extension Store {
    /// Makes every observation check again after another program changed the database, until the result is dropped. Nil
    /// where the system does not report changes of files.
    public func observeOtherPrograms() -> OtherPrograms? {
        guard whyReadOnly == nil else { return nil }
        return OtherPrograms(folder: sandbox, pool: pool)
    }
}
