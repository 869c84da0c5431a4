internal import Foundation
internal import Language
internal import PostgresKit

/// The storage of the server in a PostgreSQL database, or in one that speaks its language. Several servers may use the
/// same database. Its parts: `+Schema`, `+Entries`, `+Changes`, `+Accounts`, `+Items`, `+Places`, `PostgresSnapshot`
/// and `PostgresEntryChange`.
public struct PostgresRepository: DirectoryRepository {
    /// Connections of reads, and of statements that are transactions of their own.
    let pool: PostgresPool
    /// Connections of their own: a change waits for others of the same list, and reads must not wait with it.
    let changes: PostgresPool
    /// Connections of lists that are being sent, which may take long.
    let snapshots: PostgresPool
    private let notifications: PostgresNotifications
    private let monitor = PostgresMonitor()
    /// Why other servers cannot be told of changes, or nil where they can.
    let notificationError: PostgresError?

    /// The channel on which servers tell each other which list changed.
    static let channel = "duke_directory"

    /// Connects to the database at `address`, as libpq reads it, and makes its tables where they are absent.
    /// - Throws: `ServerError.passwordInAddress`, `.addressInvalid`, or `.databaseUnusable` with the reason.
    public init(address text: String) throws(ServerError) { try self.init(address: text, patience: 5) }

    /// - Parameter patience: after how many seconds a request gets an error that waits for the database.
    init(address text: String, patience: Double) throws(ServerError) {
        let address = try Self.address(text)
        do throws(PostgresError) {
            let connection = try PostgresConnection(address)
            try Self.migrate(connection)
            notificationError = Self.notificationError(connection)
        } catch {
            throw .databaseUnusable(path: text, reason: error.sentencePart)
        }
        pool = PostgresPool(address, size: 6, patience: patience, monitor: monitor)
        changes = PostgresPool(address, size: 4, patience: patience, monitor: monitor, beside: pool)
        // Between two pieces of a list, its client is sent the first.
        snapshots = PostgresPool(
            address, size: 4, patience: patience, idleLimit: 120, monitor: monitor, beside: pool)
        notifications = PostgresNotifications(address, channel: Self.channel)
    }

    /// True where `text` is the address of a database rather than the path of a file.
    public static func isAddress(_ text: String) -> Bool { PostgresAddress.isAddress(text) }

    private static func address(_ text: String) throws(ServerError) -> PostgresAddress {
        do throws(PostgresAddress.Fault) {
            return try PostgresAddress(text).adding("fallback_application_name", "duke-directory-server")
        } catch {
            switch error {
            case .password: throw .passwordInAddress
            case .invalid: throw .addressInvalid
            }
        }
    }

    /// The error of a notification that is rolled back, or nil where the database has notifications.
    private static func notificationError(_ connection: PostgresConnection) -> PostgresError? {
        struct NotMeant: Error {}
        do {
            try connection.transaction(.committed) {
                try connection.run(notification(of: ""))
                throw NotMeant()
            }
        } catch PostgresError.refused(let state, let message) {
            return .refused(state: state, message: message)
        } catch {}
        return nil
    }

    public func changedLists() -> AsyncThrowingStream<String?, any Error> {
        let (notifications, problem) = (notifications, notificationError)
        return AsyncThrowingStream { continuation in
            if let problem { return continuation.finish(throwing: Self.noNotifications(problem)) }
            let task = Task {
                for await notification in notifications.stream {
                    switch notification {
                    case .text(let collection): continuation.yield(collection)
                    case .missed: continuation.yield(nil)
                    case .refused(let error): continuation.finish(throwing: Self.noNotifications(error))
                    }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    public func connectionChanges() -> AsyncStream<DatabaseChange> {
        let changes = monitor.changes
        return AsyncStream { continuation in
            let task = Task {
                for await change in changes {
                    switch change {
                    case .lost(let message):
                        continuation.yield(.lost(reason: PostgresError.unavailable(message).sentencePart))
                    case .back: continuation.yield(.back)
                    }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private static func noNotifications(_ error: PostgresError) -> StorageError {
        .noNotifications(reason: error.sentencePart)
    }

    /// Reads the database of one moment.
    /// - Throws: `StorageError`, or the error of `body`.
    func read<T: Sendable>(_ body: @escaping @Sendable (PostgresConnection) throws -> T) async throws -> T {
        try await Self.explained { try await pool.read(body) }
    }

    /// Runs statements that are transactions of their own, and may be repeated.
    /// - Throws: `StorageError`, or the error of `body`.
    func run<T: Sendable>(_ body: @escaping @Sendable (PostgresConnection) throws -> T) async throws -> T {
        try await Self.explained { try await pool.run(body) }
    }

    /// Returns the result of `work`, whose errors of the database are those that the server explains.
    static func explained<T>(_ work: () async throws -> T) async throws -> T {
        do { return try await work() } catch let error as PostgresError {
            switch error {
            case .unavailable, .connectionLost, .conflict: throw StorageError.unavailable
            case .outcomeUnknown: throw StorageError.outcomeUnknown
            case .refused(PostgresError.diskFull, _): throw StorageError.diskFull
            case .refused, .mismatch: throw error
            }
        }
    }
}

extension PostgresError {
    /// The words of the database as the rest of a sentence, which ends with a period of ours. libpq's questions, such as
    /// whether the server is running, are left out.
    var sentencePart: String {
        let lines = message.split(whereSeparator: \.isNewline).filter { !$0.hasSuffix("?") }
        let words = lines.joined(separator: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.hasSuffix(".") ? String(words.dropLast()) : words
    }
}

/// All entries at one moment, read in pieces of about 128 KB by a connection of its own.
struct PostgresSnapshot: EntrySnapshot {
    let tag: String
    let count: Int
    let byteCount: Int
    private let lease: PostgresLease
    private let collection: String

    /// How many bytes a piece has, about.
    private static let pieceSize = 128 << 10

    init(_ pool: PostgresPool, of collection: String) async throws {
        let (lease, list) = try await pool.lease { connection in
            try connection.execute("BEGIN \(PostgresConnection.Isolation.snapshot.rawValue)")
            return try connection.run(
                "SELECT tag, count, bytes FROM entry_list WHERE collection = $1", .text(collection)
            ).first.map { (tag: try $0.text(0), count: try $0.integer(1), bytes: try $0.integer(2)) }
        }
        (self.lease, self.collection) = (lease, collection)
        (tag, count, byteCount) = list ?? ("", 0, 0)
    }

    func piece(after position: Int64) async throws -> EntryPiece? {
        let (collection, rows) = (collection, max(1, Self.pieceSize * max(1, count) / max(1, byteCount)))
        return try await PostgresRepository.explained {
            try await lease.run { connection in try Self.piece(connection, of: collection, after: position, rows) }
        }
    }

    /// The next `limit` entries, or nil at the end.
    private static func piece(
        _ connection: PostgresConnection, of collection: String, after position: Int64, _ limit: Int
    ) throws -> EntryPiece? {
        var json = Data()
        var last: Int64?
        let statement = PostgresStatement(
            "SELECT id, json FROM entry WHERE collection = $1 AND id > $2 ORDER BY id LIMIT $3", .text(collection),
            .integer(Int(position)), .integer(limit))
        try connection.forEach(statement) { row in
            if last != nil { json.append(UInt8(ascii: ",")) }
            json.append(try row.data(1))
            last = Int64(try row.integer(0))
        }
        return last.map { EntryPiece(json: json, position: $0) }
    }
}

extension PostgresRepository {
    public func withDelta<T: Sendable>(
        of collection: String, since request: DeltaRequest, _ body: @escaping @Sendable (ListDelta) throws -> T
    ) async throws -> T? {
        try await read { connection in
            let revision = try connection.run(
                "SELECT max(revision) FROM entry_change WHERE tag = $1 AND collection = $2", .text(request.tag),
                .text(collection)
            ).first?.optionalInteger(0)
            guard let revision else { return nil }
            return try body(try Self.delta(connection, of: collection, since: revision, request))
        }
    }

    private static func delta(
        _ connection: PostgresConnection, of collection: String, since revision: Int, _ request: DeltaRequest
    ) throws -> ListDelta {
        var (removed, sent): ([Int], [Int: Int]) = ([], [:])
        let changed = try connection.run(
            """
            SELECT c.key, e.id, octet_length(e.json)
            FROM (SELECT DISTINCT key FROM entry_change WHERE collection = $1 AND revision > $2 AND key IS NOT NULL) c
            LEFT JOIN entry e ON e.collection = $1 AND e.key = c.key
            """, .text(collection), .integer(revision))
        for row in changed {
            if let id = try row.optionalInteger(1) {
                sent[id] = try row.integer(2)
            } else {
                removed.append(try row.integer(0))
            }
        }
        let others = try connection.run(
            """
            SELECT id, octet_length(json) FROM entry
            WHERE collection = $1 AND (key = ANY($2) OR owner_key = ANY($3))
            """, .text(collection), .integers(Array(request.keys)), .texts(request.owners.map(caseless)))
        for row in others { sent[try row.integer(0)] = try row.integer(1) }
        let list = try connection.run(
            "SELECT tag, count, bytes FROM entry_list WHERE collection = $1", .text(collection)
        ).first
        let ids = Array(sent.keys)
        return ListDelta(
            tag: try list?.text(0) ?? "", count: try list?.integer(1) ?? 0, listByteCount: try list?.integer(2) ?? 0,
            byteCount: sent.values.reduce(0, +), removed: removed.sorted()
        ) { body in
            try connection.forEach(
                PostgresStatement("SELECT json FROM entry WHERE id = ANY($1) ORDER BY id", .integers(ids))
            ) { try body(try $0.data(0)) }
        }
    }
}
