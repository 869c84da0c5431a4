import HistoryCheck
import Testing

/// Histories that one server could have answered, and histories that none could.
@Suite struct LinearizabilityTests {
    private static func at(
        _ start: UInt64, _ end: UInt64, _ request: RecordOperation.Request, _ answer: RecordOperation.Answer
    ) -> RecordOperation { RecordOperation(request, answer, from: start, to: end) }

    private static let possible: [(String, [RecordOperation])] = [
        ("empty", []),
        (
            "one after another",
            [
                at(1, 2, .create(1), .done), at(3, 4, .read, .value(1)), at(5, 6, .replace(2, expected: 1), .done),
                at(7, 8, .replace(3, expected: 1), .other), at(9, 10, .remove(expected: 2), .done),
                at(11, 12, .read, .value(nil)), at(13, 14, .replace(4, expected: 2), .absent),
                at(15, 16, .create(5), .done), at(17, 18, .create(6), .present),
            ]
        ),
        (
            "a reader beside a writer sees either",
            [
                at(1, 2, .create(1), .done), at(3, 10, .replace(2, expected: 1), .done), at(4, 5, .read, .value(1)),
                at(6, 7, .read, .value(2)), at(8, 9, .read, .value(2)),
            ]
        ),
        (
            "of two writers one is refused",
            [
                at(1, 2, .create(1), .done), at(3, 6, .replace(2, expected: 1), .done),
                at(4, 5, .replace(3, expected: 1), .other), at(7, 8, .read, .value(2)),
            ]
        ),
        (
            "an answer that was lost took effect later",
            [
                at(1, 2, .create(1), .done), at(3, 4, .replace(2, expected: 1), .unknown), at(5, 6, .read, .value(1)),
                at(7, 8, .read, .value(2)), at(9, 10, .replace(3, expected: 2), .done),
            ]
        ),
        (
            "or never",
            [
                at(1, 2, .create(1), .done), at(3, 4, .remove(expected: nil), .unknown), at(5, 6, .read, .value(1)),
                at(5, 7, .read, .unknown),
            ]
        ),
        (
            "three in a row, answered together",
            [
                at(1, 9, .replace(3, expected: 2), .done), at(1, 9, .replace(2, expected: 1), .done),
                at(1, 9, .create(1), .done), at(1, 9, .read, .value(2)), at(10, 11, .read, .value(3)),
            ]
        ),
    ]

    @Test(arguments: possible.indices) func whatCanBeExplainedIsAccepted(index: Int) {
        let (name, operations) = Self.possible[index]
        var check = Linearizability(operations)
        #expect(check.violation() == nil, "\(name)")
    }

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

    @Test(arguments: impossible.indices) func whatCannotBeExplainedIsFound(index: Int) {
        let (name, operations) = Self.impossible[index]
        var check = Linearizability(operations)
        #expect(check.violation() != nil, "\(name)")
    }
}
