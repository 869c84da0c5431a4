import ClassAPI
import DirectoryModel
import GRDB

/// The numbers of imported records by the hashed identifiers of their cards, so that a changed card updates its record.
struct CardKeys<R: DirectoryRecord> {
    private let db: Database

    init(in db: Database) { self.db = db }

    /// The number of the record that was imported from a card, or nil.
    func key(of uid: String) throws -> Int? {
        try Store.setting(Self.name(uid), in: db).flatMap { Int($0) }
    }

    /// Stores the numbers of existing records.
    func keep(_ keys: [String: Int]) throws {
        let table = RecordTable<R>()
        for (uid, key) in keys.sorted(by: { $0.key < $1.key }) where try table.row(of: key, in: db) != nil {
            try db.cachedStatement(
                sql: "INSERT INTO setting VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value"
            ).execute(arguments: [Self.name(uid), String(key)])
        }
    }

    /// Forgets the cards of deleted records before their numbers are used again.
    func forgetMissing() throws {
        let table = RecordTable<R>()
        try db.execute(
            sql: """
                DELETE FROM setting WHERE name GLOB '\(Self.prefix)*'
                AND CAST(value AS INTEGER) NOT IN (SELECT \(table.quotedKey) FROM \(table.name))
                """)
    }

    /// Moves the cards of a record to its new number.
    func moved(_ key: Int, to new: Int) throws {
        try db.execute(
            sql: "UPDATE setting SET value = ? WHERE name GLOB '\(Self.prefix)*' AND CAST(value AS INTEGER) = ?",
            arguments: [String(new), key])
    }

    private static var prefix: String { "card-\(R.collection.name)-" }

    private static func name(_ uid: String) -> String { "\(prefix)\(uid.utf8.fowlerHash)" }
}
