@preconcurrency import Dispatch
import Foundation
import GRDB
import Synchronization

/// The state of the watch for changes of other programs.
final class OtherProgramsWatch: Sendable {
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
