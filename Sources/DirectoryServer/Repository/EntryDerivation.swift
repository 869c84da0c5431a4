private import ClassAPI
package import DirectoryModel
private import Foundation
private import LibpqClient

/// Derives the columns by which pages sort and search from the JSON of entries.
package struct EntryDerivation: Sendable {
    let collection: String
    /// Differs if the same JSON may yield other columns.
    let fingerprint: String
    private let entry: @Sendable (Data) throws -> Entry

    package init<R: DirectoryRecord>(_ type: R.Type) {
        collection = R.collection.name
        var hash = ContentHash()
        for specimen in R.specimens {
            let entry = Entry(specimen, json: Data())
            for text in [entry.section, entry.order, entry.searchText] { hash.add(text) }
        }
        fingerprint = hash.hexadecimal()
        entry = { Entry(try JSONDecoder().decode(R.self, from: $0), json: Data()) }
    }

    /// Derives the columns of all entries again, including hidden ones.
    func run(_ db: any SQLConnection) throws {
        _ = try EntryChange(db, of: collection)
        for table in ["entry", "hidden_entry"] {
            var updates: [SQLStatement] = []
            let rows = SQLStatement("SELECT key, json FROM \(table) WHERE collection = $1", .text(collection))
            try db.forEachRow(rows) { row in
                let json = try row.data(1)
                // Unreadable entries stay as they are.
                guard let entry = try? entry(json) else { return }
                updates.append(
                    SQLStatement(
                        "UPDATE \(table) SET section = $1, sort = $2, search = $3 WHERE collection = $4 AND key = $5",
                        .text(entry.section), .text(entry.order), .text(entry.searchText), .text(collection),
                        .integer(try row.integer(0))))
            }
            try db.changeAll(updates)
        }
        try EntryChange.countSections(db, of: collection)
        try db.change(
            """
            INSERT INTO entry_fingerprint (collection, fingerprint) VALUES ($1, $2)
            ON CONFLICT (collection) DO UPDATE SET fingerprint = excluded.fingerprint
            """, .text(collection), .text(fingerprint))
    }
}

extension SQLRepository {
    /// Derives the page columns again if they were derived by another definition, another folding, or in another
    /// language. The JSON and the tag of the list do not change.
    package func deriveTexts(_ derivation: EntryDerivation) async throws {
        let known = try await database.readOnce { db in
            try db.select(
                "SELECT fingerprint FROM entry_fingerprint WHERE collection = $1", .text(derivation.collection)
            ).first?.text(0)
        }
        if known != derivation.fingerprint { try await database.fill(derivation.run) }
    }
}
