import DirectoryModel
public import Foundation
import GRDB

/// A name that was practiced, and its box.
public struct LearnedName: Equatable, Sendable {
    public let box: LeitnerBox
    let folded: String

    init(_ name: String, _ box: LeitnerBox) {
        folded = Folding.text(name)
        self.box = box
    }

    /// The name in the value of a mark: "2 1700000000 ana nunez".
    init?(_ mark: String) {
        let parts = mark.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let number = Int(parts[0]), let due = Int(parts[1]) else { return nil }
        box = LeitnerBox(number: number, due: Date(timeIntervalSince1970: Double(due)))
        folded = String(parts[2])
    }

    var mark: String { "\(box.number) \(Int(box.due.timeIntervalSince1970.rounded(.up))) \(folded)" }

    /// True if it is this name: in another class the same number is another person.
    public func isName(_ name: String) -> Bool { folded == Folding.text(name) }
}

/// How well a name is known, as one of Leitner's boxes, and when it is due again.
///
/// A right answer moves a name to the next box, which is due later; a wrong answer moves it to the first.
public struct LeitnerBox: Equatable, Sendable {
    /// From 0 (the last answer was wrong) to 5.
    public let number: Int
    /// When the name is due again, in whole seconds.
    public let due: Date

    public static let new = LeitnerBox(number: 0, due: .distantPast)

    /// After how many days each box is due again.
    private static let days = [0, 1, 3, 7, 21, 60]

    /// Clamps `number` to the boxes.
    public init(number: Int, due: Date) {
        self.number = min(max(number, 0), Self.days.count - 1)
        self.due = due
    }

    public var isKnown: Bool { number > 0 }

    /// The box after an answer. A right answer before the name was due changes nothing.
    public func answered(isRight: Bool, at now: Date) -> LeitnerBox {
        guard isRight else { return LeitnerBox(number: 0, due: now) }
        guard now >= due else { return self }
        let next = min(number + 1, Self.days.count - 1)
        return LeitnerBox(number: next, due: now.addingTimeInterval(Double(Self.days[next]) * 86_400 - Self.early))
    }

    /// Names are due a few hours early, so that an evening's names are due at any time of another evening. In seconds.
    private static let early: TimeInterval = 4 * 3600
}

extension StoredCollection {
    /// The names that were practiced, by the key of their record.
    public func learned() throws(StoreError) -> [Int: LearnedName] {
        try read { try MarkTable(table, in: $0).values(.learned).compactMapValues(LearnedName.init) }
    }

    /// Stores the box of a name.
    public func save(_ box: LeitnerBox, of name: String, key: Int) throws(StoreError) {
        try store.write { try MarkTable(table, in: $0).put(.learned, key: key, value: LearnedName(name, box).mark) }
    }

    /// The rows whose picture other rows share, such as placeholders; rows with equal values have equal pictures.
    public func sharedPictures() throws(StoreError) -> [Int64: Int] {
        let name = table.name
        let shared = "SELECT picture FROM \(name) WHERE picture IS NOT NULL GROUP BY picture HAVING COUNT(*) > 1"
        return try read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT row, picture FROM \(name) WHERE picture IN (\(shared))")
            return try rows.reduce(into: [:]) { $0[try $1.decode(Int64.self, atIndex: 0)] = try $1.decode(atIndex: 1) }
        }
    }
}
