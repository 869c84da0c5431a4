public import DirectoryModel
import Foundation
import Language
public import Observation

/// Two versions of one record side by side: for every field that differs, one of both is picked.
@MainActor @Observable
public final class MergeScreen<R: Record> {
    /// Whose version is picked.
    public enum Side: Equatable, Sendable { case mine, theirs }

    /// One field in which both differ.
    public struct Line: Equatable, Sendable, Identifiable {
        public let id: String
        public let label: String
        public let mine: String
        public let theirs: String
        public internal(set) var picked: Side
    }

    public private(set) var lines: [Line]
    /// The name of the record.
    public let title: String
    /// False where the server has no version, so that there is nothing to pick field by field.
    public let hasTheirs: Bool

    @ObservationIgnored private let mine: R
    @ObservationIgnored private let theirs: R?

    /// - Parameter theirs: nil where the server has none.
    init(mine: R, theirs: R?) {
        self.mine = mine
        self.theirs = theirs
        title = mine.displayName.line(cutAt: 200)
        hasTheirs = theirs != nil
        let differences = theirs.map { mine.differences(from: $0) } ?? []
        // The key is the server's; it was not given for choosing.
        lines = differences.filter { R.field(named: $0.key)?.isKey != true }.map { difference in
            let isPicture = R.field(named: difference.key)?.isPicture == true
            return Line(
                id: difference.key, label: difference.label, mine: Self.shown(difference.beforeText, isPicture),
                theirs: Self.shown(difference.afterText, isPicture), picked: .mine)
        }
    }

    private static func shown(_ text: String, _ isPicture: Bool) -> String {
        if text.isEmpty { return translated("Nothing") }
        return isPicture ? translated("A picture") : text.line(cutAt: 500)
    }

    // MARK: What the user does

    public func picked(_ side: Side, for field: String) {
        guard let place = lines.firstIndex(where: { $0.id == field }) else { return }
        lines[place].picked = side
    }

    /// Picks one side for every field.
    public func allPicked(_ side: Side) {
        for place in lines.indices { lines[place].picked = side }
    }

    /// The record as it was picked together; it has the server's key.
    var merged: R {
        guard let theirs else { return mine }
        var merged = theirs
        for line in lines where line.picked == .mine {
            if let field = R.field(named: line.id) { field.set(field.value(mine), in: &merged) }
        }
        return merged
    }
}
