import DirectoryModel
import Language

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
    static func words<R: DirectoryRecord>(_ difference: FieldDifference, of type: R.Type) -> String {
        if R.field(named: difference.key)?.isPicture == true {
            return difference.afterText.isEmpty ? translated("Picture removed.") : translated("Picture changed.")
        }
        let texts = ChangedTexts(difference.beforeText, difference.afterText)
        func shown(_ text: String) -> String { text.isEmpty ? translated("none") : translated("“\(text)”") }
        return translated("\(difference.label): \(shown(texts.before)) → \(shown(texts.after))")
    }
}
