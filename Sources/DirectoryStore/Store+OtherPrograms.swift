@preconcurrency import Dispatch
import Foundation
import GRDB
import Synchronization

/// What other programs change in the sandbox, so that observations of this one show it.
extension Store {
    /// Has every observation look again after another program changed something, until what it returns is dropped.
    /// Nil where the system tells nothing of files.
    public func observeOtherPrograms() -> OtherPrograms? {
        guard whyReadOnly == nil else { return nil }
        return OtherPrograms(folder: sandbox, pool: pool)
    }
}

/// Watches the files of the sandbox, and asks SQLite whether another connection changed anything whenever they change.
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
        let watch = Watch(pool: pool)
        source.setEventHandler {
            Self.forget(descriptor)
            watch.changed(on: queue)
        }
        source.setCancelHandler { close(descriptor) }
        source.resume()
    }

    deinit { source.cancel() }

    /// Takes the events away that were told.
    private static func forget(_ descriptor: Int32) {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
            while Foundation.read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
        }
    }
}

/// What is known of the other programs' changes.
private final class Watch: Sendable {
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

    /// A change shows in the file a moment before SQLite lets others see it; one look serves all changes until then.
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
        // Where it cannot be told now, the next change tells it.
        guard (try? pool.write { try $0.notifyChanges(in: .fullDatabase) }) != nil else { return }
        state.withLock { $0.version = version }
    }

    /// Differs after another connection, of this program or another, committed a change.
    @Sendable private static func version(_ db: Database) throws -> Int64 {
        try Int64.fetchOne(db, sql: "PRAGMA data_version") ?? 0
    }
}
