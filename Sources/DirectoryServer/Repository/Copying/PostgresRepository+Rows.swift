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
