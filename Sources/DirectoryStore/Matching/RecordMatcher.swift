import DirectoryModel
import GRDB

/// How the records of a list get their numbers, in a collection whose records the store counts.
enum FileNumbering {
    /// Equal records are one.
    case byContent
    /// Equal records are separate.
    case oneByOne
    /// Each has the number that the file gives it.
    case preserved
}

/// Answers which stored record each record of a list is about.
///
/// It compares, in this order: the number, if people or servers assign numbers; the owner; the card that the record was
/// imported from; other identifiers; and the identity, if the store assigns the numbers.
/// `DuplicateFinder` finds records that are only similar, and people decide about them.
struct RecordMatcher {
    private var last = 0
    /// The numbers of the stored records by content, ascending, except those already tried.
    private var numbers: [Content: ArraySlice<Int>] = [:]
    /// The content and the name of the stored records, by number.
    private var stored: [Int: (content: Content, name: String)] = [:]
    /// The numbers of stored records that are already assigned.
    private var taken: Set<Int> = []
    private var given: [Duplicate: Int] = [:]
    /// The numbers of the stored records by the keys and the values of identifiers, once they were needed.
    private var identified: [String: [String: [Int]]] = [:]
    private let numbering: FileNumbering
    private let table: RecordTable
    /// How many records of the list had the number of an equal one before them.
    private(set) var repeatedCount = 0
    /// True once a record of a file had a number.
    private(set) var hasNumbers = false
    /// The last free number that a record of a file got.
    private var lastFree: Int?

    private var isCounted: Bool { table.definition.numbering == .counted }

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
        self.table = table
        self.numbering = numbering
        guard isCounted else { return }
        last = try KeyAllocator.last(table, in: db)
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

    // MARK: Matching

    /// The stored record that a record of a file is about, or the record with its number; nil if it has none.
    mutating func match(_ imported: ImportedRecord, in db: Database) throws -> Record? {
        let record = imported.record
        if imported.isNumbered, !isCounted {
            hasNumbers = true
            return try table.whole(key: record.key, in: db) ?? record
        }
        if !isCounted, let found = try match(record, byOwner: true, in: db) { return found }
        if let found = try match(card: imported.uid, in: db), !isCounted || take(found) { return found }
        if !isCounted { return try match(record, byOwner: false, in: db) }
        let numbered = numbered(record)
        return try table.whole(key: numbered.key, in: db) ?? numbered
    }

    /// The record that was imported from, or exported as, a card.
    private func match(card uid: String, in db: Database) throws -> Record? {
        guard !uid.isEmpty, let key = try table.key(ofCard: uid, in: db), let record = try table.whole(key: key, in: db)
        else { return nil }
        return key == table.definition.key(ofCard: uid) && record.cardUID != uid ? nil : record
    }

    /// The only stored record that shares an identifier with `record`: its owner, or another one.
    private mutating func match(_ record: Record, byOwner isOwner: Bool, in db: Database) throws -> Record? {
        let identifiers = table.definition.identifiers.filter { ($0.key == table.definition.owner?.key) == isOwner }
        for field in identifiers where !field.isUnset(field.inputText(record)) {
            // These columns have no index.
            if identified[field.key] == nil { identified[field.key] = try table.keys(by: field, in: db) }
            let keys = identified[field.key]?[record[field].text.lowercased()] ?? []
            if keys.count == 1 { return try table.whole(key: keys[0], in: db) }
        }
        return nil
    }

    /// Assigns the number of a stored record.
    /// - Returns: false if it is already assigned.
    private mutating func take(_ record: Record) -> Bool {
        record.identity.isEmpty || stored[record.key] != nil && taken.insert(record.key).inserted
    }

    /// A record of a file without any numbers, with a free number; nil if others of the file have one, or it is empty.
    mutating func free(_ imported: ImportedRecord, in db: Database) throws -> Record? {
        guard !hasNumbers, imported.record.isGiven else { return nil }
        let key = try KeyAllocator.free(table, after: lastFree, in: db)
        lastFree = key
        return imported.record.keyed(key)
    }

    // MARK: Identity

    /// Numbers `record`: as the stored record with the same identity, or with the same number and name (it was edited
    /// elsewhere), or else with the next number. Records of a list with the same identity are separate if the list
    /// numbers them. Two people may have one name and one phone, so of them only equal records are the same; for the
    /// others there are `lookalikes`.
    mutating func numbered(_ record: Record) -> Record {
        guard isCounted else { return record }
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
        guard numbering == .preserved, 1...KeyAllocator.largest / 2 ~= record.key, stored[record.key] == nil,
            taken.insert(record.key).inserted
        else { return nil }
        last = max(last, record.key)
        return record.key
    }

    private mutating func next() -> Int {
        repeat { last += 1 } while !taken.insert(last).inserted
        return last
    }
}
