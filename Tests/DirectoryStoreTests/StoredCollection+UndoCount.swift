import GRDB

@testable import DirectoryStore

extension StoredCollection {
    /// How many changes can be undone or redone.
    func undoCount(areUndone: Bool = false) throws -> Int {
        guard store.author.offersUndo else { return 0 }
        return try read { db in
            try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(offered(areUndone: areUndone))") ?? 0
        }
    }
}
