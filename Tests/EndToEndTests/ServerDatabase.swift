import Foundation
import TemporaryPostgres
import Testing

/// The databases that a class server may use; no client can know which it is.
enum ServerDatabase: String, CaseIterable {
    case sqlite, postgres

    /// What `withClassServer` uses: SQLite, unless a test says otherwise or `DIRECTORY_TEST_DATABASE` does.
    @TaskLocal static var current = wanted ?? .sqlite

    /// Those that this computer has, or only the one that `DIRECTORY_TEST_DATABASE` names.
    static let available = allCases.filter {
        (wanted ?? $0) == $0 && ($0 == .sqlite || PostgresCluster.isInstalled)
    }

    private static let wanted = ProcessInfo.processInfo.environment["DIRECTORY_TEST_DATABASE"]
        .flatMap(ServerDatabase.init(rawValue:))

    /// Runs `body` with the options of a class server whose database is new.
    func withOptions<T>(
        isolation: isolated (any Actor)? = #isolation, _ body: ([String]) async throws -> T
    ) async throws -> T {
        guard self == .postgres else { return try await body([]) }
        let schema = try PostgresSchema(in: try PostgresCluster.shared.get())
        defer { try? schema.remove() }
        return try await body(["--database", schema.address])
    }
}

/// Runs a test once with each database that a class server may use.
struct EachDatabase: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        for database in ServerDatabase.available {
            try await ServerDatabase.$current.withValue(database) { try await function() }
        }
    }
}

extension Trait where Self == EachDatabase {
    static var eachDatabase: Self { EachDatabase() }
}
