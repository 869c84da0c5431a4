private import ClassAPI
internal import PostgresKit

/// A change of a collection's entries within a transaction, which has the collection to itself until its end.
struct PostgresEntryChange {
    private let connection: PostgresConnection
    private let collection: String
    private var revision: Int
    private(set) var count: Int
    private var bytes: Int
    /// The keys of the entries that were changed.
    private var keys: [Int] = []
    /// How many entries more each section has.
    private var sections = PostgresSections()
    /// True where the changes are not in the log, so that no client is sent the difference.
    private var isLogForgotten = false

    /// How many changes the log of a collection has at most.
    static let mostChanges = 100_000

    /// Locks the list of `collection`, and waits for others that did.
    init(_ connection: PostgresConnection, of collection: String) throws(PostgresError) {
        (self.connection, self.collection) = (connection, collection)
        var list = try Self.lockedList(connection, collection)
        if list == nil {
            try Self.makeList(connection, collection)
            list = try Self.lockedList(connection, collection)
        }
        (revision, count, bytes) = list ?? (0, 0, 0)
    }

    /// Makes the row of a list where it is absent, after waiting for others that do.
    private static func makeList(_ connection: PostgresConnection, _ collection: String) throws(PostgresError) {
        try connection.run(
            "INSERT INTO entry_list VALUES ($1, '', 0, 0, 0) ON CONFLICT DO NOTHING", .text(collection))
    }

    private static func lockedList(
        _ connection: PostgresConnection, _ collection: String
    ) throws(PostgresError) -> (revision: Int, count: Int, bytes: Int)? {
        let row = try connection.run(
            "SELECT revision, count, bytes FROM entry_list WHERE collection = $1 FOR UPDATE", .text(collection)
        ).first
        guard let row else { return nil }
        return (try row.integer(0), try row.integer(1), try row.integer(2))
    }

    /// True where the change that has `tag` was committed, after waiting for its end.
    static func isCommitted(
        _ connection: PostgresConnection, _ tag: String, of collection: String
    ) throws(PostgresError) -> Bool {
        // The change may have made the list.
        try makeList(connection, collection)
        // A write, which a synchronous standby confirms only after the earlier change.
        try connection.run("UPDATE entry_list SET revision = revision WHERE collection = $1", .text(collection))
        let found = try connection.run(
            "SELECT 1 FROM entry_change WHERE tag = $1 AND collection = $2", .text(tag), .text(collection))
        return found.count > 0
    }

    /// Adds an entry.
    mutating func insert(_ entry: Entry) throws(PostgresError) {
        try connection.run(Self.insertion(of: entry))
        note(entry)
    }

    /// Adds many entries to an empty collection; its log begins anew.
    mutating func fill(_ count: Int, _ entry: (Int) throws -> Entry) throws {
        var batch: [PostgresStatement] = []
        for index in 0..<count {
            let entry = try entry(index)
            batch.append(Self.insertion(of: entry))
            note(entry)
            guard batch.count == 128 else { continue }
            try connection.pipeline(batch)
            batch = []
        }
        try connection.pipeline(batch)
        isLogForgotten = true
    }

    /// Replaces `old` with `entry`.
    mutating func update(_ old: Entry, with entry: Entry) throws(PostgresError) {
        let place: [PostgresValue] = [.text(old.collection), .text(old.ownerKey)]
        try connection.run(
            PostgresStatement(
                """
                UPDATE entry
                SET collection = $1, key = $2, owner = $3, owner_key = $4, section = $5, sort = $6, search = $7, json = $8
                WHERE collection = $9 AND owner_key = $10
                """, parameters: entry.values + place))
        sections.count(old, by: -1)
        sections.count(entry, by: 1)
        keys += old.key == entry.key ? [entry.key] : [old.key, entry.key]
        bytes += entry.json.count - old.json.count
    }

    /// Removes `old`.
    mutating func delete(_ old: Entry) throws(PostgresError) {
        try connection.run(
            "DELETE FROM entry WHERE collection = $1 AND owner_key = $2", .text(old.collection), .text(old.ownerKey))
        keys.append(old.key)
        sections.count(old, by: -1)
        count -= 1
        bytes -= old.json.count
    }

    /// Gives the list `tag` and logs the changes, where there were any; `isTelling` other servers of it. This is the last
    /// step before the commit.
    func finish(tag: String, telling isTelling: Bool) throws(PostgresError) {
        guard !keys.isEmpty else { return }
        let logged: [Int?] = isLogForgotten ? [nil] : keys
        let (name, last) = (PostgresValue.text(collection), revision + logged.count)
        var statements = [
            PostgresStatement(
                "UPDATE entry_list SET tag = $2, revision = $3, count = $4, bytes = $5 WHERE collection = $1", name,
                .text(tag), .integer(last), .integer(count), .integer(bytes)),
            PostgresStatement(
                "DELETE FROM entry_change WHERE collection = $1 AND revision <= $2", name,
                .integer(isLogForgotten ? last : last - Self.mostChanges)),
        ]
        for (index, key) in logged.enumerated() {
            statements.append(
                PostgresStatement(
                    "INSERT INTO entry_change VALUES ($1, $2, $3, $4)", name, .integer(revision + 1 + index),
                    .text(tag), .integer(key)))
        }
        statements += sections.statements(of: collection)
        if isTelling { statements.append(PostgresRepository.notification(of: collection)) }
        try connection.pipeline(statements)
    }

    private mutating func note(_ entry: Entry) {
        keys.append(entry.key)
        sections.count(entry, by: 1)
        count += 1
        bytes += entry.json.count
    }

    /// The statement that adds `entry`.
    static func insertion(of entry: Entry, into table: String = "entry") -> PostgresStatement {
        PostgresStatement(
            """
            INSERT INTO \(table) (collection, key, owner, owner_key, section, sort, search, json)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            """, parameters: entry.values)
    }
}

extension Entry {
    /// The owner as it is found, without case.
    var ownerKey: String { PostgresRepository.caseless(owner) }

    fileprivate var values: [PostgresValue] {
        [
            .text(collection), .integer(key), .text(owner), .text(ownerKey), .text(section), .text(order),
            .text(searchText), .bytes(json),
        ]
    }
}

/// How many entries more the sections of a collection have after a change.
struct PostgresSections {
    private var changes: [String: Int] = [:]

    /// Counts `entry`, by 1 where it is added and by -1 where it is removed.
    mutating func count(_ entry: Entry, by change: Int) { changes[entry.section, default: 0] += change }

    /// The statements that store the counts.
    func statements(of collection: String) -> [PostgresStatement] {
        let changed = changes.filter { $0.value != 0 }
        let counted = changed.map { section, change in
            PostgresStatement(
                """
                INSERT INTO entry_section VALUES ($1, $2, $3, $4)
                ON CONFLICT (collection, hash) DO UPDATE SET count = entry_section.count + excluded.count
                """, .text(collection), .text(Self.hash(section)), .text(section), .integer(change))
        }
        guard changed.contains(where: { $0.value < 0 }) else { return counted }
        return counted + [
            PostgresStatement("DELETE FROM entry_section WHERE collection = $1 AND count = 0", .text(collection))
        ]
    }

    private static func hash(_ section: String) -> String {
        var hash = ContentHash()
        hash.add(section)
        return hash.hexadecimal()
    }
}
