public import DirectoryModel
public import Foundation
import GRDB
import Language
import Synchronization

/// Returns a picture as a form would save it, or nil if that is impossible.
public typealias PictureScaler = @Sendable (Data) -> Data?

/// All records, in one SQLite file in the sandbox.
///
/// Every change is one transaction. Readers never wait for writers, and a killed process leaves the list as it was.
public final class Store: Sendable {
    let pool: any DatabaseWriter
    public let sandbox: URL
    public let collections: [Definition]
    /// Why files in the sandbox's folder `collections` define no collection.
    public let collectionProblems: [any UserFacingError]
    /// Why the store cannot be changed, or nil.
    public let whyReadOnly: StoreError?
    /// Reports a database that was empty although the JSON files beside it are not, as after a crash of the file
    /// system; or nil.
    public let dataLossWarning: String?
    let author: ChangeAuthor
    /// True if this is a copy of an earlier state.
    public let isPast: Bool
    let writing = Mutex(())
    /// The file that is open.
    let opened: FileIdentity?
    let mirror = Mirror()
    let pictureScaler = Mutex<PictureScaler?>(nil)

    /// A store that cannot be changed, with the content of `pool`.
    init(past pool: any DatabaseWriter, of store: Store, _ reason: StoreError) {
        (self.pool, whyReadOnly, sandbox, collections) = (pool, reason, store.sandbox, store.collections)
        (author, dataLossWarning, opened, isPast) = (store.author, nil, nil, true)
        collectionProblems = []
    }

    static let fileName = "directory.sqlite"

    static func file(in sandbox: URL) -> URL { sandbox.appending(path: fileName) }

    /// Opens the store in `sandbox`; folder and file are created if absent. If the disk is full or not writable, the
    /// store is read-only.
    /// - Parameters:
    ///   - collections: nil for those of the program and those of files in the sandbox.
    ///   - offersUndo: true if Undo offers the changes.
    ///   - cause: what the history says of the changes; nil for "edited here".
    ///   - progress: called with the fraction done while a file of another version is migrated, and first with 0 if
    ///     it has many records.
    /// - Throws: `StoreError` if the file cannot be read or is damaged.
    public init(
        sandbox: URL, collections: [Definition]? = nil, offersUndo: Bool = false,
        cause: String? = nil, progress: (Double) -> Void = { _ in }
    ) throws(StoreError) {
        let folder = collections == nil ? CollectionFolder(in: sandbox) : nil
        let collections = collections ?? Collections.all + (folder?.definitions ?? [])
        self.sandbox = sandbox
        self.collections = collections
        collectionProblems = folder?.problems ?? []
        author = ChangeAuthor(cause: cause ?? translated("edited here"), offersUndo: offersUndo)
        let stored = Collections.stored(collections)
        dataLossWarning = Self.dataLossWarning(in: sandbox, stored)
        let opened = try Self.open(in: sandbox, Definitions(stored), progress: progress)
        (pool, whyReadOnly, isPast) = (opened.pool, opened.whyReadOnly, false)
        self.opened = FileIdentity(Self.file(in: sandbox))
        guard whyReadOnly == nil else { return }
        WorkFile.removeLeftovers(in: sandbox)
        mirror.start(for: self, stored)
    }

    /// Scales pictures of imported files that break the rule for pictures. Without it, or where `scaled` returns nil,
    /// they stay as they are, and are reported.
    public func scalePictures(_ scaled: @escaping PictureScaler) { pictureScaler.withLock { $0 = scaled } }

    /// Runs `body` on a snapshot.
    func read<T>(_ body: (Database) throws -> T) throws(StoreError) -> T {
        try mappingErrors { try pool.read(body) }
    }

    /// Runs `body` in one transaction that need not change records.
    func write<T>(_ body: (Database) throws -> T) throws(StoreError) -> T { try changing { try pool.write(body) } }

    // MARK: Settings

    /// The value of a setting, or nil.
    public func setting(_ name: String) throws(StoreError) -> String? {
        try read { try Self.setting(name, in: $0) }
    }

    static func setting(_ name: String, in db: Database) throws -> String? {
        try String.fetchOne(db, sql: "SELECT value FROM setting WHERE name = ?", arguments: [name])
    }

    /// The value stored under `name`; if there is none, `value` is stored. Concurrent callers get the same.
    public func setting(_ name: String, default value: String) throws(StoreError) -> String {
        try write { db in
            try db.execute(sql: "INSERT OR IGNORE INTO setting VALUES (?, ?)", arguments: [name, value])
            return try Self.setting(name, in: db) ?? value
        }
    }

    /// Stores `value` under `name`; nil removes it.
    public func set(_ value: String?, for name: String) throws(StoreError) {
        try write { try Self.set(value, for: name, in: $0) }
    }

    static func set(_ value: String?, for name: String, in db: Database) throws {
        if let value {
            try db.execute(
                sql: "INSERT INTO setting VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
                arguments: [name, value])
        } else {
            try db.execute(sql: "DELETE FROM setting WHERE name = ?", arguments: [name])
        }
    }
}

extension Store {
    /// Calls `onChange` with the number of records in each collection, by its name, now and after every change.
    @MainActor
    public func observeCounts(
        of definitions: [Definition], onChange: @escaping @MainActor ([String: Int]) -> Void
    ) -> StoreObservation {
        let names = definitions.map { $0.collection.name }
        let observation = ValueObservation.tracking { db in
            var counts: [String: Int] = [:]
            for name in names { counts[name] = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(name)") }
            return counts
        }.removeDuplicates()
        return StoreObservation(
            observation.start(in: pool, scheduling: .immediate, onError: { _ in }, onChange: onChange))
    }
}

extension Store {
    /// How many bytes are available to this user on the store's disk, or nil.
    public var freeBytes: Int? {
        var status = statvfs()
        guard statvfs(sandbox.path(percentEncoded: false), &status) == 0 else { return nil }
        let (bytes, overflows) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return overflows ? nil : Int(clamping: bytes)
    }
}
