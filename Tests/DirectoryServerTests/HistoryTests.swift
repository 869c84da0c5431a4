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
            try await TestServer.run(ClassServer(repository: try database.open())) { two in
                try await withThrowingTaskGroup(of: Void.self) { [people] group in
                    for index in 0..<8 {
                        group.addTask {
                            try await onThread {
                                let client = HistoryClient(
                                    people, ports: [one.port, two], recorder: recorder,
                                    random: Draw(seed: UInt64(index)), isForgetful: isForgetful)
                                for _ in 0..<60 { client.step() }
                                client.readAll()
                            }
                        }
                    }
                    try await group.waitForAll()
                }
            }
        }
        return recorder
    }

    @Test(.eachDatabase) func noUpdateIsLost() async throws {
        let recorder = try await history(in: database)
        #expect(recorder.violations().isEmpty && recorder.failures.isEmpty)
        #expect(recorder.unknownCount == 0 && recorder.operationCount >= 500)
        for kind in ["read 200", "create 200", "create 409", "replace 200", "replace 412", "remove 200"] {
            #expect(recorder.counts[kind, default: 0] > 0, "\(kind)")
        }
    }

    /// A client that leaves a condition out, and says that it did not, loses updates of others.
    @Test(.sqlite) func aLostUpdateIsFound() async throws {
        let recorder = try await history(in: database, isForgetful: true)
        #expect(!recorder.violations().isEmpty)
    }
}

/// Histories that one server could have answered, and histories that none could.
@Suite struct LinearizabilityTests {
    private static func operation(
        _ start: UInt64, _ end: UInt64, _ request: RecordOperation.Request, _ answer: RecordOperation.Answer = .done
    ) -> RecordOperation { RecordOperation(request, answer, from: start, to: end) }

    private static func read(_ start: UInt64, _ end: UInt64, _ value: Int) -> RecordOperation {
        RecordOperation(.read, .value(value), from: start, to: end)
    }

    /// What follows the creation of 1.
    private static let impossible: [(String, [RecordOperation])] = [
        (
            "both replaced one value",
            [operation(3, 6, .replace(2, expected: 1)), operation(4, 5, .replace(3, expected: 1))]
        ),
        ("an answered write that is gone", [operation(3, 4, .replace(2, expected: 1)), read(5, 6, 1)]),
        ("an old value after a new one", [operation(3, 10, .replace(2, expected: 1)), read(4, 5, 2), read(6, 7, 1)]),
        ("a value that was never written", [read(3, 4, 9)]), ("two creations", [operation(3, 4, .create(2))]),
        ("a change that was not done and shows", [operation(3, 4, .replace(2, expected: 9), .unknown), read(5, 6, 2)]),
        ("a removal that did not last", [operation(3, 4, .remove(expected: 1)), read(5, 6, 1)]),
    ]

    private static func violation(in operations: [RecordOperation]) -> RecordOperation? {
        var check = Linearizability([operation(1, 2, .create(1))] + operations)
        return check.violation()
    }

    @Test(arguments: [1, 2]) func aChangeWithoutAnswerMayComeLaterOrNever(last: Int) {
        let change = Self.operation(3, 4, .replace(2, expected: 1), .unknown)
        #expect(Self.violation(in: [change, Self.read(5, 6, 1), Self.read(7, 8, last)]) == nil)
    }

    @Test(arguments: impossible) func impossibleHistoriesAreFound(name: String, operations: [RecordOperation]) {
        #expect(Self.violation(in: operations) != nil, "\(name)")
    }
}
