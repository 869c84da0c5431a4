private import Foundation
internal import GRDB

extension SQLiteRepository: CopyableRepository {
    func forEachRow(_ body: @escaping @Sendable (StoredRow) throws -> Void) async throws {
        try await database.read { db in
            try Self.forEach(db, "SELECT * FROM entry ORDER BY collection, id") { try body(.entry(Entry($0))) }
            try Self.forEach(db, "SELECT * FROM hidden_entry ORDER BY collection, key") {
                try body(.hiddenEntry(Entry($0)))
            }
            try Self.forEach(db, "SELECT collection, tag FROM list ORDER BY collection") {
                try body(.entryList(collection: $0.decode(atIndex: 0), tag: $0.decode(atIndex: 1)))
            }
            try Self.forEach(db, "SELECT collection, tag, key FROM entry_change ORDER BY collection, revision") {
                try body(
                    .entryChange(
                        collection: $0.decode(atIndex: 0), tag: $0.decode(atIndex: 1), key: $0.decode(atIndex: 2)))
            }
            try Self.forEach(db, "SELECT collection, number, json, ends FROM item ORDER BY collection, number") {
                let item = Item(number: try $0.decode(atIndex: 1), json: try $0.decode(atIndex: 2))
                try body(.item(item, collection: $0.decode(atIndex: 0), ends: $0.decode(atIndex: 3)))
            }
            try Self.forEach(db, "SELECT collection, last FROM item_list ORDER BY collection") {
                try body(.itemList(collection: $0.decode(atIndex: 0), last: $0.decode(atIndex: 1)))
            }
            try Self.forEach(db, "SELECT * FROM item_request ORDER BY collection, key") { row in
                let request = ItemRequest(
                    key: try row.decode(forColumn: "key"), content: try row.decode(forColumn: "content"))
                let answer = Item(number: try row.decode(forColumn: "number"), json: try row.decode(forColumn: "json"))
                try body(
                    .request(
                        request, answer: answer, collection: row.decode(forColumn: "collection"),
                        made: row.decode(forColumn: "made")))
            }
            try Self.forEach(db, "SELECT * FROM account ORDER BY netid") { try body(.account(Account($0))) }
        }
    }

    private static func forEach(_ db: Database, _ sql: String, _ body: (Row) throws -> Void) throws {
        let rows = try Row.fetchCursor(db, sql: sql)
        while let row = try rows.next() { try body(row) }
    }

    func addRows(_ next: @escaping @Sendable () throws -> StoredRow?) async throws {
        try await write { db in
            let tables = ["entry", "hidden_entry", "item", "item_list", "account"]
            let isEmpty = try tables.allSatisfy { table in
                try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM \(table))") == false
            }
            guard isEmpty else { throw ServerError.databaseNotEmpty }
            try db.execute(sql: "DELETE FROM list; DELETE FROM entry_change; DELETE FROM item_request")
            // Another database may have kept more changes.
            try db.execute(sql: "DROP TRIGGER entry_change_bound")
            while let row = try next() { try Self.add(row, db) }
            try db.execute(sql: Self.changeBound)
        }
        // Such a large transaction leaves a log as large as the database.
        _ = try await database.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    }

    private static func add(_ row: StoredRow, _ db: Database) throws {
        switch row {
        case .entry(let entry): try insert(db, entry)
        case .hiddenEntry(let entry): try insert(db, entry, into: "hidden_entry")
        case .entryList(let collection, let tag):
            try db.execute(
                sql: """
                    INSERT INTO list VALUES (:name, :tag, 0, 0) ON CONFLICT DO UPDATE SET tag = :tag;
                    DELETE FROM entry_change WHERE collection = :name
                    """, arguments: ["name": collection, "tag": tag])
        case .entryChange(let collection, let tag, let key):
            try db.cachedStatement(sql: "INSERT INTO entry_change (collection, tag, key) VALUES (?, ?, ?)")
                .execute(arguments: [collection, tag, key])
        case .item(let item, let collection, let ends):
            try insert(db, item, to: collection, until: ends.map(Date.init(timeIntervalSince1970:)))
        case .itemList(let collection, let last):
            try db.execute(
                sql: """
                    INSERT INTO item_list (collection, last, count, bytes) VALUES (?1, ?2, 0, 0)
                    ON CONFLICT DO UPDATE SET last = ?2
                    """, arguments: [collection, last])
        case .request(let request, let answer, let collection, let made):
            try db.execute(
                sql: "INSERT INTO item_request VALUES (?, ?, ?, ?, ?, ?)",
                arguments: [collection, request.key, request.content, answer.number, answer.json, made])
        case .account(let account):
            try db.execute(
                sql: "INSERT INTO account VALUES (?, ?, ?, ?)",
                arguments: [
                    account.netid, account.role.rawValue, account.passwordHash, account.created.timeIntervalSince1970,
                ])
        }
    }
}
