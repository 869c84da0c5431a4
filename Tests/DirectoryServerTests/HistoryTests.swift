import Foundation
import HistoryCheck
import Hostile
import Testing

@testable import DirectoryServer

/// Several clients of two servers on one database.
@Suite struct HistoryTests {
    private static let netids = ["hist1", "hist2"]

    /// Runs eight clients of two servers, and returns what they were answered.
    private func history(in database: TestDatabase, isForgetful: Bool = false) async throws -> HistoryRecorder {
        let accounts = Accounts(repository: database.repository)
        var people: [HistoryClient.Person] = []
        for (index, netid) in Self.netids.enumerated() {
            let password = try await accounts.add(netid, role: .student)
            people.append(HistoryClient.Person(netid: netid, password: password, number: index + 1))
        }
        let recorder = HistoryRecorder()
        try await TestServer.with(database.repository) { one in
            try await database.withOtherServer { two in
                await withTaskGroup(of: Void.self) { [people] group in
                    for index in 0..<8 {
                        group.addTask {
                            await onThread {
                                let client = HistoryClient(
                                    people, ports: [one.port, two], recorder: recorder,
                                    random: Draw(seed: UInt64(index)), isForgetful: isForgetful)
                                for _ in 0..<60 { client.step() }
                                client.readAll()
                            }
                        }
                    }
                }
            }
        }
        return recorder
    }

    @Test(arguments: Backend.available) func noUpdateIsLost(backend: Backend) async throws {
        try await backend.withDatabase { database in
            let recorder = try await history(in: database)
            #expect(recorder.violations().isEmpty && recorder.failures.isEmpty)
            #expect(recorder.unknownCount == 0 && recorder.operationCount >= 500)
            for kind in ["read 200", "create 200", "create 409", "replace 200", "replace 412", "remove 200"] {
                #expect(recorder.counts[kind, default: 0] > 0, "\(kind)")
            }
        }
    }

    /// A client that leaves a condition out, and says that it did not, loses updates of others.
    @Test(arguments: Backend.available) func aLostUpdateIsFound(backend: Backend) async throws {
        try await backend.withDatabase { database in
            let recorder = try await history(in: database, isForgetful: true)
            #expect(!recorder.violations().isEmpty)
        }
    }
}

/// Runs `work`, which waits, on a thread of its own.
private func onThread(_ work: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread {
            work()
            continuation.resume()
        }
    }
}

extension TestDatabase {
    /// Runs another server on the same database for as long as `body` takes, which gets its port.
    fileprivate func withOtherServer(_ body: (Int) async throws -> Void) async throws {
        let (ports, ready) = AsyncStream<Int>.makeStream()
        let other = try open()
        let running = Task {
            defer { ready.finish() }
            try await ClassServer(repository: other).run { ready.yield($0) }
        }
        for await port in ports {
            defer { running.cancel() }
            try await body(port)
        }
        try await running.value
    }
}
