import Foundation
import TemporaryPostgres

@testable import DirectoryServer

/// The databases that a server may use; what it answers is the same with each.
enum Backend: String, CaseIterable, CustomStringConvertible {
    case sqlite, postgres

    /// Those that this computer has. `DIRECTORY_TEST_DATABASE` names the only one to use.
    static let available: [Backend] = {
        let wanted = ProcessInfo.processInfo.environment["DIRECTORY_TEST_DATABASE"]
        return allCases.filter { backend in
            (wanted.map { backend.rawValue == $0 } ?? true) && (backend == .sqlite || PostgresCluster.isInstalled)
        }
    }()

    var description: String { rawValue }

    /// How many databases of PostgreSQL are used at the same time.
    private static let indices = Places(12)

    /// Makes an empty database for as long as `body` takes.
    func withDatabase<T>(_ body: (TestDatabase) async throws -> T) async throws -> T {
        switch self {
        case .sqlite: try await withTemporaryFolder { try await body(try TestDatabase(self, at: $0)) }
        case .postgres: try await Self.withSchema { try await body(try TestDatabase(self, at: $0.address)) }
        }
    }

    /// Makes a schema in the server of all tests for as long as `body` takes.
    static func withSchema<T>(_ body: (PostgresSchema) async throws -> T) async throws -> T {
        try await indices.use {
            let schema = try PostgresSchema(in: try PostgresCluster.shared.get())
            defer { try? schema.remove() }
            return try await body(schema)
        }
    }
}

/// Lets a number of tasks work at the same time, and others wait.
actor Places {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { free = count }

    nonisolated func use<T>(_ body: () async throws -> T) async throws -> T {
        await enter()
        defer { Task { await leave() } }
        return try await body()
    }

    private func enter() async {
        if free > 0 { return free -= 1 }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func leave() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}

/// Makes a folder for as long as `body` takes, which gets the path of a file in it.
func withTemporaryFolder<T>(_ body: (String) async throws -> T) async throws -> T {
    let folder = FileManager.default.temporaryDirectory.appending(path: "server-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder.appending(path: "server.sqlite").path)
}
