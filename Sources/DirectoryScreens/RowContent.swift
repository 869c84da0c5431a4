public import DirectoryModel
import DirectoryStore
import Language

/// What one row of a list says.
public struct RowContent: Equatable, Sendable {
    public let row: Int64
    /// The record's key.
    public let key: Int
    public let title: String
    public let subtitle: String
    public let detail: String
    /// What stands in the round place where there is no picture.
    public let initials: String
    /// Which of twelve colours stands behind the initials, drawn from the name.
    public let colour: Int
    public let hasPicture: Bool
    /// Differs where the picture may differ.
    public let hash: Int64
    /// Where the search found what the three lines do not show: "Hobbies: chess". It takes the place of `detail`.
    public internal(set) var found: [TextMarker.Piece]?
    /// True where it is one's own record, edited here and not uploaded.
    public internal(set) var isUnpublished = false
    /// What the row is marked with, or nil.
    public let mark: RowMark?
    /// Whether the flag is on that the row shows as a check button; nil where it shows none.
    public let isOn: Bool?
    /// The fields that can say why a row was found.
    private let fields: [Line]

    /// What the check button or the mark mean, in words.
    private let state: String

    private struct Line: Equatable, Sendable {
        let key: String
        let label: String
        let text: String
    }

    /// What a screen reader says.
    public var spoken: String {
        [
            title, subtitle, found?.map(\.text).joined() ?? detail, state,
            isUnpublished ? translated("not uploaded") : "",
        ]
        .filter { !$0.isEmpty }.joined(separator: translated(", "))
    }

    init<R: DirectoryRecord>(_ stored: StoredRecord<R>) {
        let record = stored.record
        row = stored.row
        key = record.key
        title = record.displayName.line(cutAt: Self.longestLine)
        subtitle = record.rowSubtitle.line(cutAt: Self.longestLine)
        detail = record.rowDetail.line(cutAt: Self.longestLine)
        initials = Self.initials(of: title)
        colour = Self.colour(of: record.displayName)
        hasPicture = stored.hasPicture
        mark = record.mark
        isOn = R.toggle.flatMap { R.field(named: $0.key) }.map { $0.value(record).isOn }
        state = isOn.flatMap { isOn in R.toggle.map { isOn ? $0.on : $0.off } } ?? mark?.meaning ?? ""
        hash = stored.hash
        fields = R.fields.filter { !$0.isPicture }.map {
            Line(key: $0.key, label: $0.label, text: $0.text(record).line(cutAt: DetailContent.longestText))
        }
    }

    /// The row as it stands among the rows a search found.
    /// - Parameter sentences: the record in sentences, whose words between the values can be all that was found.
    func found(by marker: TextMarker, in sentences: @autoclosure () -> String) -> RowContent {
        let lines = [title, subtitle, detail]
        guard !marker.isEmpty, !lines.contains(where: marker.matches) else { return self }
        var content = self
        content.found =
            fields.lazy.filter { field in !lines.contains { $0.contains(field.text) } }.compactMap { field in
                marker.excerpt(of: field.text, field: field.key).map {
                    [TextMarker.Piece(text: translated("\(field.label): "), isMatch: false)] + $0
                }
            }.first ?? marker.excerpt(of: sentences().line(cutAt: DetailContent.longestSummary), field: "")
        return content
    }

    /// More than any window is wide, in scalars.
    private static let longestLine = 500

    /// The first letters of the first and last word.
    static func initials(of name: String) -> String {
        let words = name.split(separator: " ").filter { $0.first?.isLetter == true }
        let letters = words.count > 1 ? [words[0], words[words.count - 1]] : Array(words.prefix(1))
        return letters.compactMap { $0.first.map(String.init) }.joined().uppercased()
    }

    /// The same name has the same colour on every machine.
    static func colour(of name: String) -> Int {
        Int(name.utf8.reduce(UInt32(5381)) { $0 &* 33 &+ UInt32($1) } % 12)
    }
}
