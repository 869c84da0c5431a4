private import Foundation
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
