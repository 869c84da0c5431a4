import DirectoryModel
import Testing

@testable import DirectoryServer

/// Gives a test an empty database, or one of each kind after another.
struct DatabaseTrait: TestTrait, TestScoping {
    fileprivate let backends: [Backend]

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        for backend in backends {
            try await backend.withDatabase { database in
                try await TestDatabase.$current.withValue(database) { try await function() }
            }
        }
    }
}

extension Trait where Self == DatabaseTrait {
    static var sqlite: Self { Self(backends: [.sqlite]) }
    static var postgres: Self { Self(backends: [.postgres]) }
    static var eachDatabase: Self { Self(backends: Backend.available) }
}

/// Gives a test a server that holds `people`, or one with each kind of database after another.
struct ServerTrait: TestTrait, TestScoping {
    fileprivate let people: [DukePerson]
    fileprivate let backends: ArraySlice<Backend>
    fileprivate var isReadingOpen = false
    fileprivate var isBehindProxy = false

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await TestServer.withDatabase(people, of: backends, isReadingOpen: isReadingOpen) {
            $0.isBehindProxy = isBehindProxy
        } _: { server, database in
            try await TestDatabase.$current.withValue(database) {
                try await TestServer.$current.withValue(server) { try await function() }
            }
        }
    }
}

extension Trait where Self == ServerTrait {
    /// Routes, pages, and cards do not know which database they use, so one kind suffices.
    static func server(
        _ people: [DukePerson] = [], isReadingOpen: Bool = false, isBehindProxy: Bool = false
    ) -> Self {
        Self(
            people: people, backends: Backend.available.prefix(1), isReadingOpen: isReadingOpen,
            isBehindProxy: isBehindProxy)
    }

    /// For what the dialects of the databases differ in.
    static func serverOnEachDatabase(_ people: [DukePerson] = []) -> Self {
        Self(people: people, backends: Backend.available[...])
    }
}

/// The server of the running test; see `ServerTrait`.
var server: TestServer {
    guard let server = TestServer.current else { preconditionFailure("The test has no server.") }
    return server
}

/// The database of the running test; see `DatabaseTrait`.
var database: TestDatabase {
    guard let database = TestDatabase.current else { preconditionFailure("The test has no database.") }
    return database
}

/// What the running test stores in and reads from.
var repository: SQLRepository { database.repository }
