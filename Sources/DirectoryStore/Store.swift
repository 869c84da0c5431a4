public import DirectoryModel
public import Foundation
import GRDB
import Language
import Synchronization

/// Where records are kept: one SQLite file in the sandbox, read and written through `RecordTable`s.
///
/// Every change is one transaction. Readers never wait for writers, and another process that is killed
/// in the middle of a change leaves the list as it was.
///
/// Its parts: `+Opening`, `+Records`, `+StagingDatabase` (lists that arrive), `+File` (the JSON file beside it, which
/// `Mirror` writes after every change), `+Damage`, `+Restoring`, `+OtherPrograms`.
public final class Store: Sendable {
    let pool: DatabasePool
    /// The folder that holds the file.
    public let sandbox: URL
    /// Why nothing can be changed here, or nil where it can.
    public let whyReadOnly: StoreError?
    /// What the changes of this process are called in the journal of undo, or nil where none is kept.
    let session: String?
    let writing = Mutex(())
    let mirror = Mirror()

    /// What the SQLite file is called.
    static let fileName = "directory.sqlite"

    static func file(in sandbox: URL) -> URL { sandbox.appending(path: fileName) }

    /// Opens the store in `sandbox`; folder and file are created if absent. Where the disk is full or may not be
    /// written, what is there can be read (`whyReadOnly`).
    /// - Parameters:
    ///   - sandbox: the folder that everything is kept in.
    ///   - collections: what is kept in it.
    ///   - keepsUndo: true where changes can be undone.
    ///   - progress: told the part that is done, from 0 to 1, where a file that another version wrote takes its time.
    /// - Throws: `StoreError` where there is nothing that can be read, or the file is damaged.
    public init(
        sandbox: URL, collections: [any DirectoryRecord.Type] = Collections.all, keepsUndo: Bool = false,
        progress: (Double) -> Void = { _ in }
    ) throws(StoreError) {
        self.sandbox = sandbox
        session = keepsUndo ? Session.name() : nil
        let opened = try Self.open(in: sandbox, Definitions(types: collections), progress: progress)
        (pool, whyReadOnly) = (opened.pool, opened.whyReadOnly)
        guard whyReadOnly == nil else { return }
        WorkFile.removeLeftovers(in: sandbox)
        mirror.start(for: self, collections)
    }

    /// Runs `body` on a snapshot that no writer disturbs.
    func read<T>(_ body: (Database) throws -> T) throws(StoreError) -> T {
        try told { try pool.read(body) }
    }

    /// Runs `body` in one transaction and counts it as a change of `R`, unless what it returns says that it is none.
    func write<R: DirectoryRecord, T>(
        _ type: R.Type, isChange: (T) -> Bool = { _ in true }, _ body: (Database) throws -> T
    ) throws(StoreError) -> T {
        try told {
            try pool.write { db in
                let result = try body(db)
                guard isChange(result) else { return result }
                try db.notifyChanges(in: Table(R.collection.name))
                try Schema.countChange(of: R.collection, in: db)
                return result
            }
        }
    }

    /// How often the collection of `R` has changed; equal numbers mean equal content.
    public func revision<R: DirectoryRecord>(of type: R.Type) throws(StoreError) -> Int64 {
        try read { try Schema.revision(of: R.collection, in: $0) }
    }

    // MARK: Settings

    /// What was kept under `name`, or nil.
    public func setting(_ name: String) throws(StoreError) -> String? {
        try read { try String.fetchOne($0, sql: "SELECT value FROM setting WHERE name = ?", arguments: [name]) }
    }

    /// What is kept under `name`; where nothing is, `value` is from now on, whoever else asks at the same time.
    public func setting(_ name: String, orKeep value: String) throws(StoreError) -> String {
        try told {
            try pool.write { db in
                try db.execute(sql: "INSERT OR IGNORE INTO setting VALUES (?, ?)", arguments: [name, value])
                return try String.fetchOne(db, sql: "SELECT value FROM setting WHERE name = ?", arguments: [name])
                    ?? value
            }
        }
    }

    /// Keeps `value` under `name`; nil forgets it.
    public func keep(_ value: String?, as name: String) throws(StoreError) {
        try told { try pool.write { try Self.keep(value, as: name, in: $0) } }
    }

    static func keep(_ value: String?, as name: String, in db: Database) throws {
        if let value {
            try db.execute(
                sql: "INSERT INTO setting VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
                arguments: [name, value])
        } else {
            try db.execute(sql: "DELETE FROM setting WHERE name = ?", arguments: [name])
        }
    }
}
