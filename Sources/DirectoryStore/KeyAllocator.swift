public import DirectoryModel
import GRDB
import Language

/// Assigns numbers to the records that the store counts, each only once.
struct KeyAllocator<R: DirectoryRecord> {
    private var last: Int
    /// The numbers of the records here by identity, except those already assigned.
    private var free: [String: [Int]] = [:]
    /// The identity, the name, and the hash of the records here, by number.
    private var here: [Int: (identity: String, name: String, hash: Int64)] = [:]
    private var given: [Duplicate: Int] = [:]

    /// A record's identity, its number in a list, or 0, and of people a hash of all they say.
    private struct Duplicate: Hashable {
        let identity: String
        let number: Int
        let hash: Int?
    }

    init(in db: Database) throws {
        guard R.definition.numbering == .counted else {
            last = 0
            return
        }
        last = try Self.last(in: db)
        let table = RecordTable<R>()
        let rows = try Row.fetchCursor(db, sql: "SELECT \(table.selection) FROM \(table.name) ORDER BY row")
        while let row = try rows.next() {
            let (record, hash) = (table.record(row).record, try row.decode(Int64.self, atIndex: 1))
            if record.identity.isEmpty { continue }
            free[record.identity, default: []].append(record.key)
            here[record.key] = (record.identity, Folding.text(record.displayName), hash)
        }
    }

    /// Numbers `record`: as the record here with the same identity, or with the same number and name (it was edited
    /// elsewhere), or else with the next number. Records of a list with the same identity stay apart if the list
    /// numbers them. Two people may have one name and one phone, so of them only equal records are the same; for the
    /// others there are `lookalikes`.
    mutating func numbered(_ record: R) -> R {
        guard R.definition.numbering == .counted else { return record }
        let duplicate = Duplicate(
            identity: record.identity, number: record.key,
            hash: R.canHaveDuplicates ? Self.foldedHash(of: record) : nil)
        let number = given[duplicate] ?? number(here: record, duplicate) ?? number(of: record) ?? next()
        given[duplicate] = number
        return record.keyed(number)
    }

    /// The same for records that differ only in case and accents.
    private static func foldedHash(of record: R) -> Int {
        var hasher = Hasher()
        for field in R.fields where !field.isKey {
            let text = field.inputText(record)
            hasher.combine(field.isPicture ? text : Folding.text(text))
        }
        return hasher.finalize()
    }

    /// Assigns the number of `record`, which is here.
    /// - Returns: false if it is already assigned.
    mutating func take(_ record: R) -> Bool {
        guard R.definition.numbering == .counted, !record.identity.isEmpty else { return true }
        guard let place = free[record.identity]?.firstIndex(of: record.key) else { return false }
        free[record.identity]?.remove(at: place)
        return true
    }

    private mutating func number(here record: R, _ duplicate: Duplicate) -> Int? {
        guard var numbers = free[duplicate.identity] else { return nil }
        let equal = numbers.indices.filter { place in
            let number = numbers[place]
            guard R.canHaveDuplicates, let found = here[number] else { return true }
            return record.keyed(number).contentHash == found.hash
        }
        guard let place = equal.first(where: { numbers[$0] == duplicate.number }) ?? equal.first else { return nil }
        let number = numbers.remove(at: place)
        free[duplicate.identity] = numbers
        return number
    }

    /// The record's own number, if it is free and the record here with that number has the same name.
    private mutating func number(of record: R) -> Int? {
        guard let found = here[record.key], found.name == Folding.text(record.displayName),
            let index = free[found.identity]?.firstIndex(of: record.key)
        else { return nil }
        return free[found.identity]?.remove(at: index)
    }

    private mutating func next() -> Int {
        last += 1
        return last
    }

    /// The largest number to count on from. A server's record may have a larger one; counting never starts above half
    /// of it, so there is always a next number.
    static var largest: Int { 1 << 53 }

    /// The last number assigned.
    static func last(in db: Database) throws -> Int {
        let table = RecordTable<R>()
        let kept = try Store.setting(setting, in: db)
        let highest = try Int.fetchOne(
            db, sql: "SELECT MAX(\"\(table.keyColumn)\") FROM \(table.name) WHERE \"\(table.keyColumn)\" <= ?",
            arguments: [largest])
        let last = kept.flatMap { Int($0) } ?? 0
        return max(last <= largest ? last : 0, highest ?? 0)
    }

    /// Stores the last number assigned, whose record may be deleted, so that undoing the deletion replaces no other.
    static func keepLast(in db: Database) throws {
        if R.definition.numbering != .typed { try keep(last: try last(in: db), in: db) }
    }

    static func keep(last: Int, in db: Database) throws {
        try Store.keep(String(last), as: setting, in: db)
    }

    private static var setting: String { "last-number-\(R.collection.name)" }
}

extension Store {
    /// A free number for a collection whose numbers people type: the next after the largest of the usual length, or
    /// else the smallest free one.
    public func freeKey<R: DirectoryRecord>(of type: R.Type) throws(StoreError) -> Int {
        let (name, column) = (R.collection.name, "\"\(RecordTable<R>().keyColumn)\"")
        let end = R.fields[0].displayText(R(key: 0)).utf8.reduce(1) { end, _ in end * 10 }
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

extension Store {
    /// Adds `record` with the next number.
    public func addCounted<R: DirectoryRecord>(_ record: R) throws(StoreError) -> R {
        let table = RecordTable<R>()
        return try write(R.self) { db in
            let record = record.keyed(try KeyAllocator<R>.last(in: db) + 1)
            let label = translated("Adding \(record.displayName)")
            let journal = try UndoJournal<R>(by: author, label, in: db)
            try journal.remember(key: record.key)
            _ = try table.insert(table.prepare(record), in: db)
            try journal.rememberAfter()
            try KeyAllocator<R>.keepLast(in: db)
            return record
        }
    }

    /// Stores what a server made of an order, with the server's number, or with the next one here if that is taken. It
    /// cannot be undone.
    /// - Parameter setting: a setting to remove in the same transaction: the order's key.
    /// - Returns: the record as stored.
    public func keepBooked<R: DirectoryRecord>(
        _ record: R, forgetting setting: String? = nil
    ) throws(StoreError) -> R {
        let table = RecordTable<R>()
        return try write(R.self) { db in
            let last = try KeyAllocator<R>.last(in: db)
            let isNext = record.key > last && record.key <= KeyAllocator<R>.largest / 2
            let kept = record.keyed(try Self.keyKept(of: record, in: db) ?? (isNext ? record.key : last + 1))
            try keepUnasked(table.prepare(kept), key: kept.key, translated("Booking \(kept.displayName)"), in: db)
            if kept.key <= KeyAllocator<R>.largest { try KeyAllocator<R>.keep(last: max(last, kept.key), in: db) }
            if let setting { try Self.keep(nil, as: setting, in: db) }
            return kept
        }
    }

    /// The number of the same record if it is here already, because an answer may arrive twice.
    private static func keyKept<R: DirectoryRecord>(of record: R, in db: Database) throws -> Int? {
        guard !record.identity.isEmpty else { return nil }
        let table = RecordTable<R>()
        let rows = try Row.fetchCursor(db, sql: "SELECT \(table.selection) FROM \(table.name)")
        while let row = try rows.next() {
            let kept = table.record(row).record
            if kept.identity == record.identity { return kept.key }
        }
        return nil
    }
}
