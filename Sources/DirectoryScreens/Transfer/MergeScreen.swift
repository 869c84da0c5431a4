import DirectoryModel
public import Foundation
import Language
public import Observation

/// Two versions of one record: the user picks a side for each field that both changed. Other fields take the changed
/// value.
@MainActor @Observable
public final class MergeScreen {
    public enum Side: Equatable, Sendable { case mine, theirs }

    /// A field that both sides changed.
    public struct Line: Equatable, Sendable, Identifiable {
        public let id: String
        public let label: String
        public let mine: String
        public let theirs: String
        /// Both pictures, nil for a side without one; nil if the field is not a picture.
        public let pictures: Pictures?
        public internal(set) var picked: Side
    }

    public struct Pictures: Equatable, Sendable {
        public let mine: Data?
        public let theirs: Data?
    }

    public private(set) var lines: [Line]
    /// What was merged without a question, or nil.
    public let automaticMergeSummary: String?
    public let title: String
    /// True if the other version is the server's, false if it was saved here.
    public let isOnServer: Bool

    @ObservationIgnored private let merge: ThreeWayMerge

    /// The local version, as shown.
    var mine: Record { merge.mine }
    var theirs: Record { merge.theirs }

    init(_ merge: ThreeWayMerge, isOnServer: Bool = true) {
        self.merge = merge
        self.isOnServer = isOnServer
        title = merge.mine.displayName.line(cutAt: 200)
        automaticMergeSummary = Self.automaticMergeSummary(merge, isOnServer: isOnServer)
        lines = merge.conflicts.map { difference in
            let isPicture = merge.mine.definition.field(named: difference.key)?.isPicture == true
            let texts = ChangedTexts(difference.beforeText, difference.afterText, most: 200)
            return Line(
                id: difference.key, label: difference.label, mine: Self.shown(texts.before, isPicture),
                theirs: Self.shown(texts.after, isPicture),
                pictures: isPicture
                    ? Pictures(
                        mine: Data(base64Encoded: difference.before.text),
                        theirs: Data(base64Encoded: difference.after.text)) : nil, picked: .mine)
        }
    }

    private static func automaticMergeSummary(_ merge: ThreeWayMerge, isOnServer: Bool) -> String? {
        func list(_ differences: [FieldDifference]) -> String {
            differences.map(\.label).joined(separator: translated(", "))
        }
        let (mine, theirs) = (list(merge.onlyMine), list(merge.onlyTheirs))
        let sentences = [
            mine.isEmpty ? "" : translated("Kept your \(mine)."),
            theirs.isEmpty
                ? ""
                : isOnServer
                    ? translated("Took \(theirs) from the server.")
                    : translated("Took \(theirs) from the saved version."),
        ]
        .filter { !$0.isEmpty }
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }

    private static func shown(_ text: String, _ isPicture: Bool) -> String {
        if text.isEmpty { return translated("None") }
        return isPicture ? translated("Picture") : text
    }

    // MARK: What the user does

    public func picked(_ side: Side, for field: String) {
        guard let index = lines.firstIndex(where: { $0.id == field }) else { return }
        lines[index].picked = side
    }

    /// True if both versions are those of `other`.
    func isOf(_ other: MergeScreen) -> Bool { mine == other.mine && theirs == other.theirs }

    /// Picks what was picked of earlier versions.
    func pickAs(in other: MergeScreen) { for line in other.lines { picked(line.picked, for: line.id) } }

    public func allPicked(_ side: Side) {
        for index in lines.indices { lines[index].picked = side }
    }

    /// The merged record, with the server's key.
    var merged: Record {
        merge.merged(takingTheirs: Set(lines.filter { $0.picked == .theirs }.map(\.id)))
    }

    /// The merged record with a key that became known later.
    func merged(under key: Int) -> Record { merged.keyed(key) }
}

/// Two versions of a text on one line each, cut around the difference if long.
struct ChangedTexts: Equatable {
    let before: String
    let after: String

    /// How much common text is shown before the difference, in characters.
    private static let context = 24
    /// The maximum that is compared, in scalars.
    private static let compared = 100_000

    /// - Parameter most: the maximum length, in characters.
    init(_ before: String, _ after: String, most: Int = 120) {
        let (old, new) = (before.line(cutAt: Self.compared), after.line(cutAt: Self.compared))
        let isShort = max(old.count, new.count) <= most
        let start = isShort ? 0 : max(0, zip(old, new).prefix { $0 == $1 }.count - Self.context)
        self.before = Self.part(of: old.dropFirst(start), isBegun: start > 0, most)
        self.after = Self.part(of: new.dropFirst(start), isBegun: start > 0, most)
    }

    private static func part(of text: Substring, isBegun: Bool, _ most: Int) -> String {
        (isBegun ? "…" : "") + text.prefix(most) + (text.count > most ? "…" : "")
    }

    /// "Movie: “Up” → “Coco”", or that the picture changed.
    static func text(_ difference: FieldDifference, of definition: Definition) -> String {
        if definition.field(named: difference.key)?.isPicture == true {
            return difference.afterText.isEmpty ? translated("Picture removed.") : translated("Picture changed.")
        }
        let texts = ChangedTexts(difference.beforeText, difference.afterText)
        func shown(_ text: String) -> String { text.isEmpty ? translated("none") : translated("“\(text)”") }
        return translated("\(difference.label): \(shown(texts.before)) → \(shown(texts.after))")
    }
}
