public import DirectoryModel
public import Foundation
import GRDB
import Language
import Synchronization

/// Where records rest: one SQLite file in the sandbox, read and written through `RecordTable`s.
///
/// Every change is one transaction. Readers never wait for writers, and another process that is killed
/// in the middle of a change leaves the list as it was.
public final class Store: Sendable {
    let pool: DatabasePool
    /// The folder that holds the file.
    public let sandbox: URL
    /// What the changes of this process are called in the journal of undo, or nil where none is kept.
    let session: String?
    let writing = Mutex(())

    /// Opens the store in `sandbox`; folder and file are created if absent.
    /// - Parameter keepsUndo: true where changes can be undone.
    /// - Throws: `StoreProblem` where the folder cannot be written or the file is damaged.
    public init(sandbox: URL, keepsUndo: Bool = false) throws(StoreProblem) {
        self.sandbox = sandbox
        session = keepsUndo ? Session.name() : nil
        do {
            try FileManager.default.createDirectory(
                at: sandbox, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .cannotOpen(reason: translated("the folder “\(sandbox.lastPathComponent)” cannot be made"))
        }
        pool = try explained {
            var configuration = Configuration()
            configuration.busyMode = .timeout(5)
            configuration.prepareDatabase { db in
                try db.execute(sql: "PRAGMA synchronous = NORMAL; PRAGMA temp_store = FILE; PRAGMA cache_size = -4000")
                db.add(function: .folded)
            }
            let file = sandbox.appending(path: "directory.sqlite").path(percentEncoded: false)
            // SQLite would let everybody read a file it makes.
            close(open(file, O_RDWR | O_CREAT, 0o600))
            let pool = try DatabasePool(path: file, configuration: configuration)
            try Schema.migrator.migrate(pool)
            return pool
        }
        WorkFile.removeLeftovers(in: sandbox)
    }

    /// Runs `body` on a snapshot that no writer disturbs.
    func read<T>(_ body: (Database) throws -> T) throws(StoreProblem) -> T {
        try explained { try pool.read(body) }
    }

    /// Runs `body` in one transaction and counts it as a change of `R`.
    func write<R: DirectoryModel.Record, T>(_ type: R.Type, _ body: (Database) throws -> T) throws(StoreProblem) -> T {
        try explained {
            try pool.write { db in
                let result = try body(db)
                try db.notifyChanges(in: Table(R.collection.name))
                try Schema.countChange(of: R.collection, in: db)
                return result
            }
        }
    }

    /// How often the collection of `R` has changed; equal numbers mean equal content.
    public func revision<R: DirectoryModel.Record>(of type: R.Type) throws(StoreProblem) -> Int64 {
        try read { try Schema.revision(of: R.collection, in: $0) }
    }

    // MARK: Settings

    /// What was kept under `name`, or nil.
    public func setting(_ name: String) throws(StoreProblem) -> String? {
        try read { try String.fetchOne($0, sql: "SELECT value FROM setting WHERE name = ?", arguments: [name]) }
    }

    /// Keeps `value` under `name`; nil forgets it.
    public func keep(_ value: String?, as name: String) throws(StoreProblem) {
        try explained {
            try pool.write { db in
                if let value {
                    try db.execute(
                        sql: "INSERT INTO setting VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
                        arguments: [name, value])
                } else {
                    try db.execute(sql: "DELETE FROM setting WHERE name = ?", arguments: [name])
                }
            }
        }
    }
}
