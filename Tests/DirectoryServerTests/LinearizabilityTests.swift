import HistoryCheck
import Testing

/// Histories that one server could have answered, and histories that none could.
@Suite struct LinearizabilityTests {
    private static func at(
        _ start: UInt64, _ end: UInt64, _ request: RecordOperation.Request, _ answer: RecordOperation.Answer
    ) -> RecordOperation { RecordOperation(request, answer, from: start, to: end) }

    private static let impossible: [(String, [RecordOperation])] = [
        (
            "a lost update: both replaced the same value",
            [
                at(1, 2, .create(1), .done), at(3, 6, .replace(2, expected: 1), .done),
                at(4, 5, .replace(3, expected: 1), .done),
            ]
        ),
        (
            "an answered write that is gone",
            [
                at(1, 2, .create(1), .done), at(3, 4, .replace(2, expected: 1), .done), at(5, 6, .read, .value(1)),
            ]
        ),
        (
            "an old value after a new one",
            [
                at(1, 2, .create(1), .done), at(3, 10, .replace(2, expected: 1), .done), at(4, 5, .read, .value(2)),
                at(6, 7, .read, .value(1)),
            ]
        ),
        ("a value that was never written", [at(1, 2, .create(1), .done), at(3, 4, .read, .value(9))]),
        ("two creations", [at(1, 2, .create(1), .done), at(3, 4, .create(2), .done)]),
        (
            "a change that was not done and shows",
            [
                at(1, 2, .create(1), .done), at(3, 4, .replace(2, expected: 9), .unknown), at(5, 6, .read, .value(2)),
            ]
        ),
        (
            "a removal that did not last",
            [
                at(1, 2, .create(1), .done), at(3, 4, .remove(expected: 1), .done), at(5, 6, .read, .value(1)),
            ]
        ),
    ]

    @Test(arguments: [1, 2]) func aChangeWithoutAnswerMayComeLaterOrNever(last: Int) {
        var check = Linearizability([
            Self.at(1, 2, .create(1), .done), Self.at(3, 4, .replace(2, expected: 1), .unknown),
            Self.at(5, 6, .read, .value(1)), Self.at(7, 8, .read, .value(last)),
        ])
        #expect(check.violation() == nil)
    }

    @Test(arguments: impossible.indices) func impossibleHistoriesAreFound(index: Int) {
        let (name, operations) = Self.impossible[index]
        var check = Linearizability(operations)
        #expect(check.violation() != nil, "\(name)")
    }
}
