import DirectoryModel
import Language

/// The lines of a record's page: every value that its head does not show, in the order of a page.
struct DetailLines<R: DirectoryRecord> {
    private let record: R
    private let emojis: HobbyEmojis

    init(_ record: R, emojis: HobbyEmojis) { (self.record, self.emojis) = (record, emojis) }

    /// The lines, those with the same rank in the order of the definition.
    var lines: [DetailContent.Line] {
        let shown = fields.filter { isShown($0) }
        let ranks = Set(shown.map(rank)).sorted()
        return ranks.flatMap { rank in shown.filter { self.rank($0) == rank }.compactMap(line) }
    }

    /// The code that a page shows large, or nil.
    var code: DetailContent.Line? { R.definition.presentation.code.flatMap(R.field).flatMap(line) }

    /// The fields without a number that people do not type, and with one line for the whole place.
    private var fields: [Field<R>] {
        let firstOfPlace = R.fields.first { $0.link == .map }?.id
        return R.fields.filter { field in
            field.isShown && !(field.isKey && R.definition.numbering != .typed) && !field.isPicture
                && (field.link != .map || field.id == firstOfPlace)
        }
    }

    /// What people share comes first, then what is said of this record, how to reach it, and its numbers.
    private func rank(_ field: Field<R>) -> Int {
        if field.isKey { return 6 }
        if field.id == R.definition.owner?.id { return 5 }
        if field.editor == .list || field.editor == .text(.hobbies) { return 0 }
        return switch field.link {
        case .same: 1
        case nil: 2
        case .mail, .phone: 3
        case .map: 4
        }
    }

    /// False for what the head shows, and for the number of one's own record, which is unknown before it is published.
    private func isShown(_ field: Field<R>) -> Bool {
        if field.isKey { return R.definition.owner == nil || record.key != 0 }
        if field.editor == .text(.name) || field.id == R.definition.presentation.code { return false }
        if record.pillParts.contains(where: { $0.field.id == field.id }) { return false }
        return field.link != nil || field.displayText(record) != record.displayName
    }

    private func line(_ field: Field<R>) -> DetailContent.Line? {
        if field.link == .map { return placeLine(field) }
        let text = field.sentence?(record) ?? field.displayText(record)
        guard !text.isEmpty else { return nil }
        let shown = DetailContent.several(text)
        let value: DetailContent.Line.Value
        let parts: [DetailValue]
        switch field.editor {
        case .text(.hobbies):
            let chips = emojis.chips(for: shown)
            (value, parts) = (.chips(chips), items(of: text, in: field, as: chips.map { "\($0.emoji) \($0.text)" }))
        case .list: (value, parts) = (.badges(shown), items(of: text, in: field, as: shown))
        default:
            let target = DetailContent.target(field, field.inputText(record))
            let line = text.line(cutAt: DetailContent.longestText)
            (value, parts) = (.text(line), [DetailValue(text: line, copied: text, target: target)])
        }
        return DetailContent.Line(
            label: field.label, isLabeled: field.sentence == nil, value: value, copied: text, parts: parts)
    }

    /// The words of a list, which are shown as `texts`; those may be cut.
    private func items(of list: String, in field: Field<R>, as texts: [String]) -> [DetailValue] {
        zip(texts, list.listItems).map { text, item in
            DetailValue(text: text, copied: item, target: DetailContent.target(field, item))
        }
    }

    private func placeLine(_ field: Field<R>) -> DetailContent.Line? {
        let place = record.place
        guard !place.isEmpty else { return nil }
        let line = place.line(cutAt: DetailContent.longestText)
        return DetailContent.Line(
            label: translated("Address"), isLabeled: true, value: .text(line), copied: place,
            parts: [DetailValue(text: line, copied: place, target: DetailContent.target(field, place))])
    }
}
