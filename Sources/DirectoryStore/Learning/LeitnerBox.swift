public import Foundation

/// How well a name is known: one of Leitner's boxes, and the time from which the name is asked again.
///
/// A right answer moves a name to the next box, which is asked later; a wrong answer moves it back to the first one.
public struct LeitnerBox: Equatable, Sendable {
    /// From 0, where the last answer was wrong, to 5.
    public let number: Int
    /// The time from which the name is asked again; whole seconds are kept.
    public let due: Date

    /// The box of a name that was never asked.
    public static let new = LeitnerBox(number: 0, due: .distantPast)

    /// After how many days the names of each box are asked again.
    private static let days = [0, 1, 3, 7, 21, 60]

    /// Makes a box; a number that is out of range becomes the nearest one.
    public init(number: Int, due: Date) {
        self.number = min(max(number, 0), Self.days.count - 1)
        self.due = due
    }

    /// True where the last answer was right.
    public var isKnown: Bool { number > 0 }

    /// The box after an answer. A right answer that was given before the name was due changes nothing.
    public func answered(isRight: Bool, at now: Date) -> LeitnerBox {
        guard isRight else { return LeitnerBox(number: 0, due: now) }
        guard now >= due else { return self }
        let next = min(number + 1, Self.days.count - 1)
        return LeitnerBox(number: next, due: now.addingTimeInterval(Double(Self.days[next]) * 86_400 - Self.early))
    }

    /// How many seconds earlier names are due, so that those of one evening are due at any time of another.
    private static let early: TimeInterval = 4 * 3600
}
