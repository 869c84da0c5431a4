private import Foundation
internal import PostgresKit

extension PostgresRepository: CopyableRepository {
    func forEachRow(_ body: @escaping @Sendable (StoredRow) throws -> Void) async throws {
        try await Self.explained {
            // A lease, since rows that were passed on cannot be taken back where the connection is lost.
            let (lease, _) = try await snapshots.lease { connection in
                try connection.execute("BEGIN \(PostgresConnection.Isolation.snapshot.rawValue)")
                try connection.execute("SET LOCAL statement_timeout = 0")
            }
            try await lease.run { connection in try Self.forEachRow(connection, body) }
        }
    }

    private static func forEachRow(_ connection: PostgresConnection, _ body: (StoredRow) throws -> Void) throws {
        try connection.forEach(PostgresStatement("SELECT \(columns) FROM entry ORDER BY collection, id")) {
            try body(.entry(Entry($0)))
        }
        try connection.forEach(PostgresStatement("SELECT \(columns) FROM hidden_entry ORDER BY collection, key")) {
            try body(.hiddenEntry(Entry($0)))
        }
        try connection.forEach(PostgresStatement("SELECT collection, tag FROM entry_list ORDER BY collection")) {
            try body(.entryList(collection: $0.text(0), tag: $0.text(1)))
        }
        let changes = "SELECT collection, tag, key FROM entry_change ORDER BY collection, revision"
        try connection.forEach(PostgresStatement(changes)) {
            try body(.entryChange(collection: $0.text(0), tag: $0.text(1), key: $0.optionalInteger(2)))
        }
        let items = "SELECT collection, number, json, ends FROM item ORDER BY collection, number"
        try connection.forEach(PostgresStatement(items)) {
            let item = Item(number: try $0.integer(1), json: try $0.data(2))
            try body(.item(item, collection: $0.text(0), ends: $0.optionalDouble(3)))
        }
        try connection.forEach(PostgresStatement("SELECT collection, last FROM item_list ORDER BY collection")) {
            try body(.itemList(collection: $0.text(0), last: $0.integer(1)))
        }
        let requests = """
            SELECT collection, key, content, number, json, made FROM item_request ORDER BY collection, key COLLATE "C"
            """
        try connection.forEach(PostgresStatement(requests)) {
            let request = ItemRequest(key: try $0.text(1), content: try $0.text(2))
            let answer = Item(number: try $0.integer(3), json: try $0.data(4))
            try body(
                .request(request, answer: answer, collection: $0.text(0), made: $0.optionalDouble(5) ?? 0))
        }
        try connection.forEach(PostgresStatement("SELECT \(Account.columns) FROM account ORDER BY netid_key")) {
            try body(.account(Account($0)))
        }
    }

    func addRows(_ next: @escaping @Sendable () throws -> StoredRow?) async throws {
        try await Self.explained {
            let (lease, _) = try await snapshots.lease { _ in }
            try await lease.run { connection in
                try connection.transaction(.committed) {
                    let found = try connection.run(
                        """
                        SELECT 1 FROM entry UNION ALL SELECT 1 FROM hidden_entry UNION ALL SELECT 1 FROM item UNION ALL
                        SELECT 1 FROM item_list WHERE last > 0 UNION ALL SELECT 1 FROM account LIMIT 1
                        """)
                    guard found.count == 0 else { throw ServerError.databaseNotEmpty }
                    try Self.fill(connection, next)
                }
            }
        }
    }

    private static func fill(_ connection: PostgresConnection, _ next: () throws -> StoredRow?) throws {
        do {
            for table in ["entry_list", "entry_section", "entry_change", "item_list", "item_request"] {
                try connection.execute("DELETE FROM \(table)")
            }
            var filling = PostgresFilling(connection)
            while let row = try next() { try filling.add(row) }
            try filling.finish()
        } catch PostgresError.refused(PostgresError.uniqueViolation, _) {
            // Another copy was made meanwhile.
            throw ServerError.databaseNotEmpty
        }
    }
}

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
