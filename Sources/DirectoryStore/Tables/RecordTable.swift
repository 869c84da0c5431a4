import ClassAPI
public import DirectoryModel
import Foundation
import GRDB

/// The table of a collection, drawn from its definition: a column for each field, the picture and the text that search
/// looks at in tables of their own.
///
/// `row` numbers rows in the order they came; lists and search work with it.
/// `hash` tells whether content changed without reading it.
struct RecordTable<R: DirectoryRecord>: Sendable {
    let name = R.collection.name
    let pictureTable = "\(R.collection.name)_picture"
    /// Where undo keeps what changes replaced.
    let beforeTable = "\(R.collection.name)_before"
    let keyColumn = R.fields[0].key
    /// The column of the key as statements name it.
    let quotedKey = "\"\(R.fields[0].key)\""
    /// The columns records are written to, in the order of a prepared record's arguments.
    let columns: [String]
    /// The columns that follow from the fields: `hash` and what is named after it.
    let derivedColumns: [String]
    /// What reading a record needs; `record(_:)` expects it.
    let selection: String

    let columnFields = R.fields.filter { !$0.isPicture }
    private let pictureField = R.fields.first { $0.isPicture }
    private let pictureValue = R.fields.first { $0.isPicture }?.value
    // Taken out of fields, groupings and orders once, for bulk writing calls them a million times.
    private let values = R.fields.filter { !$0.isPicture }.map(\.value)
    /// What a record that has nothing but its key says; a field that says the same does not count for the hash.
    let defaults: [DatabaseValue]
    private let sections = R.groupings.compactMap(\.section)
    private let sortTexts = R.orders.map(\.text)
    private let searchTexts = SearchTextTable<R>()
    private let insertSQL: String
    private let updateSQL: String
    private let insertPictureSQL: String

    init() {
        let fields = columnFields.map { "\"\($0.key)\"" }
        derivedColumns =
            ["hash", "has_picture"] + R.groupings.filter { $0.section != nil }.map { "section_\($0.id)" }
            + R.orders.map { "sort_\($0.id)" }
        columns = fields + derivedColumns
        selection = "row, hash, has_picture, " + fields.joined(separator: ", ")
        let empty = R(key: 0)
        defaults = columnFields.map { Self.databaseValue($0.value(empty)) }
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        insertSQL = """
            INSERT INTO \(name) (\(columns.joined(separator: ", "))) VALUES (\(marks)) ON CONFLICT (\(fields[0])) DO NOTHING
            """
        insertPictureSQL = "INSERT INTO \(pictureTable) VALUES (?, ?)"
        updateSQL = "UPDATE \(name) SET \(columns.map { "\($0) = ?" }.joined(separator: ", ")) WHERE row = ?"
    }

    // MARK: Writing

    /// What a record holds, ready to be bound.
    struct Content {
        let values: [DatabaseValue]
        let hash: Int64
        let picture: PictureContent?
    }

    /// A record taken apart once, ready to be bound.
    struct Prepared {
        let values: [DatabaseValue]
        let hash: Int64
        let picture: PictureContent?
        let text: SearchText
    }

    func content(of record: R) -> Content {
        let values = self.values.map { Self.databaseValue($0(record)) }
        let picture = pictureValue.flatMap { PictureContent(base64: $0(record).text) }
        return Content(values: values, hash: hash(of: values, picture), picture: picture)
    }

    func prepare(_ record: R) -> Prepared { prepare(record, content(of: record)) }

    func prepare(_ record: R, _ content: Content) -> Prepared {
        Prepared(
            values: content.values + derivedValues(of: record, content), hash: content.hash, picture: content.picture,
            text: SearchText(of: record))
    }

    /// The values of `derivedColumns`.
    func derivedValues(of record: R, _ content: Content) -> [DatabaseValue] {
        [content.hash.databaseValue, (content.picture != nil).databaseValue]
            + sections.map { $0(record).stored.databaseValue }
            + sortTexts.map { Folding.text($0(record)).databaseValue }
    }

    /// The fingerprint of the fields that say something, each with its key: a field that is defined later and says
    /// nothing changes none.
    private func hash(of values: [DatabaseValue], _ picture: PictureContent?) -> Int64 {
        var hash = ContentHash()
        for (index, value) in values.enumerated() where index == 0 || value != defaults[index] {
            hash.add(columnFields[index].key)
            switch value.storage {
            case .int64(let number): hash.add(String(number))
            case .double(let decimal): hash.add(String(decimal))
            case .string(let text): hash.add(text)
            case .blob(let data): hash.add(data)
            case .null: hash.add("")
            }
        }
        picture?.add(to: &hash)
        return hash.number()
    }

    private static func databaseValue(_ value: FieldValue) -> DatabaseValue {
        switch value {
        case .number(let number): number.databaseValue
        // SQLite keeps what is not a number as nothing.
        case .decimal(let decimal): decimal.isNaN ? .null : decimal.databaseValue
        case .flag(let isOn): isOn.databaseValue
        case .text(let text): storable(text).databaseValue
        case .list(let items): storable(items.joined(separator: listSeparator)).databaseValue
        }
    }

    /// The text without NUL, at which SQLite's readers would end it.
    private static func storable(_ text: String) -> String {
        text.utf8.contains(0) ? text.replacing("\0", with: "") : text
    }

    /// Adds a record at the end.
    /// - Returns: false, and nothing changed, where its key is present.
    func insert(_ prepared: Prepared, in db: Database) throws -> Bool {
        try FastStatement(insertSQL, in: db).run(prepared.values)
        guard db.changesCount > 0 else { return false }
        try writeBeside(prepared, row: db.lastInsertedRowID, in: db)
        return true
    }

    /// Adds a record, or replaces the whole one that has `key`.
    /// - Returns: true where there was one.
    func save(_ prepared: Prepared, key: Int, in db: Database) throws -> Bool {
        if try insert(prepared, in: db) { return false }
        if let row = try row(of: key, in: db) { try update(prepared, row: row, in: db) }
        return true
    }

    /// Replaces the whole record in `row`.
    func update(_ prepared: Prepared, row: Int64, in db: Database) throws {
        try FastStatement(updateSQL, in: db).run(prepared.values + [row.databaseValue])
        try db.cachedStatement(sql: "DELETE FROM \(pictureTable) WHERE row = ?").execute(arguments: [row])
        try writeBeside(prepared, row: row, in: db)
    }

    func delete(row: Int64, in db: Database) throws {
        for table in [name, pictureTable, searchTexts.name] {
            try db.cachedStatement(sql: "DELETE FROM \(table) WHERE row = ?").execute(arguments: [row])
        }
    }

    private func writeBeside(_ prepared: Prepared, row: Int64, in db: Database) throws {
        if let picture = prepared.picture {
            try FastStatement(insertPictureSQL, in: db).run([row.databaseValue, picture.databaseValue])
        }
        try searchTexts.write(prepared.text, hash: prepared.hash, row: row, in: db)
    }

    // MARK: Reading

    /// The row that holds `key`, or nil.
    func row(of key: Int, in db: Database) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT row FROM \(name) WHERE \"\(keyColumn)\" = ?"), arguments: [key])
    }

    /// The record a row of `selection` holds, without its picture.
    func record(_ row: Row) -> StoredRecord<R> {
        // In a damaged file a number may be anything.
        func number(_ index: Int) -> Int64 { Int64.fromDatabaseValue(row[index]) ?? 0 }
        var record = R(key: Int(number(3)))
        for (index, field) in columnFields.enumerated().dropFirst() {
            switch (row[index + 3] as DatabaseValue).storage {
            case .string(let text) where field.editor == .list:
                field.set(.list(text.isEmpty ? [] : text.components(separatedBy: Self.listSeparator)), in: &record)
            case .string(let text): field.set(.text(text), in: &record)
            case .int64(let number): field.set(.number(Int(number)), in: &record)
            case .double(let decimal): field.set(.decimal(decimal), in: &record)
            case .null, .blob: continue
            }
        }
        return StoredRecord(row: number(0), hash: number(1), hasPicture: number(2) != 0, record: record)
    }

    /// The record a row of `selection` holds, with its picture.
    /// - Throws: `StoreError.damagedRecord` where that is not what was written.
    func whole(_ row: Row, in db: Database) throws -> R {
        let stored = record(row)
        return complete(stored, try checkedPicture(of: stored, row, in: db))
    }

    /// The record a row of `selection` holds, with its picture, whatever its fingerprint says.
    func unchecked(_ row: Row, in db: Database) throws -> R {
        let stored = record(row)
        return complete(stored, stored.hasPicture ? try picture(row: stored.row, in: db) : nil)
    }

    /// `selection` of a table that may lack columns of fields that were defined later.
    func selection(in db: Database) throws -> String {
        let present = Set(try db.columns(in: name).map(\.name))
        let fields = columnFields.map { present.contains($0.key) ? "\"\($0.key)\"" : "NULL" }
        return "row, hash, has_picture, " + fields.joined(separator: ", ")
    }

    /// - Throws: `StoreError.damagedRecord` where the record in a row of `selection` is not what was written.
    func check(_ row: Row, in db: Database) throws { _ = try checkedPicture(of: record(row), row, in: db) }

    private func checkedPicture(of stored: StoredRecord<R>, _ row: Row, in db: Database) throws -> PictureContent? {
        let picture = stored.hasPicture ? try picture(row: stored.row, in: db) : nil
        guard hash(of: row, picture) == stored.hash else {
            let name = stored.record.displayName.line(cutAt: 100)
            throw StoreError.damagedRecord(name.isEmpty ? "\(stored.record.key)" : name)
        }
        return picture
    }

    /// The fingerprint of what a row of `selection` holds, as `content(of:)` takes it of a record.
    private func hash(of row: Row, _ picture: PictureContent?) -> Int64 {
        hash(of: columnFields.indices.map { row[$0 + 3] }, picture)
    }

    /// The key and the hash of every record in `table`.
    func hashes(in table: String, orderedBy order: String = "row", _ db: Database) throws -> [(Int, Int64)] {
        var hashes: [(Int, Int64)] = []
        let rows = try Row.fetchCursor(db, sql: "SELECT \"\(keyColumn)\", hash FROM \(table) ORDER BY \(order)")
        while let row = try rows.next() { hashes.append((try row.decode(atIndex: 0), try row.decode(atIndex: 1))) }
        return hashes
    }

    /// The record that has `key`, with its picture, or nil.
    /// - Throws: `StoreError.damagedRecord` where that is not what was written.
    func whole(key: Int, in db: Database) throws -> R? {
        let statement = try db.cachedStatement(sql: "SELECT \(selection) FROM \(name) WHERE \"\(keyColumn)\" = ?")
        return try Row.fetchOne(statement, arguments: [key]).map { try whole($0, in: db) }
    }

    /// What rests in `row`, without its picture, or nil.
    func stored(row: Int64, in db: Database) throws -> StoredRecord<R>? {
        let statement = try db.cachedStatement(sql: "SELECT \(selection) FROM \(name) WHERE row = ?")
        return try Row.fetchOne(statement, arguments: [row]).map(record)
    }

    /// The picture of a row, or nil.
    func picture(row: Int64, in db: Database) throws -> PictureContent? {
        let statement = try db.cachedStatement(sql: "SELECT content FROM \(pictureTable) WHERE row = ?")
        return try DatabaseValue.fetchOne(statement, arguments: [row]).flatMap(PictureContent.init(databaseValue:))
    }

    /// `stored` with this picture.
    func complete(_ stored: StoredRecord<R>, _ picture: PictureContent?) -> R {
        var record = stored.record
        if let picture, let pictureField { pictureField.set(.text(picture.base64), in: &record) }
        return record
    }

    /// Between the items of a list in its column: the unit separator, which nobody types.
    private static var listSeparator: String { "\u{1F}" }
}

/// A record as a list shows it: everything but its picture.
public struct StoredRecord<R: DirectoryRecord>: Sendable, Equatable {
    /// The place in the store; stays while the record does.
    public let row: Int64
    /// Differs where content differs, the picture's too.
    public let hash: Int64
    public let hasPicture: Bool
    /// The record; its picture is left out.
    public let record: R
}
