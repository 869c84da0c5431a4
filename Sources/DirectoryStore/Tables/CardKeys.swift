import ClassAPI
import DirectoryModel
import GRDB

/// The numbers of records by the identifiers of the cards they were imported from, so that a changed card updates its
/// record. Of an identifier only a hash is kept.
struct CardKeys<R: DirectoryRecord> {
    private let db: Database

    init(in db: Database) { self.db = db }

    /// The number of the record that was imported from the card with an identifier, or nil.
    func key(of uid: String) throws -> Int? {
        try Store.setting(Self.name(uid), in: db).flatMap { Int($0) }
    }

    /// Keeps the numbers of the records that are here; an identifier of any other is no record's.
    func keep(_ keys: [String: Int]) throws {
        let table = RecordTable<R>()
        for (uid, key) in keys.sorted(by: { $0.key < $1.key }) where try table.row(of: key, in: db) != nil {
            try db.cachedStatement(
                sql: "INSERT INTO setting VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value"
            ).execute(arguments: [Self.name(uid), String(key)])
        }
    }

    /// Forgets the cards of records that are gone, before another record gets the number of one.
    func forgetMissing() throws {
        let table = RecordTable<R>()
        try db.execute(
            sql: """
                DELETE FROM setting WHERE name GLOB '\(Self.prefix)*'
                AND CAST(value AS INTEGER) NOT IN (SELECT \(table.quotedKey) FROM \(table.name))
                """)
    }

    /// Gives the cards of a record to its new number.
    func moved(_ key: Int, to new: Int) throws {
        try db.execute(
            sql: "UPDATE setting SET value = ? WHERE name GLOB '\(Self.prefix)*' AND CAST(value AS INTEGER) = ?",
            arguments: [String(new), key])
    }

    private static var prefix: String { "card-\(R.collection.name)-" }

    private static func name(_ uid: String) -> String { "\(prefix)\(uid.utf8.fowlerHash)" }
}
