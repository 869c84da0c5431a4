import DirectoryModel
import Foundation
import Language

/// The result of undoing a change.
public struct Undone: Equatable, Sendable {
    /// The name of the change.
    public let label: String
    /// How many records have later edits in the fields of the change; they were left as they are.
    public let left: Int
    /// How many records did not get their owner back, or were not put back, because another record has that owner now.
    public let taken: Int
    /// True where no record could be put back, not even in part.
    public let isRefused: Bool
    /// True where the change was made again.
    var isRedone = false
    /// The collection's label for an owner's name.
    private let ownerLabel: String

    /// Makes a result; `ownerLabel` is the collection's label for an owner's name.
    public init(label: String, left: Int = 0, taken: Int = 0, ownerLabel: String = "", isRefused: Bool = false) {
        (self.label, self.left, self.taken, self.ownerLabel) = (label, left, taken, ownerLabel)
        self.isRefused = isRefused
    }

    /// One sentence or several.
    public var words: String {
        let first =
            switch (isRefused, isRedone) {
            case (true, false): translated("Not undone: \(label)")
            case (false, false): translated("Undone: \(label)")
            case (true, true): translated("Not redone: \(label)")
            case (false, true): translated("Redone: \(label)")
            }
        let others = [leftWords, takenWords].compactMap(\.self).joined(separator: " ")
        return others.isEmpty ? first : translated("\(first). \(others)")
    }

    private var leftWords: String? {
        guard left > 0 else { return nil }
        return translated(
            left, one: "\(left) record has changed since then and was kept.",
            many: "\(left) records have changed since then and were kept.")
    }

    private var takenWords: String? {
        guard taken > 0 else { return nil }
        return translated(
            taken, one: "The \(ownerLabel) of \(taken) record now belongs to another record, so it was not restored.",
            many: "The \(ownerLabel) of \(taken) records now belongs to other records, so it was not restored.")
    }
}
