import DirectoryModel
import DirectoryStore
public import Foundation
import Language

/// Two records that may be about one person, side by side, and the record they would become.
@MainActor
public struct DuplicateComparison {
    public struct Side: Sendable {
        public let content: RowContent
        public let picture: Data?
        /// "On the Server’s List" or "You", or nil.
        public let badge: String?
    }

    /// A field that one of them gives.
    public struct Line: Equatable, Sendable, Identifiable {
        public enum Kind: Int, Sendable {
            /// The user chooses one value.
            case choice
            /// The second value is lost, because the first record remains as it is.
            case lost
            /// All that they say is kept.
            case both
            /// They say the same.
            case same
        }

        public let id: String
        public let label: String
        public let texts: [String]
        public let kind: Kind
    }

    public let sides: [Side]
    public let lines: [Line]
    /// The choices among values that differ; nil if the first record remains as it is.
    public let merge: MergeScreen?
    let keys: [Int]
    private let current: Record
    private let records: Mergeable
    private let collection: StoredCollection

    /// Nil if one of the records is gone.
    init?(_ collection: StoredCollection, keys: [Int]) throws(StoreError) {
        let records = try collection.mergeable(keys: keys)
        guard records.records.count == 2, let current = records.records.first, let other = records.records.last else {
            return nil
        }
        self.collection = collection
        self.records = records
        self.current = current
        self.keys = records.records.map(\.key)
        merge = records.isFixed ? nil : MergeScreen(ThreeWayMerge(current, withDuplicate: other), isOnServer: false)
        let own = try collection.ownKey()
        var sides: [Side] = []
        for record in records.records {
            let isFixed = records.isFixed && record.key == current.key
            let badge = record.key == own ? translated("You") : isFixed ? translated("On the Server’s List") : nil
            if let side = try Side(record, in: collection, badge: badge) { sides.append(side) }
        }
        guard sides.count == 2 else { return nil }
        self.sides = sides
        let lost = records.isFixed ? other.additions(to: current).map(\.key) : []
        lines = Self.lines(of: current, other, lost: Set(lost), offersChoices: !records.isFixed)
    }

    /// The fields that one of them gives: first what needs the user, and what they agree on last.
    private static func lines(of current: Record, _ other: Record, lost: Set<String>, offersChoices: Bool) -> [Line] {
        let lines = current.definition.fields.compactMap { field -> Line? in
            let texts = [current, other].map { field.isPicture ? field.pictureWord($0) : field.displayText($0) }
            let isShown = field.isKey ? current.definition.numbering == .typed : field.isShown
            guard isShown, texts.contains(where: { !$0.isEmpty }) else { return nil }
            var kind = texts[0] == texts[1] ? Line.Kind.same : .both
            if offersChoices, field.contradicts(current, other) { kind = .choice }
            if field.isKey || lost.contains(field.key) { kind = .lost }
            return Line(id: field.key, label: field.label, texts: texts.map { $0.line(cutAt: 200) }, kind: kind)
        }
        return lines.enumerated().sorted {
            ($0.element.kind.rawValue, $0.offset) < ($1.element.kind.rawValue, $1.offset)
        }.map(\.element)
    }

    /// The record that they would become.
    private var result: Record { merge?.merged(under: current.key) ?? current }

    public var resultTitle: String { result.displayName.line(cutAt: 200) }

    /// The record that they would become, in one paragraph.
    public var resultText: String { result.text(style: .whole).line(cutAt: 1000) }

    public func side(pickedFor line: Line) -> MergeScreen.Side {
        merge?.lines.first { $0.id == line.id }?.picked ?? .mine
    }

    /// Names the records as they are shown.
    public var id: String { sides.map { "\($0.content.key) \($0.content.hash)" }.joined(separator: ", ") }

    /// Stores the record that they would become, on any thread.
    func merging() -> @Sendable () throws(StoreError) -> Void {
        let (collection, records, result) = (collection, records, result)
        return { () throws(StoreError) in try collection.merge([(records, result)]) }
    }
}

extension DuplicateComparison.Side {
    fileprivate init?(_ record: Record, in collection: StoredCollection, badge: String?) throws(StoreError) {
        self.badge = badge
        guard let row = try collection.rows(keys: [record.key]).first, let stored = try collection.stored(row: row)
        else { return nil }
        picture = try collection.picture(row: row)
        content = RowContent(stored)
    }
}

extension Field {
    fileprivate func pictureWord(_ record: Record) -> String {
        inputText(record).isEmpty ? "" : translated("Picture")
    }
}
