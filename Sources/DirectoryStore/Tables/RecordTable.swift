import ClassAPI
public import DirectoryModel
import Foundation
import GRDB

/// The table of a collection, made from its definition: a column for each field.
///
/// `row` numbers rows in the order they were added. `hash` shows whether content changed. `picture` is the hash of the
/// record's picture, or NULL. `search_name` and `search_text` are what a search finds a record by.
struct RecordTable: Sendable {
    let definition: Definition
    let name: String
    let quotedKey: String
    /// The columns to write, in the order of `Prepared.values`; `picture` is none of them.
    let columns: [String]
    /// The columns derived from fields: `hash` and those after it.
    let derivedColumns: [String]
    /// The columns that `record(_:)` reads.
    let selection: String

    let columnFields: [Field]
    private let pictureField: Field?
    /// The keys of the fields, for the hash.
    private let hashedKeys: [[UInt8]]
    /// The values of a record with only a key, which the hash leaves out.
    let defaults: [DatabaseValue]
    private let sections: [@Sendable (Record) -> SectionKey]
    private let sortTexts: [@Sendable (Record) -> String]
    private let insertSQL: String
    private let updateSQL: String

    init(_ definition: Definition) {
        self.definition = definition
        name = definition.collection.name
        quotedKey = definition.keyField.column
        columnFields = definition.fields.filter { !$0.isPicture }
        pictureField = definition.fields.first { $0.isPicture }
        hashedKeys = columnFields.map { Array($0.key.utf8) }
        sections = definition.groupings.compactMap(\.section)
        sortTexts = definition.orders.map(\.text)
        let fields = columnFields.map(\.column)
        derivedColumns =
            ["hash"] + definition.groupings.filter { $0.section != nil }.map { "section_\($0.id)" }
            + definition.orders.map { "sort_\($0.id)" } + ["search_name", "search_text"]
        columns = fields + derivedColumns
        selection = "row, hash, picture, " + fields.joined(separator: ", ")
        defaults = columnFields.map(\.defaultValue.databaseValue)
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        insertSQL = """
            INSERT INTO \(name) (row, \(columns.joined(separator: ", ")), picture) VALUES (?, \(marks), ?)
            ON CONFLICT (\(fields[0])) DO NOTHING
            """
        updateSQL =
            "UPDATE \(name) SET \(columns.map { "\($0) = ?" }.joined(separator: ", ")), picture = ? WHERE row = ?"
    }

    // MARK: Writing

    /// The columns of a record, with their hash and that of the picture.
    struct Prepared: Sendable {
        fileprivate(set) var values: [DatabaseValue]
        let hash: Int64
        let pictureHash: Int64?
        /// The picture, or nil if it is stored already.
        var picture: PictureContent?
    }

    /// The columns of the record's fields.
    func content(of record: Record) -> Prepared {
        let values = columnFields.map { record[$0].databaseValue }
        let picture = pictureField.flatMap { PictureContent(base64: record[$0].text) }
        return Prepared(
            values: values, hash: hash(of: values, picture), pictureHash: picture?.hash, picture: picture)
    }

    /// The size of the record's picture as text, in bytes.
    func pictureSize(_ record: Record) -> Int { pictureField.map { record[$0].text.utf8.count } ?? 0 }

    func prepare(_ record: Record) -> Prepared { prepare(record, content(of: record)) }

    /// Prepares a record, without its picture, by the hashes of the whole and of the picture.
    func prepare(_ record: Record, hash: Int64, pictureHash: Int64?) -> Prepared {
        prepare(record, Prepared(values: content(of: record).values, hash: hash, pictureHash: pictureHash))
    }

    /// All columns of the record; `content` has those of its fields.
    func prepare(_ record: Record, _ content: Prepared) -> Prepared {
        var prepared = content
        prepared.values.append(content.hash.databaseValue)
        prepared.values += sections.map { FieldValue.text($0(record).stored).databaseValue }
        prepared.values += sortTexts.map { FieldValue.text(Folding.text($0(record))).databaseValue }
        prepared.values += [record.searchedName, record.untranslatedText].map { Data($0).databaseValue }
        return prepared
    }

    /// Prepares the record in a row of `selection` again. What a field cannot hold since it has another kind remains in
    /// the column, for the time when it has the former kind again.
    func prepared(_ row: Row, in db: Database) throws -> Prepared {
        let record = try unchecked(row, in: db)
        let content = content(of: record)
        let columns = zip(content.values, values(row)).enumerated().map { index, pair in
            let (new, old) = pair
            return new == defaults[index] && !["".databaseValue, defaults[index], .null].contains(old) ? old : new
        }
        let hash = hash(of: columns, content.picture)
        return prepare(
            record,
            Prepared(values: columns, hash: hash, pictureHash: content.pictureHash, picture: content.picture))
    }

    /// The bytes that the values of most records fit in.
    static var typicalRowSize: Int { 512 }

    /// The hash of the fields that differ from their default, with their keys, so that defining a new field does not
    /// change it.
    func hash(of values: [DatabaseValue], _ picture: PictureContent?) -> Int64 {
        var hash = ContentHash(capacity: Self.typicalRowSize)
        for (index, value) in values.enumerated() where index == 0 || value != defaults[index] {
            hashedKeys[index].withUnsafeBytes { hash.add($0) }
            switch value.storage {
            case .int64(let number): hash.add(String(number))
            case .double(let decimal): hash.add(String(decimal))
            case .string(let text): hash.add(text)
            case .null, .blob: hash.add("")
            }
        }
        picture?.add(to: &hash)
        return hash.number()
    }

    /// Adds a record.
    /// - Parameter row: its former row, unless another record has that; nil for the end.
    /// - Returns: false, and the table unchanged, if its key exists.
    @discardableResult
    func insert(_ prepared: Prepared, row: Int64? = nil, in db: Database) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM \(name) WHERE row = ?)"
        let isTaken = try row.map { try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [$0]) } == true
        let number = isTaken ? .null : row.databaseValue
        try storePicture(of: prepared, in: db)
        try db.cachedStatement(sql: insertSQL)
            .execute(binding: [number], prepared.values, [prepared.pictureHash.databaseValue])
        return db.changesCount > 0
    }

    /// Replaces the record with `key`, if there is one.
    func update(_ prepared: Prepared, key: Int, in db: Database) throws {
        if let row = try row(of: key, in: db) { try update(prepared, row: row, in: db) }
    }

    func update(_ prepared: Prepared, row: Int64, in db: Database) throws {
        try storePicture(of: prepared, in: db)
        try db.cachedStatement(sql: updateSQL)
            .execute(binding: prepared.values, [prepared.pictureHash.databaseValue, row.databaseValue])
    }

    /// Stores the picture of a record, unless it is stored already.
    func storePicture(of prepared: Prepared, in db: Database) throws {
        if let picture = prepared.picture, let hash = prepared.pictureHash {
            try PictureTable(db: db).insert(picture, hash)
        }
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

    // MARK: Reading

    func row(of key: Int, in db: Database) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT row FROM \(name) WHERE \(quotedKey) = ?"), arguments: [key])
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
    func record(of values: [DatabaseValue]) -> Record {
        var record = Record(definition, key: values.first.flatMap(Int.fromDatabaseValue) ?? 0)
        for (index, column) in values.prefix(columnFields.count).enumerated() where column != defaults[index] {
            let field = columnFields[index]
            if let value = FieldValue(column, of: field) { record[field] = value }
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

    /// `selection` for a table that may lack columns of newer fields; before, pictures had the rows of their records.
    func selection(in db: Database) throws -> String {
        let present = Set(try db.columns(in: name).map(\.name))
        let fields = columnFields.map { present.contains($0.key) ? $0.column : "NULL" }
        let picture = present.contains("picture") ? "picture" : "CASE WHEN has_picture THEN row END"
        return "row, hash, \(picture), " + fields.joined(separator: ", ")
    }

    /// The picture of a row of `selection`, or nil.
    /// - Throws: `StoreError.damagedRecord` if the row does not match its hash.
    @discardableResult
    func checkedPicture(_ row: Row, in db: Database) throws -> PictureContent? {
        let picture = try PictureTable(db: db).picture(row[2])
        guard hash(of: values(row), picture) == Int64.fromDatabaseValue(row[1]) else {
            let record = record(row).record
            let name = record.displayName.line(cutAt: 100)
            throw StoreError.damagedRecord(name.isEmpty ? "\(record.key)" : name)
        }
        return picture
    }

    /// The values of `columnFields` in a row of `selection`.
    func values(_ row: Row) -> [DatabaseValue] { columnFields.indices.map { row[$0 + 3] } }

    /// The hash of every record, by key.
    func hashes(in db: Database) throws -> [Int: Int64] {
        try hashes("SELECT \(quotedKey), hash FROM \(name)", in: db)
    }

    /// The keys and hashes that a query selects.
    func hashes(_ query: String, _ arguments: StatementArguments = [], in db: Database) throws -> [Int: Int64] {
        var hashes: [Int: Int64] = [:]
        let rows = try Row.fetchCursor(db, sql: query, arguments: arguments)
        while let row = try rows.next() { hashes[try row.decode(atIndex: 0)] = try row.decode(atIndex: 1) }
        return hashes
    }

    /// The record with `key`, including its picture, or nil.
    /// - Throws: `StoreError.damagedRecord` if it does not match its hash.
    func whole(key: Int, in db: Database) throws -> Record? {
        let statement = try db.cachedStatement(sql: "SELECT \(selection) FROM \(name) WHERE \(quotedKey) = ?")
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
