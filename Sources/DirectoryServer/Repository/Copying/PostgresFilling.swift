private import Foundation
internal import PostgresKit

/// Adds copied rows to an empty database, many in one trip.
struct PostgresFilling {
    private struct Size {
        var count = 0
        var bytes = 0
        var sections = PostgresSections()
    }

    private let connection: PostgresConnection
    private var batch: [PostgresStatement] = []
    private var batchBytes = 0
    /// The count and the bytes of each list whose rows were added.
    private var entries: [String: Size] = [:]
    private var items: [String: Size] = [:]
    /// How many changes of each list were added.
    private var changes: [String: Int] = [:]

    init(_ connection: PostgresConnection) { self.connection = connection }

    /// Adds `row`, now or with a later one.
    mutating func add(_ row: StoredRow) throws(PostgresError) {
        switch row {
        case .entry(let entry):
            entries[entry.collection, default: Size()].count += 1
            entries[entry.collection, default: Size()].bytes += entry.json.count
            entries[entry.collection, default: Size()].sections.count(entry, by: 1)
            try add(PostgresEntryChange.insertion(of: entry), bytes: entry.json.count)
        case .hiddenEntry(let entry):
            try add(PostgresEntryChange.insertion(of: entry, into: "hidden_entry"), bytes: entry.json.count)
        case .item(let item, let collection, let ends):
            items[collection, default: Size()].count += 1
            items[collection, default: Size()].bytes += item.json.count
            try add(PostgresItemChange.insertion(of: item, to: collection, ends: ends), bytes: item.json.count)
        case .entryChange(let collection, let tag, let key):
            changes[collection, default: 0] += 1
            try add(
                PostgresStatement(
                    "INSERT INTO entry_change VALUES ($1, $2, $3, $4)", .text(collection),
                    .integer(changes[collection]), .text(tag), .integer(key)), bytes: 0)
        default: try add(statements(of: row), bytes: 0)
        }
    }

    /// Adds what was not added yet. This is the last step.
    mutating func finish() throws(PostgresError) {
        for (collection, count) in changes {
            try add(
                PostgresStatement(
                    "UPDATE entry_list SET revision = $2 WHERE collection = $1", .text(collection), .integer(count)),
                bytes: 0)
        }
        try send()
    }

    private mutating func send() throws(PostgresError) {
        try connection.pipeline(batch)
        (batch, batchBytes) = ([], 0)
    }

    private mutating func add(_ statements: [PostgresStatement], bytes: Int) throws(PostgresError) {
        batch += statements
        batchBytes += bytes
        if batch.count >= 128 || batchBytes >= 1 << 20 { try send() }
    }

    private mutating func add(_ statement: PostgresStatement, bytes: Int) throws(PostgresError) {
        try add([statement], bytes: bytes)
    }

    private func statements(of row: StoredRow) -> [PostgresStatement] {
        switch row {
        case .entry, .hiddenEntry, .item, .entryChange: return []
        case .entryList(let collection, let tag):
            let size = entries[collection] ?? Size()
            return [
                PostgresStatement(
                    "INSERT INTO entry_list VALUES ($1, $2, 0, $3, $4)", .text(collection), .text(tag),
                    .integer(size.count), .integer(size.bytes))
            ] + size.sections.statements(of: collection)
        case .itemList(let collection, let last):
            let size = items[collection] ?? Size()
            return [
                PostgresStatement(
                    "INSERT INTO item_list VALUES ($1, 1, $2, $3, $4)", .text(collection), .integer(last),
                    .integer(size.count), .integer(size.bytes))
            ]
        case .request(let request, let answer, let collection, let made):
            return [PostgresRepository.insertion(of: request, answer, of: collection, made: made)]
        case .account(let account): return [PostgresRepository.insertion(of: account)]
        }
    }
}
