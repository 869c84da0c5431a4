import ClassAPI
import DirectoryModel
import Foundation

/// A field as a JSON member. It is not generic because Swift would look up the generic type for every row.
struct JSONMember: Sendable {
    let name: [UInt8]
    /// The index of its column, or nil for the picture.
    let column: Int?
    let form: Form

    /// How a column becomes JSON. Common values are written without the field, which is slow to copy.
    enum Form: Sendable {
        case key
        case text
        case list
        /// One of these words, with its JSON.
        case choice([(word: [UInt8], json: [UInt8])])
        case picture
        /// The field encodes it.
        case field
    }
}

/// Writes table rows as JSON without decoding them: the same bytes as encoding each record with sorted keys.
struct RowJSON<R: DirectoryRecord>: Sendable {
    private let table: RecordTable<R>
    private let members: [JSONMember]
    private let fields: [Field]

    init(_ table: RecordTable<R>) {
        self.table = table
        let empty = R(key: 0)
        fields = R.fields.filter { !$0.isKey || $0.isSent(by: empty) }.sorted { $0.key < $1.key }
        members = fields.map { field in
            var name = JSONText()
            name.append(text: field.key)
            let column = table.columnFields.firstIndex { $0.key == field.key }
            return JSONMember(name: name.bytes + Array(":".utf8), column: column, form: Self.form(of: field))
        }
    }

    private static func form(of field: Field) -> JSONMember.Form {
        if field.isPicture { return .picture }
        if field.isKey { return .key }
        if field.isPlainText { return .text }
        switch field.editor {
        case .list: return .list
        case .choice(let options):
            return .choice(
                options.compactMap { option in
                    var record = R(key: 0)
                    field.set(.text(option.value), in: &record)
                    guard field.isSent(by: record) else { return nil }
                    var json = JSONText()
                    json.append(field.value(record))
                    return (Array(option.value.utf8), json.bytes)
                })
        default: return .field
        }
    }

    /// Appends the object of a row.
    /// - Returns: false if the row does not match its hash.
    func append(_ content: RawRow, to json: inout JSONText) -> Bool {
        guard table.hash(of: content.values, content.picture) == content.hash else { return false }
        content.values.withAll { values in
            var separator = UInt8(ascii: "{")
            for index in members.indices where append(index, after: separator, values, content.picture, to: &json) {
                separator = UInt8(ascii: ",")
            }
            if separator == UInt8(ascii: "{") { json.append(byte: separator) }
            json.append(byte: UInt8(ascii: "}"))
        }
        return true
    }

    /// Appends a member and the byte before it.
    /// - Returns: false, and nothing appended, if the record lacks the field.
    private func append(
        _ index: Int, after separator: UInt8, _ values: [EncodedValues.Value], _ picture: PictureContent?,
        to json: inout JSONText
    ) -> Bool {
        let member = members[index]
        switch (member.form, member.column.map { values[$0] } ?? .null) {
        case (.key, .number(let number)):
            json.begin(member, after: separator)
            json.append(.number(Int(number)))
        case (.text, .text(let text)):
            json.begin(member, after: separator)
            json.append(text: text)
        case (.list, .text(let text)):
            json.begin(member, after: separator)
            json.append(list: text, dividedBy: EncodedValues.listDivider)
        case (.choice(let words), .text(let text)) where words.contains { text.elementsEqual($0.word) }:
            json.begin(member, after: separator)
            for word in words where text.elementsEqual(word.word) { json.append(raw: word.json) }
        case (.picture, _) where picture != nil:
            json.begin(member, after: separator)
            picture?.append(to: &json)
        case (_, let value):
            var record = R(key: Self.key(of: values[0]))
            if let value = value.fieldValue { fields[index].set(value, in: &record) }
            guard fields[index].isSent(by: record) else { return false }
            json.begin(member, after: separator)
            json.append(fields[index].value(record))
        }
        return true
    }

    private static func key(of value: EncodedValues.Value) -> Int {
        if case .number(let number) = value { Int(number) } else { 0 }
    }
}

extension RowJSON {
    /// Identifies how records are written; it changes with the definition.
    static var fingerprint: Int64 {
        let table = RecordTable<R>()
        let rows = (R.specimens + [R(key: 0)]).map { record in
            let content = table.content(of: record)
            return RawRow(row: 0, hash: content.hash, values: content.values, picture: content.picture)
        }
        let hash = StreamHash()
        // The version of this type and of `JSONText`. Increment it when they write something differently.
        hash.add(Data("1".utf8))
        hash.add(Data(RowJSON(table).json(of: rows).bytes))
        return hash.number()
    }

    /// The JSON of `rows`, separated by commas and line breaks, or the number of the first damaged row.
    func json(of rows: [RawRow]) -> (bytes: [UInt8], count: Int, damaged: Int64?) {
        let pictures = rows.reduce(0) { $0 + ($1.picture?.byteCount ?? 0) }
        var json = JSONText(capacity: pictures / 3 * 4 + rows.count * 512)
        for (index, row) in rows.enumerated() {
            if index > 0 { json.append(raw: Array(",\n".utf8)) }
            guard append(row, to: &json) else { return ([], 0, row.row) }
        }
        return (json.bytes, rows.count, nil)
    }
}

extension EncodedValues.Value {
    fileprivate var fieldValue: FieldValue? {
        switch self {
        case .null: nil
        case .number(let number): .number(Int(number))
        case .decimal(let decimal): .decimal(decimal)
        case .text(let text): .text(String(decoding: text, as: UTF8.self))
        }
    }
}

extension JSONText {
    fileprivate mutating func begin(_ member: JSONMember, after separator: UInt8) {
        append(byte: separator)
        append(raw: member.name)
    }
}

extension PictureContent {
    fileprivate func append(to json: inout JSONText) {
        switch self {
        case .bytes(let data): json.append(base64: data)
        case .text(let text): json.append(text: text)
        }
    }
}

/// A copy of a row, to be converted on another core.
struct RawRow: Sendable {
    let row: Int64
    let hash: Int64
    /// The columns of fields, in the table's order.
    let values: EncodedValues
    let picture: PictureContent?

    var byteCount: Int { values.bytes.count + (picture?.byteCount ?? 0) }
}
