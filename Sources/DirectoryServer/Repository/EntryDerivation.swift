private import ClassAPI
package import DirectoryModel
private import Foundation
private import LibpqClient

/// Derives the columns by which pages sort and search, and the hashes, from the JSON of entries.
package struct EntryDerivation: Sendable {
    let collection: String
    /// Differs if the same JSON may yield other columns.
    let fingerprint: String
    private let entry: @Sendable (Data) throws -> Entry

    package init(_ definition: Definition) {
        collection = definition.collection.name
        var hash = ContentHash()
        hash.add("hashes")
        for specimen in definition.specimens {
            let entry = Entry(specimen, json: Data())
            for text in [entry.section, entry.order, entry.searchText] { hash.add(text) }
        }
        fingerprint = hash.hexadecimal()
        entry = { Entry(try Record(definition, json: $0), json: Data()) }
    }

    /// Derives the columns of all entries again, including hidden ones, unless another server just did.
    func run(_ db: any SQLConnection) throws {
        // Locks the list.
        _ = try EntryChange(db, of: collection)
        guard try !isDone(in: db) else { return }
        for table in ["entry", "hidden_entry"] {
            var last: Int? = Int.min
            while let key = last { last = try derive(table, after: key, in: db) }
        }
        try EntryChange.countSections(db, of: collection)
        try db.change(
            """
            INSERT INTO entry_fingerprint (collection, fingerprint) VALUES ($1, $2)
            ON CONFLICT (collection) DO UPDATE SET fingerprint = excluded.fingerprint
            """, .text(collection), .text(fingerprint))
    }
}

extension EntryDerivation {
    private static var batchSize: Int { 500 }

    func isDone(in db: any SQLConnection) throws -> Bool {
        let sql = "SELECT fingerprint FROM entry_fingerprint WHERE collection = $1"
        return try db.select(sql, .text(collection)).first?.text(0) == fingerprint
    }

    /// Derives the columns of the entries with the next keys.
    /// - Returns: the last of these keys, or nil if there are no others.
    private func derive(_ table: String, after key: Int, in db: any SQLConnection) throws -> Int? {
        let rows = try db.select(
            "SELECT key, json FROM \(table) WHERE collection = $1 AND key > $2 ORDER BY key LIMIT \(Self.batchSize)",
            .text(collection), .integer(key))
        let hasHash = table == "entry"
        let updates = try rows.compactMap { row in
            let json = try row.data(1)
            // Unreadable entries stay as they are.
            return try (try? entry(json)).map { entry in
                let values = [SQLValue.text(entry.section), .text(entry.order), .text(entry.searchText)]
                let place = [SQLValue.text(collection), .integer(try row.integer(0))]
                return SQLStatement(
                    """
                    UPDATE \(table) SET section = $1, sort = $2, search = $3\(hasHash ? ", hash = $6" : "")
                    WHERE collection = $4 AND key = $5
                    """, parameters: values + place + (hasHash ? [.bytes(Entry.hash(of: json))] : []))
            }
        }
        try db.changeAll(updates)
        return rows.count < Self.batchSize ? nil : try rows.last?.integer(0)
    }
}

extension SQLRepository {
    /// Derives the page columns again if they were derived by another definition, another folding, or in another
    /// language. The JSON and the tag of the list do not change.
    package func deriveTexts(_ derivation: EntryDerivation) async throws {
        if try await !database.readOnce(derivation.isDone) { try await database.fill(derivation.run) }
    }

    /// Does so for all published collections. Backups and databases of earlier versions need it.
    package func deriveTexts(of collections: [Definition]) async throws {
        for definition in collections where definition.home.isPublished {
            try await deriveTexts(EntryDerivation(definition))
        }
    }
}
