public import DirectoryModel
import GRDB
import Language

/// How the records of a list get their numbers, in a collection whose records the store counts.
enum FileNumbering {
    /// Equal records are one.
    case byContent
    /// Equal records are separate.
    case oneByOne
    /// Each has the number that the file gives it.
    case preserved
}

/// Assigns numbers to the records that the store counts, each only once.
struct KeyAllocator {
    private var last: Int
    /// The numbers of the stored records by content, ascending, except those already tried.
    private var numbers: [Content: ArraySlice<Int>] = [:]
    /// The content and the name of the stored records, by number.
    private var stored: [Int: (content: Content, name: String)] = [:]
    /// The numbers of stored records that are already assigned.
    private var taken: Set<Int> = []
    private var given: [Duplicate: Int] = [:]
    private let numbering: FileNumbering
    private let table: RecordTable
    /// How many records of the list had the number of an equal one before them.
    private(set) var repeatedCount = 0

    /// The identity of a record, and of people also a hash of everything else.
    private struct Content: Hashable {
        let identity: String
        let hash: Int64?
    }

    /// A record's identity, its number in a list, or 0, and of people a hash of everything else.
    private struct Duplicate: Hashable {
        let identity: String
        let number: Int
        let hash: Int?
    }

    init(_ table: RecordTable, _ numbering: FileNumbering = .byContent, in db: Database) throws {
        (self.table, self.numbering) = (table, numbering)
        guard table.definition.numbering == .counted else {
            last = 0
            return
        }
        last = try Self.last(table, in: db)
        let canHaveDuplicates = table.definition.canHaveDuplicates
        let rows = try Row.fetchCursor(db, sql: "SELECT \(table.selection) FROM \(table.name) ORDER BY row")
        while let row = try rows.next() {
            let record = try canHaveDuplicates ? table.unchecked(row, in: db) : table.record(row).record
            if record.identity.isEmpty { continue }
            let content = content(of: record)
            numbers[content, default: []].append(record.key)
            stored[record.key] = (content, Folding.text(record.displayName))
        }
    }

    /// Numbers `record`: as the stored record with the same identity, or with the same number and name (it was edited
    /// elsewhere), or else with the next number. Records of a list with the same identity are separate if the list
    /// numbers them. Two people may have one name and one phone, so of them only equal records are the same; for the
    /// others there are `lookalikes`.
    mutating func numbered(_ record: Record) -> Record {
        guard table.definition.numbering == .counted else { return record }
        let duplicate = Duplicate(
            identity: record.identity, number: record.key,
            hash: table.definition.canHaveDuplicates ? Self.foldedHash(of: record) : nil)
        if numbering != .oneByOne, let number = given[duplicate] {
            repeatedCount += 1
            return record.keyed(number)
        }
        let number = number(ofEqual: record) ?? number(of: record) ?? preserved(record) ?? next()
        given[duplicate] = number
        return record.keyed(number)
    }

    private func content(of record: Record) -> Content {
        let hash = table.definition.canHaveDuplicates ? table.content(of: record.keyed(0)).hash : nil
        return Content(identity: record.identity, hash: hash)
    }

    /// The same for records that differ only in case and accents.
    private static func foldedHash(of record: Record) -> Int {
        var hasher = Hasher()
        for field in record.definition.fields where !field.isKey {
            let text = field.inputText(record)
            hasher.combine(field.isPicture ? text : Folding.text(text))
        }
        return hasher.finalize()
    }

    /// Assigns the number of `record`, which is stored.
    /// - Returns: false if it is already assigned.
    mutating func take(_ record: Record) -> Bool {
        guard table.definition.numbering == .counted, !record.identity.isEmpty else { return true }
        return stored[record.key] != nil && taken.insert(record.key).inserted
    }

    /// The number of a stored record with the same content: the record's own, or else the first that is free.
    private mutating func number(ofEqual record: Record) -> Int? {
        let content = content(of: record)
        if stored[record.key]?.content == content, taken.insert(record.key).inserted { return record.key }
        while let number = numbers[content]?.popFirst() {
            if taken.insert(number).inserted { return number }
        }
        return nil
    }

    /// The record's own number, if it is free and the stored record with that number has the same name.
    private mutating func number(of record: Record) -> Int? {
        guard let found = stored[record.key], found.name == Folding.text(record.displayName),
            taken.insert(record.key).inserted
        else { return nil }
        return record.key
    }

    /// The record's own number, if no stored record has it and the list's numbers are preserved.
    private mutating func preserved(_ record: Record) -> Int? {
        guard numbering == .preserved, 1...Self.largest / 2 ~= record.key, stored[record.key] == nil,
            taken.insert(record.key).inserted
        else {
            return nil
        }
        last = max(last, record.key)
        return record.key
    }

    private mutating func next() -> Int {
        repeat { last += 1 } while !taken.insert(last).inserted
        return last
    }

    /// The largest number to count on from. A server's record may have a larger one; counting never starts above half
    /// of it, so there is always a next number.
    static var largest: Int { 1 << 53 }

    /// The last number assigned.
    static func last(_ table: RecordTable, in db: Database) throws -> Int {
        let saved = try setting(table).value(in: db)
        let highest = try Int.fetchOne(
            db, sql: "SELECT MAX(\"\(table.keyColumn)\") FROM \(table.name) WHERE \"\(table.keyColumn)\" <= ?",
            arguments: [largest])
        let last = saved ?? 0
        return max(last <= largest ? last : 0, highest ?? 0)
    }

    /// Stores the last number assigned, whose record may be deleted, so that undoing the deletion replaces no other.
    static func saveLast(_ table: RecordTable, in db: Database) throws {
        if table.definition.numbering != .typed { try setLast(try last(table, in: db), of: table, in: db) }
    }

    static func setLast(_ last: Int, of table: RecordTable, in db: Database) throws {
        try setting(table).set(last, in: db)
    }

    private static func setting(_ table: RecordTable) -> Setting<Int> { Setting("last-number-\(table.name)") }
}

extension StoredCollection {
    /// A free number for a collection whose numbers people type: the next after the largest of the usual length, or
    /// else the smallest free one.
    public func freeKey() throws(StoreError) -> Int {
        let (name, column) = (table.name, table.quotedKey)
        let end = definition.fields[0].displayText(Record(definition, key: 0)).utf8.reduce(1) { end, _ in end * 10 }
        return try read { db in
            let last = try Int.fetchOne(db, sql: "SELECT max(\(column)) FROM \(name) WHERE \(column) < \(end)")
            if let last, last + 1 < end { return last + 1 }
            let gap = """
                SELECT min(\(column)) + 1 FROM \(name) r WHERE \(column) >= 0 AND NOT EXISTS
                    (SELECT 1 FROM \(name) o WHERE o.\(column) = r.\(column) + 1)
                """
            return try Int.fetchOne(db, sql: gap) ?? 1
        }
    }
}

extension StoredCollection {
    /// The free number after `last`, or the first one if `last` is nil.
    func freeKey(after last: Int?) throws(StoreError) -> Int {
        guard var key = last.map({ $0 + 1 }) else { return try freeKey() }
        while try !rows(keys: [key]).isEmpty { key += 1 }
        return key
    }

    /// Adds `record` with the next number.
    public func addCounted(_ record: Record) throws(StoreError) -> Record {
        try write { db in
            let record = record.keyed(try KeyAllocator.last(table, in: db) + 1)
            let label = translated("Adding \(record.displayName)")
            let change = try Change(table, by: author, label, in: db)
            try change.put(record)
            try change.finish()
            return record
        }
    }

    /// Stores what a server made of an order, with the server's number, or with the next one if that is taken. It
    /// cannot be undone.
    /// - Parameter setting: a setting to remove in the same transaction: the order's key.
    /// - Returns: the record as stored.
    public func saveBooked(_ record: Record, forgetting setting: Setting<String>? = nil) throws(StoreError) -> Record {
        try write { db in
            let last = try KeyAllocator.last(table, in: db)
            let isNext = record.key > last && record.key <= KeyAllocator.largest / 2
            let booked = record.keyed(try existingKey(of: record, in: db) ?? (isNext ? record.key : last + 1))
            let label = translated("Booking \(booked.displayName)")
            try saveUnoffered(table.prepare(booked), key: booked.key, label, in: db)
            if booked.key <= KeyAllocator.largest {
                try KeyAllocator.setLast(max(last, booked.key), of: table, in: db)
            }
            try setting?.set(nil, in: db)
            return booked
        }
    }

    /// The number of the same record if it is stored already, because an answer may arrive twice.
    private func existingKey(of record: Record, in db: Database) throws -> Int? {
        guard !record.identity.isEmpty else { return nil }
        let rows = try Row.fetchCursor(db, sql: "SELECT \(table.selection) FROM \(table.name)")
        while let row = try rows.next() {
            let stored = table.record(row).record
            if stored.identity == record.identity { return stored.key }
        }
        return nil
    }
}
