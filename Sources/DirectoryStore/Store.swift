public import DirectoryModel
public import Foundation
import GRDB
import GRDBSQLite
import Language
public import Synchronization

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
    /// Reports a database that was empty, as after a crash of the file system; or nil.
    public let dataLossWarning: String?
    let author: ChangeAuthor
    /// Excludes the threads and programs that use the sandbox from writing its files.
    let lock: FolderLock
    /// The file that is open.
    let opened: FileIdentity?
    let mirror = Mirror()
    /// Scales pictures of imported files that break the rule for pictures. Without it, or where it returns nil, they
    /// stay as they are, and are reported.
    public let pictureScaler = Mutex<PictureScaler?>(nil)

    /// A store that cannot be changed, with the content of `pool`.
    init(past pool: any DatabaseWriter, of store: Store, _ reason: StoreError) {
        self.pool = pool
        sandbox = store.sandbox
        collections = store.collections
        collectionProblems = []
        whyReadOnly = reason
        dataLossWarning = nil
        author = store.author
        opened = nil
        lock = store.lock
    }

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
        lock = FolderLock(sandbox)
        let stored = Collections.stored(collections)
        let file = DatabaseFile(in: sandbox)
        dataLossWarning = file.lossWarning(stored)
        (pool, whyReadOnly) = try file.open(stored, progress: progress)
        opened = FileIdentity(file.url)
        guard whyReadOnly == nil else { return }
        WorkFile.removeLeftovers(in: sandbox)
        mirror.start(for: self, stored)
    }

    /// Runs `body` on a snapshot.
    func read<T>(_ body: (Database) throws -> T) throws(StoreError) -> T {
        try mappingErrors { try pool.read(body) }
    }

    /// Runs `body` in one transaction that need not change records.
    func write<T>(_ body: (Database) throws -> T) throws(StoreError) -> T { try changing { try pool.write(body) } }

    /// Runs `body`, and converts its errors to `StoreError`.
    func mappingErrors<T>(_ body: () throws -> T) throws(StoreError) -> T {
        do { return try body() } catch {
            let problem = StoreError.problem(of: error, in: DatabaseFile(in: sandbox)) {
                pool.unsafeReentrantWrite { sqlite3_system_errno($0.sqliteConnection) }
            }
            if let whyReadOnly, problem.isAboutWriting, problem != .diskFails(isReading: true) { throw whyReadOnly }
            throw problem
        }
    }

    /// Runs `body`, which changes the store. If the file was removed, the whole store is written again.
    /// - Throws: `fileReplaced` before `body` runs, if another file has its name; `folderRemoved` after everything was
    ///   written again.
    func changing<T>(_ body: () throws -> T) throws(StoreError) -> T {
        if isPast, let whyReadOnly { throw whyReadOnly }
        let file = DatabaseFile(in: sandbox)
        let found = FileIdentity(file.url)
        if let opened, let found, found != opened { throw .fileReplaced }
        let result = try mappingErrors(body)
        guard opened != nil, found == nil else { return result }
        try mappingErrors {
            try Sandbox.make(sandbox)
            try pool.writeWithoutTransaction { try $0.execute(sql: "VACUUM INTO ?", arguments: [file.path]) }
            chmod(file.path, 0o600)
        }
        throw .folderRemoved
    }
}

extension Store {
    /// True if this is a copy of an earlier state.
    public var isPast: Bool { if case .past = whyReadOnly { true } else { false } }

    /// The collections people see, and the groups.
    public var stored: [Definition] { Collections.stored(collections) }

    /// The records of a collection.
    public subscript(definition: Definition) -> StoredCollection { StoredCollection(definition, in: self) }

    /// Writes the JSON files that are not up to date; a program calls it before it exits.
    /// - Throws: `StoreError.copyNotWritten`, although the changes are in the store.
    public func flush() throws(StoreError) { try mirror.flush() }

    /// Gives the own records of all collections to the person who signs in as `netid`, and stores `settings`, in one
    /// transaction.
    /// - Parameters:
    ///   - isAccepted: false if no server has accepted the NetID yet; then only an unedited record changes.
    ///   - changes: what happens to changes of another person that were not uploaded.
    /// - Returns: the keys of the records whose changes were preserved, by the name of the collection.
    /// - Throws: `unsentChanges` if there are such changes, and `changes` is nil; the store is unchanged.
    @discardableResult
    public func claimOwn(
        netid: String, isAccepted: Bool = true, _ changes: UnsentChanges? = nil, with settings: [SettingValue]
    ) throws(StoreError) -> [String: Set<Int>] {
        try write { db in
            for setting in settings { try setting.store(in: db) }
            return try collections.reduce(into: [:]) {
                $0[$1.collection.name] = try self[$1].claimOwn(netid: netid, isAccepted: isAccepted, changes, in: db)
            }
        }
    }

    /// The number of records in each collection, by its name.
    public func countQuery(of definitions: [Definition]) -> StoreQuery<[String: Int]> {
        let names = definitions.map { $0.collection.name }
        return StoreQuery(store: self) { db in
            try names.reduce(into: [:]) { $0[$1] = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \($1)") }
        }
    }
}

/// What is read of a store, again after every change.
public struct StoreQuery<Value: Equatable & Sendable>: Sendable {
    let store: Store
    let read: @Sendable (Database) throws -> Value

    /// What is stored now.
    public func value() throws(StoreError) -> Value { try store.read(read) }

    /// Calls `onChange` with the value, and again whenever it differs after a change.
    /// - Parameters:
    ///   - isImmediate: true to call it before this returns.
    ///   - onError: called if the store cannot be read, which ends the observation.
    @MainActor
    public func observe(
        isImmediate: Bool = true, onError: @escaping @MainActor (StoreError) -> Void,
        onChange: @escaping @MainActor (Value) -> Void
    ) -> StoreObservation {
        let observation = ValueObservation.tracking(read).removeDuplicates()
        let failed: @MainActor (any Error) -> Void = { onError(StoreError($0)) }
        return StoreObservation(
            isImmediate
                ? observation.start(in: store.pool, scheduling: .immediate, onError: failed, onChange: onChange)
                : observation.start(in: store.pool, scheduling: .mainActor, onError: failed, onChange: onChange))
    }
}

/// Keeps an observation active while it exists.
public final class StoreObservation: Sendable {
    private let cancellable: AnyDatabaseCancellable

    init(_ cancellable: AnyDatabaseCancellable) { self.cancellable = cancellable }

    /// Stops the observation.
    public func cancel() { cancellable.cancel() }
}
