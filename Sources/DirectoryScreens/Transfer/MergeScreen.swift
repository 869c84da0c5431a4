import DirectoryModel
public import Foundation
import Language
public import Observation

/// Two versions of one record side by side: for every field that both sides changed, one of the two is picked. A field
/// that only one side changed has that side's value.
@MainActor @Observable
public final class MergeScreen {
    public enum Side: Equatable, Sendable { case mine, theirs }

    /// One field that both sides changed.
    public struct Line: Equatable, Sendable, Identifiable {
        public let id: String
        public let label: String
        public let mine: String
        public let theirs: String
        /// The bytes of both pictures, each nil where that side has no picture; nil where the field is not a picture.
        public let pictures: Pictures?
        public internal(set) var picked: Side
    }

    public struct Pictures: Equatable, Sendable {
        public let mine: Data?
        public let theirs: Data?
    }

    public private(set) var lines: [Line]
    /// A sentence on what was merged without a question, or nil where no field was.
    public let settled: String?
    public let title: String
    /// True where the other version is the server's, false where it was saved here while a form was open.
    public let isOnServer: Bool

    /// The version here, as it was shown.
    @ObservationIgnored let mine: any DirectoryRecord
    @ObservationIgnored let theirs: any DirectoryRecord
    @ObservationIgnored private let merge: (_ takingTheirs: Set<String>) -> any DirectoryRecord

    init<R: DirectoryRecord>(_ merge: ThreeWayMerge<R>, isOnServer: Bool = true) {
        (mine, theirs) = (merge.mine, merge.theirs)
        self.isOnServer = isOnServer
        self.merge = { merge.merged(takingTheirs: $0) }
        title = mine.displayName.line(cutAt: 200)
        settled = Self.settled(merge, isOnServer: isOnServer)
        lines = merge.conflicts.map { difference in
            let isPicture = R.field(named: difference.key)?.isPicture == true
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

    private static func settled<R: DirectoryRecord>(_ merge: ThreeWayMerge<R>, isOnServer: Bool) -> String? {
        func list(_ differences: [FieldDifference]) -> String {
            differences.map(\.label).joined(separator: translated(", "))
        }
        let (here, there) = (list(merge.onlyMine), list(merge.onlyTheirs))
        switch (here.isEmpty, there.isEmpty) {
        case (true, true): return nil
        case (false, true):
            return isOnServer
                ? translated("Only changed here, kept: \(here).")
                : translated("Only changed in this form, kept: \(here).")
        case (true, false) where !isOnServer: return translated("Only changed elsewhere, applied: \(there).")
        case (false, false) where !isOnServer:
            return translated(
                "Only changed in this form, kept: \(here). Only changed elsewhere, applied: \(there).")
        case (true, false): return translated("Only changed on the server, applied: \(there).")
        case (false, false):
            return translated("Only changed here, kept: \(here). Only changed on the server, applied: \(there).")
        }
    }

    private static func shown(_ text: String, _ isPicture: Bool) -> String {
        if text.isEmpty { return translated("None") }
        return isPicture ? translated("Picture") : text
    }

    // MARK: What the user does

    public func picked(_ side: Side, for field: String) {
        guard let place = lines.firstIndex(where: { $0.id == field }) else { return }
        lines[place].picked = side
    }

    public func allPicked(_ side: Side) {
        for place in lines.indices { lines[place].picked = side }
    }

    /// The merged record as picked; it has the server's key.
    var merged: any DirectoryRecord { merge(taken) }

    /// The merged record under `key`, which may have become known only now.
    func merged(under key: Int) -> any DirectoryRecord {
        let merged = merged
        return merged.key == key ? merged : merged.keyed(key)
    }

    /// The fields for which the other side is picked.
    private var taken: Set<String> { Set(lines.filter { $0.picked == .theirs }.map(\.id)) }
}

/// Two versions of a text, each on one line and short enough to be read beside the other: long ones are cut around
/// what differs.
struct ChangedTexts: Equatable {
    let before: String
    let after: String

    /// How much of what both have is shown before what differs, in characters.
    private static let context = 24
    /// The most that is compared, in scalars.
    private static let compared = 100_000

    /// - Parameter most: how long each is at most, in characters.
    init(_ before: String, _ after: String, most: Int = 120) {
        let (old, new) = (Array(before.line(cutAt: Self.compared)), Array(after.line(cutAt: Self.compared)))
        var same = 0
        while same < min(old.count, new.count), old[same] == new[same] { same += 1 }
        let start = max(old.count, new.count) <= most ? 0 : max(0, same - Self.context)
        self.before = Self.part(of: old, from: start, most)
        self.after = Self.part(of: new, from: start, most)
    }

    private static func part(of text: [Character], from start: Int, _ most: Int) -> String {
        let end = min(text.count, start + most)
        let shown = String(text[min(start, end)..<end])
        return (start > 0 ? "…" : "") + shown + (end < text.count ? "…" : "")
    }

    /// "Movie: “Up” → “Coco”", or that the picture changed.
    static func words(_ difference: FieldDifference, of type: any DirectoryRecord.Type) -> String {
        if type.anyField(difference.key)?.isPicture == true {
            return difference.afterText.isEmpty ? translated("Picture removed.") : translated("Picture changed.")
        }
        let texts = ChangedTexts(difference.beforeText, difference.afterText)
        func shown(_ text: String) -> String { text.isEmpty ? translated("none") : translated("“\(text)”") }
        return translated("\(difference.label): \(shown(texts.before)) → \(shown(texts.after))")
    }
}
