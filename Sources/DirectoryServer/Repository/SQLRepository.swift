private import Foundation
internal import LibpqClient
private import Synchronization

/// The server’s storage in an SQLite file, or in a PostgreSQL database that several servers may share.
public struct SQLRepository: Sendable {
    let database: any SQLDatabase
    let sectionCounts = SectionCounts()

    init(database: any SQLDatabase) { self.database = database }

    /// Opens or creates the file at `path`. A file of another program, or of a newer version, is left alone.
    /// - Parameters:
    ///   - maxPages: the maximum size of the file in pages.
    ///   - timeout: how many seconds a request waits for other programs that use the file before it fails.
    /// - Throws: `ServerError.databaseUnusable`.
    public init(path: String, maxPages: Int? = nil, timeout: Double = 5) throws(ServerError) {
        database = try SQLiteDatabase(path: path, maxPages: maxPages, timeout: timeout)
    }

    /// Connects to the PostgreSQL database at `address`, in libpq’s syntax, and creates missing tables.
    /// - Parameters:
    ///   - timeout: how many seconds a request waits for the database before it fails.
    ///   - now: the time.
    /// - Throws: `ServerError.passwordInAddress`, `.addressInvalid`, `.databaseUnreachable`, or `.databaseUnusable`.
    public init(
        address: String, timeout: Double = 5,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) throws(ServerError) {
        database = try PostgresDatabase(address: address, timeout: timeout, now: now)
    }

    /// Opens or creates the database at a path or PostgreSQL address.
    /// - Parameter mustExist: true if a missing file is an error.
    /// - Throws: `ServerError.databaseMissing`, `.databaseUnusable`, `.passwordInAddress`, or `.addressInvalid`.
    public init(at location: String, mustExist: Bool) throws(ServerError) {
        if Self.isAddress(location) {
            try self.init(address: location)
        } else if mustExist {
            self.init(database: try SQLiteDatabase(existing: location))
        } else {
            try self.init(path: location)
        }
    }

    /// True if another program, such as a server, uses the database at a path or PostgreSQL address, as far as can be
    /// known. Ask before this program opens it.
    public static func isInUse(_ location: String) -> Bool {
        isAddress(location) ? PostgresDatabase.isInUse(location) : SQLiteDatabase.isInUse(location)
    }

    /// True if `text` is the address of a database rather than a path.
    public static func isAddress(_ text: String) -> Bool { PostgresAddress.isAddress(text) }

    func connectionChanges() -> AsyncStream<PostgresPool.Change> { database.connectionChanges() }
    /// Moves SQLite’s log into the database file.
    public func checkpoint() async { await database.checkpoint() }
    public var folder: String { database.folder }

    /// `name` with ASCII letters in lower case, by which owners and NetIDs are compared.
    static func caseless(_ name: String) -> String {
        String(
            decoding: name.utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}

extension SQLRepository {
    /// Changes a list in one transaction; `body` may be called several times.
    /// - Throws: `StorageError`, or the error of `condition` or `body`; then nothing changed.
    func change<T: Sendable>(
        _ list: ListKey, if condition: RoleCondition? = nil,
        _ body: @escaping @Sendable (any SQLConnection, inout ListChange) throws -> T
    ) async throws -> T {
        try await database.change { db in
            // The membership is locked before the list, as by changes of roles, which prevents deadlocks.
            if let condition {
                try condition.require(MemberRole.locked(db, of: condition.netid, in: list.classID))
            }
            return try ListChange.run(db, of: list) { try body(db, &$0) }
        }
    }

    /// The state of a list.
    public func version(of list: ListKey) async throws -> ListVersion {
        try await database.readStatement { db in try ListVersion.find(db, of: list) }
    }
}

/// What the role of the member who changes a list must be, until the change is made.
public struct RoleCondition: Sendable {
    let netid: String
    /// Throws unless the role is allowed; nil is that of an account that is not a member.
    let require: @Sendable (MemberRole?) throws -> Void
}

/// The number of entries in each section of a list, counted once for each change of the list.
final class SectionCounts: Sendable {
    private let counted = Mutex(BoundedCache<ListKey, (state: String, counts: [String: Int])>(maxCount: 1024))

    func counts(of list: ListKey, _ db: any SQLConnection) throws -> [String: Int] {
        // Another server may derive the sections again, which does not change the tag.
        let state =
            try db.select("SELECT tag, fingerprint FROM list WHERE list = $1", .text(list.text)).first
            .map { "\(try $0.text(0)) \(try $0.text(1))" } ?? ""
        if let known = counted.withLock({ $0.value(for: list) }), known.state == state { return known.counts }
        let rows = try db.select(
            "SELECT section, count(*) FROM entry WHERE list = $1 GROUP BY section", .text(list.text))
        let counts = Dictionary(try rows.map { (try $0.text(0), try $0.integer(1)) }, uniquingKeysWith: +)
        counted.withLock { $0.insert((state, counts), for: list) }
        return counts
    }
}
