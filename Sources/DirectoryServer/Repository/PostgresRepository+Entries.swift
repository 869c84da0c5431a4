private import Foundation
internal import PostgresKit

extension PostgresRepository {
    public func listTag(of collection: String) async throws -> String {
        try await run { connection in
            try connection.run("SELECT tag FROM entry_list WHERE collection = $1", .text(collection)).first?.text(0)
                ?? ""
        }
    }

    public func snapshot(of collection: String) async throws -> any EntrySnapshot {
        try await Self.explained { try await PostgresSnapshot(snapshots, of: collection) }
    }

    public func entry(of owner: String, in collection: String) async throws -> Entry? {
        try await run { connection in try Self.entry(connection, of: owner, in: collection) }
    }

    public func add(_ entry: Entry) async throws {
        try await change(entry.collection) { connection, change in
            guard try Self.entry(connection, of: entry.owner, in: entry.collection) == nil else {
                throw EntryError.ownerTaken
            }
            try Self.requireNotHidden(connection, entry.owner, in: entry.collection)
            try Self.requireFree(connection, entry, of: entry.owner)
            try change.insert(entry)
        }
    }

    public func replace(
        entryOf owner: String, with entry: Entry, condition: @escaping @Sendable (Entry) throws -> Void
    ) async throws {
        try await change(entry.collection) { connection, change in
            guard let old = try Self.entry(connection, of: owner, in: entry.collection) else {
                try Self.requireNotHidden(connection, owner, in: entry.collection)
                throw EntryError.unknown
            }
            try condition(old)
            try Self.requireFree(connection, entry, of: owner)
            try change.update(old, with: entry)
        }
    }

    public func remove(
        entryOf owner: String, in collection: String, condition: @escaping @Sendable (Entry) throws -> Void
    ) async throws -> Bool {
        try await change(collection) { connection, change in
            guard let old = try Self.entry(connection, of: owner, in: collection) else {
                try Self.requireNotHidden(connection, owner, in: collection)
                return false
            }
            try condition(old)
            try change.delete(old)
            return true
        }
    }

    public func hide(entryOf owner: String, in collection: String) async throws -> Bool {
        try await change(collection) { connection, change in
            guard let entry = try Self.entry(connection, of: owner, in: collection) else { return false }
            try change.delete(entry)
            try connection.run(PostgresEntryChange.insertion(of: entry, into: "hidden_entry"))
            return true
        }
    }

    public func show(entryOf owner: String, in collection: String) async throws -> Bool {
        try await change(collection) { connection, change in
            let hidden = try Self.entry(connection, of: owner, in: collection, table: "hidden_entry")
            guard let hidden else { return false }
            _ = try Self.deleteHidden(connection, of: owner, in: collection)
            try change.insert(hidden)
            return true
        }
    }

    public func removeHiddenOrShown(entryOf owner: String, in collection: String) async throws -> Bool {
        try await change(collection) { connection, change in
            let wasHidden = try Self.deleteHidden(connection, of: owner, in: collection)
            guard let shown = try Self.entry(connection, of: owner, in: collection) else { return wasHidden }
            try change.delete(shown)
            return true
        }
    }

    /// - Returns: false where there was not one.
    static func deleteHidden(
        _ connection: PostgresConnection, of owner: String, in collection: String
    ) throws -> Bool {
        try connection.run(
            "DELETE FROM hidden_entry WHERE collection = $1 AND owner_key = $2", .text(collection),
            .text(caseless(owner))
        ).changes > 0
    }

    public func fill(
        _ collection: String, count: Int, entry: @escaping @Sendable (Int) throws -> Entry
    ) async throws {
        try await change(collection) { _, change in
            if change.count == 0 { try change.fill(count, entry) }
        }
    }

    public func page<T>(
        _ query: PageQuery, of collection: String, _ element: @escaping @Sendable (Entry) throws -> T
    ) async throws -> EntryPage<T> {
        let conditions = query.words.indices.map { "strpos(search, $\($0 + 2)) > 0" }
        let condition = (["collection = $1"] + conditions).joined(separator: " AND ")
        let values = [PostgresValue.text(collection)] + query.words.map { .text($0) }
        let entries = """
            SELECT \(Self.columns) FROM entry WHERE \(condition)
            ORDER BY left(section, 200), left(sort, 200), section, sort, id
            LIMIT $\(values.count + 1) OFFSET $\(values.count + 2)
            """
        // All entries are counted already.
        let counts =
            query.words.isEmpty
            ? "SELECT section, count FROM entry_section WHERE \(condition)"
            : "SELECT section, count(*) FROM entry WHERE \(condition) GROUP BY section"
        return try await read { connection in
            let counts = try connection.run(PostgresStatement(counts, parameters: values))
            let rows = try connection.run(
                PostgresStatement(
                    entries, parameters: values + [.integer(query.limit), .integer(query.offset)]))
            return EntryPage(
                entries: try rows.map { try element(Entry($0)) },
                counts: Dictionary(
                    try counts.map { (try $0.text(0), try $0.integer(1)) }, uniquingKeysWith: +))
        }
    }

    /// Makes a change of a collection's entries in one transaction; `body` may be called several times.
    /// - Throws: `StorageError`, or the error of `body`; then there was no change.
    private func change<T: Sendable>(
        _ collection: String, _ body: @escaping @Sendable (PostgresConnection, inout PostgresEntryChange) throws -> T
    ) async throws -> T {
        try await Self.explained {
            try await changes.change {
                try PostgresEntryChange.isCommitted($0, Self.tag($1), of: collection)
            } _: { connection, mark in
                var change = try PostgresEntryChange(connection, of: collection)
                let value = try body(connection, &change)
                try change.finish(tag: Self.tag(mark), telling: notificationError == nil)
                return value
            }
        }
    }

    /// A tag of 32 hexadecimal digits, as other databases make them.
    static func tag(_ mark: String) -> String { mark.replacing("-", with: "").lowercased() }

    static let columns = "collection, key, owner, section, sort, search, json"

    static func entry(
        _ connection: PostgresConnection, of owner: String, in collection: String, table: String = "entry"
    ) throws -> Entry? {
        try connection.run(
            "SELECT \(columns) FROM \(table) WHERE collection = $1 AND owner_key = $2", .text(collection),
            .text(caseless(owner))
        ).first.map(Entry.init)
    }

    private static func requireNotHidden(
        _ connection: PostgresConnection, _ owner: String, in collection: String
    ) throws {
        let hidden = try entry(connection, of: owner, in: collection, table: "hidden_entry")
        guard hidden == nil else { throw EntryError.hidden }
    }

    private static func requireFree(_ connection: PostgresConnection, _ entry: Entry, of owner: String) throws {
        let others = try connection.run(
            """
            SELECT 1 FROM entry WHERE collection = $1 AND key = $2 AND owner_key <> $3
            UNION ALL SELECT 1 FROM hidden_entry WHERE collection = $1 AND key = $2 AND owner_key <> $3
            """, .text(entry.collection), .integer(entry.key), .text(caseless(owner)))
        guard others.count == 0 else { throw EntryError.keyTaken }
    }

    /// `name` with the letters of ASCII in lower case, by which names are compared.
    static func caseless(_ name: String) -> String {
        String(
            decoding: name.utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// Tells other servers that a list changed, once the transaction is committed.
    static func notification(of collection: String) -> PostgresStatement {
        PostgresStatement("SELECT pg_notify('\(channel)', $1)", .text(collection))
    }
}

extension Entry {
    init(_ row: PostgresRow) throws {
        self.init(
            collection: try row.text(0), key: try row.integer(1), owner: try row.text(2), json: try row.data(6),
            section: try row.text(3), order: try row.text(4), searchText: try row.text(5))
    }
}
