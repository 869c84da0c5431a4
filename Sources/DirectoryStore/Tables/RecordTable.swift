import ClassAPI
public import DirectoryModel
import Foundation
import GRDB

/// The table of a collection, made from its definition: a column for each field.
///
/// `row` numbers rows in the order they were added. `hash` shows whether content changed. `picture` is the hash of the
/// record's picture, or NULL.
struct RecordTable: Sendable {
    let definition: Definition
    let name: String
    let keyColumn: String
    let quotedKey: String
    /// The columns to write, in the order of `Prepared.values`; `picture` is none of them.
    let columns: [String]
    /// The columns derived from fields: `hash` and those after it.
    let derivedColumns: [String]
    /// The columns that `record(_:)` reads.
    let selection: String

    let columnFields: [Field]
    /// The indices of these fields in a record's values.
    private let columnIndices: [Int]
    private let pictureField: Field?
    /// The keys of the fields, for the hash.
    private let hashedKeys: [[UInt8]]
    /// The values of a record with only a key, which the hash leaves out.
    let defaults: [DatabaseValue]
    private let encodedDefaults: [[UInt8]]
    private let sections: [@Sendable (Record) -> SectionKey]
    private let sortTexts: [@Sendable (Record) -> String]
    private let insertSQL: String
    private let updateSQL: String
    private let restoreSQL: String
    private let replaceSQL: String

    init(_ definition: Definition) {
        self.definition = definition
        name = definition.collection.name
        keyColumn = definition.keyField.key
        quotedKey = "\"\(keyColumn)\""
        columnFields = definition.fields.filter { !$0.isPicture }
        columnIndices = columnFields.map(\.index)
        pictureField = definition.fields.first { $0.isPicture }
        hashedKeys = columnFields.map { Array($0.key.utf8) }
        sections = definition.groupings.compactMap(\.section)
        sortTexts = definition.orders.map(\.text)
        let fields = columnFields.map { "\"\($0.key)\"" }
        derivedColumns =
            ["hash"] + definition.groupings.filter { $0.section != nil }.map { "section_\($0.id)" }
            + definition.orders.map { "sort_\($0.id)" }
        columns = fields + derivedColumns
        selection = "row, hash, picture, " + fields.joined(separator: ", ")
        let empty = columnFields.map { EncodedValues($0.defaultValue) }
        defaults = empty.flatMap(\.databaseValues)
        encodedDefaults = empty.map(\.bytes)
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        insertSQL = """
            INSERT INTO \(name) (\(columns.joined(separator: ", "))) VALUES (\(marks)) ON CONFLICT (\(fields[0])) DO NOTHING
            """
        restoreSQL = """
            INSERT INTO \(name) (row, picture, \(columns.joined(separator: ", "))) VALUES (?, ?, \(marks))
            """
        let changes = columns.map { "\($0) = ?" }.joined(separator: ", ")
        updateSQL = "UPDATE \(name) SET \(changes) WHERE row = ?"
        replaceSQL = "UPDATE \(name) SET picture = ?, \(changes) WHERE \(quotedKey) = ?"
    }

    // MARK: Writing

    /// The fields of a record, ready to be bound.
    struct Content: Sendable {
        fileprivate(set) var values: EncodedValues
        let hash: Int64
        let picture: HashedPicture?
    }

    /// All columns of a record, ready to be bound.
    struct Prepared: Sendable {
        let values: EncodedValues
        let hash: Int64
        let picture: HashedPicture?
    }

    func content(of record: Record) -> Content {
        var values = EncodedValues(capacity: Self.typicalRowSize)
        for index in columnIndices { values.append(record.values[index]) }
        let picture = pictureField.flatMap { PictureContent(base64: record[$0].text) }.map(HashedPicture.init)
        return Content(values: values, hash: hash(of: values, picture?.content), picture: picture)
    }

    /// The size of the record's picture as text, in bytes.
    func pictureSize(_ record: Record) -> Int { pictureField.map { record[$0].text.utf8.count } ?? 0 }

    func prepare(_ record: Record) -> Prepared { prepare(record, content(of: record)) }

    /// Prepares a record whose picture is only known by the hash of the whole.
    func prepare(_ record: Record, hash: Int64) -> Prepared {
        prepare(record, Content(values: content(of: record).values, hash: hash, picture: nil))
    }

    func prepare(_ record: Record, _ content: Content) -> Prepared {
        var values = content.values
        values.append(content.hash)
        for section in sections { values.append(section(record).stored) }
        for text in sortTexts { values.appendText { Folding.append(text(record), to: &$0) } }
        return Prepared(values: values, hash: content.hash, picture: content.picture)
    }

    /// The bytes that the values of most records fit in.
    static var typicalRowSize: Int { 512 }

    /// The hash of the fields that differ from their default, with their keys, so that defining a new field does not
    /// change it.
    func hash(of values: EncodedValues, _ picture: PictureContent?) -> Int64 {
        var hash = ContentHash(capacity: Self.typicalRowSize)
        values.each { index, value, encoded in
            guard index == 0 || !encoded.elementsEqual(encodedDefaults[index]) else { return }
            hashedKeys[index].withUnsafeBytes { hash.add($0) }
            switch value {
            case .number(let number): hash.add(String(number))
            case .decimal(let decimal): hash.add(String(decimal))
            case .text(let text): hash.add(text)
            case .null: hash.add("")
            }
        }
        picture?.add(to: &hash)
        return hash.number()
    }

    /// Adds a record at the end.
    /// - Returns: false, and the table unchanged, if its key exists.
    func insert(_ prepared: Prepared, in db: Database) throws -> Bool {
        try FastStatement(insertSQL, in: db).run(prepared.values)
        guard db.changesCount > 0 else { return false }
        let row = db.lastInsertedRowID
        if let picture = prepared.picture { try setPicture(picture, row: row, in: db) }
        return true
    }

    /// Adds a record with a picture that is stored already, in its former row unless another record has that.
    func insert(_ prepared: Prepared, row: Int64, picture: Int64?, in db: Database) throws {
        let isTaken = try Bool.fetchOne(
            db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM \(name) WHERE row = ?)"), arguments: [row])
        try insert(prepared.values, row: isTaken == true ? nil : row, picture: picture, in: db)
    }

    /// Adds a record with a picture that is stored already.
    /// - Parameter row: a free row; nil for the next.
    func insert(_ values: EncodedValues, row: Int64? = nil, picture: Int64?, in db: Database) throws {
        var all = EncodedValues([row?.databaseValue ?? .null, picture?.databaseValue ?? .null])
        all.append(values)
        try FastStatement(restoreSQL, in: db).run(all)
    }

    /// Replaces the record with `key` by one with a picture that is stored already.
    func update(_ values: EncodedValues, picture: Int64?, key: Int, in db: Database) throws {
        var all = EncodedValues([picture?.databaseValue ?? .null])
        all.append(values)
        all.append(Int64(key))
        try FastStatement(replaceSQL, in: db).run(all)
    }

    /// Adds a record, or replaces the one with `key`.
    /// - Returns: true if there was one.
    func save(_ prepared: Prepared, key: Int, in db: Database) throws -> Bool {
        if try insert(prepared, in: db) { return false }
        try update(prepared, key: key, in: db)
        return true
    }

    /// Replaces the record with `key`, if there is one.
    func update(_ prepared: Prepared, key: Int, in db: Database) throws {
        if let row = try row(of: key, in: db) { try update(prepared, row: row, in: db) }
    }

    /// - Parameter isPictureStored: true if the picture is known to be stored already.
    func update(_ prepared: Prepared, row: Int64, isPictureStored: Bool = false, in db: Database) throws {
        var values = prepared.values
        values.append(row)
        try FastStatement(updateSQL, in: db).run(values)
        if !isPictureStored { try setPicture(prepared.picture, row: row, in: db) }
    }

    /// Deletes a record, but not its picture, which a sweep removes.
    func delete(row: Int64, in db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM \(name) WHERE row = ?").execute(arguments: [row])
    }

    /// Runs `body`, which adds up to `count` records. If they are most of the table, its indexes are made after it:
    /// rows are then sorted once, not one by one.
    func adding<T>(_ count: Int, in db: Database, _ body: () throws -> T) throws -> T {
        let present = try count < Self.fewestToIndexAfter ? nil : Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(name)")
        guard let present, present < count else { return try body() }
        let indexes = try Row.fetchAll(
            db, sql: "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
            arguments: [name])
        for index in indexes { try db.execute(sql: "DROP INDEX \(index[0] as String)") }
        let result = try body()
        for index in indexes { try db.execute(sql: index[1]) }
        return result
    }

    private static var fewestToIndexAfter: Int { 10_000 }

    /// Throws `damaged` if a row has `key`, which a damaged index may miss. It reads the whole table.
    func checkAbsence(of key: Int, in db: Database) throws {
        let sql = "SELECT EXISTS (SELECT 1 FROM \(name) NOT INDEXED WHERE \(quotedKey) = ?)"
        if try Bool.fetchOne(db, sql: sql, arguments: [key]) == true { throw StoreError.damaged }
    }

    /// Stores the picture of a record.
    private func setPicture(_ picture: HashedPicture?, row: Int64, in db: Database) throws {
        if let picture { try PictureTable(db: db).insert(picture) }
        try db.cachedStatement(sql: "UPDATE \(name) SET picture = ? WHERE row = ?")
            .execute(arguments: [picture?.hash, row])
    }

    // MARK: Reading

    func row(of key: Int, in db: Database) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT row FROM \(name) WHERE \"\(keyColumn)\" = ?"), arguments: [key])
    }

    func hash(of key: Int, in db: Database) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT hash FROM \(name) WHERE \(quotedKey) = ?"), arguments: [key])
    }

    /// The record in a row of `selection`, without its picture.
    func record(_ row: Row) -> StoredRecord {
        // In a damaged file a number may be anything.
        func number(_ index: Int) -> Int64 { Int64.fromDatabaseValue(row[index]) ?? 0 }
        return StoredRecord(
            row: number(0), hash: number(1), hasPicture: number(2) != 0, record: record(of: values(row)))
    }

    /// The record with these values of `columnFields`, which derived columns may follow.
    func record(of values: EncodedValues) -> Record {
        var record = Record(definition, key: 0)
        values.each { index, value, _ in
            guard index < columnFields.count else { return }
            let field = columnFields[index]
            switch value {
            case .number(let number) where field.isKey: record = Record(definition, key: Int(number))
            case .number(let number): record[field] = .number(Int(number))
            case .decimal(let decimal): record[field] = .decimal(decimal)
            case .text(let text) where field.editor == .list:
                let text = String(decoding: text, as: UTF8.self)
                record[field] = .list(text.isEmpty ? [] : text.components(separatedBy: EncodedValues.listSeparator))
            case .text(let text): record[field] = .text(String(decoding: text, as: UTF8.self))
            case .null: break
            }
        }
        return record
    }

    /// The record in a row of `selection`, with its picture.
    /// - Throws: `StoreError.damagedRecord` if it does not match its hash.
    func whole(_ row: Row, in db: Database) throws -> Record {
        let picture = try checkedPicture(row, in: db)
        return complete(record(row).record, picture)
    }

    /// The same without comparing the hash.
    func unchecked(_ row: Row, in db: Database) throws -> Record {
        // A damaged file may be of an earlier version, which had pictures by rows.
        let picture =
            try db.tableExists("picture")
            ? PictureTable(db: db).picture(row[2])
            : DatabaseValue.fetchOne(db, sql: "SELECT content FROM \(name)_picture WHERE row = ?", arguments: [row[2]])
                .flatMap(PictureContent.init(databaseValue:))
        return complete(record(row).record, picture)
    }

    /// `selection` with an empty text instead of a field.
    func selection(without key: String) -> String {
        let fields = columnFields.map { $0.key == key ? "''" : "\"\($0.key)\"" }
        return "row, hash, picture, " + fields.joined(separator: ", ")
    }

    /// `selection` for a table that may lack columns of newer fields; before, pictures had the rows of their records.
    func selection(in db: Database) throws -> String {
        let present = Set(try db.columns(in: name).map(\.name))
        let fields = columnFields.map { present.contains($0.key) ? "\"\($0.key)\"" : "NULL" }
        let picture = present.contains("picture") ? "picture" : "CASE WHEN has_picture THEN row END"
        return "row, hash, \(picture), " + fields.joined(separator: ", ")
    }

    /// Throws `StoreError.damagedRecord` if a row of `selection` does not match its hash.
    func check(_ row: Row, in db: Database) throws { _ = try checkedPicture(row, in: db) }

    private func checkedPicture(_ row: Row, in db: Database) throws -> PictureContent? {
        let picture = try PictureTable(db: db).picture(row[2])
        guard hash(of: row, picture) == Int64.fromDatabaseValue(row[1]) else {
            let record = record(row).record
            let name = record.displayName.line(cutAt: 100)
            throw StoreError.damagedRecord(name.isEmpty ? "\(record.key)" : name)
        }
        return picture
    }

    private func hash(of row: Row, _ picture: PictureContent?) -> Int64 {
        hash(of: values(row), picture)
    }

    /// The values of `columnFields` in a row of `selection`.
    private func values(_ row: Row) -> EncodedValues {
        var values = EncodedValues(capacity: Self.typicalRowSize)
        for index in columnFields.indices { values.append(row[index + 3] as DatabaseValue) }
        return values
    }

    /// The hash of every record, by key.
    func hashes(in db: Database) throws -> [Int: Int64] {
        var hashes: [Int: Int64] = [:]
        try FastStatement("SELECT \(quotedKey), hash FROM \(name)", in: db).each { row in
            hashes[Int(row.number(0))] = row.number(1)
        }
        return hashes
    }

    /// All rows in ascending order, with their hashes.
    func rowsAndHashes(in db: Database) throws -> (rows: [Int64], hashes: [Int64]) {
        var (rows, hashes): ([Int64], [Int64]) = ([], [])
        try FastStatement("SELECT row, hash FROM \(name) ORDER BY row", in: db).each { row in
            rows.append(row.number(0))
            hashes.append(row.number(1))
        }
        return (rows, hashes)
    }

    /// The record with `key`, including its picture, or nil.
    /// - Throws: `StoreError.damagedRecord` if it does not match its hash.
    func whole(key: Int, in db: Database) throws -> Record? {
        let statement = try db.cachedStatement(sql: "SELECT \(selection) FROM \(name) WHERE \"\(keyColumn)\" = ?")
        return try Row.fetchOne(statement, arguments: [key]).map { try whole($0, in: db) }
    }

    func stored(row: Int64, in db: Database) throws -> StoredRecord? {
        let statement = try db.cachedStatement(sql: "SELECT \(selection) FROM \(name) WHERE row = ?")
        return try Row.fetchOne(statement, arguments: [row]).map(record)
    }

    /// The picture of the record in `row`, or nil.
    func picture(row: Int64, in db: Database) throws -> PictureContent? {
        let statement = try db.cachedStatement(sql: "SELECT picture FROM \(name) WHERE row = ?")
        return try DatabaseValue.fetchOne(statement, arguments: [row]).flatMap(PictureTable(db: db).picture)
    }

    /// The record with its picture.
    func complete(_ record: Record, _ picture: PictureContent?) -> Record {
        var record = record
        if let picture, let pictureField { record[pictureField] = .text(picture.base64) }
        return record
    }
}

/// A record without its picture.
public struct StoredRecord: Sendable, Equatable {
    /// The row in the store, which does not change while the record exists.
    public let row: Int64
    /// The hash of the content, including the picture.
    public let hash: Int64
    public let hasPicture: Bool
    public let record: Record
}
