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

    package init(_ definition: Definition) {
        collection = definition.collection.name
        var hash = ContentHash()
        for specimen in definition.specimens {
            let entry = Entry(specimen, json: Data())
            for text in [entry.section, entry.order, entry.searchText] { hash.add(text) }
        }
        for text in Folding.spellings(of: "Ä-O’C") { hash.add(String(decoding: text, as: UTF8.self)) }
        fingerprint = hash.hexadecimal()
        entry = { Entry(try Record(definition, json: $0), json: Data()) }
    }

    /// Derives the columns of all entries again, including hidden ones, except in lists where another server just did.
    func run(_ db: any SQLConnection) throws {
        for list in try pending(in: db) {
            // Locks the list, and creates that of the root, whose new entries need not be derived again.
            _ = try ListChange(db, of: list)
            var last: Int? = Int.min
            while let key = last { last = try derive(list, after: key, db) }
            try db.change("UPDATE list SET fingerprint = $1 WHERE list = $2", .text(fingerprint), .text(list.text))
        }
    }

    /// The lists whose columns were derived in another way.
    func pending(in db: any SQLConnection) throws -> [ListKey] {
        let lists = try db.select("SELECT list, fingerprint FROM list ORDER BY list").map {
            (key: ListKey(stored: try $0.text(0)), fingerprint: try $0.text(1))
        }.filter { $0.key.collection == collection }
        return lists.isEmpty ? [ListKey(collection)] : lists.filter { $0.fingerprint != fingerprint }.map(\.key)
    }

    private static let batchSize = 500

    /// Derives the columns of the entries with the next keys.
    /// - Returns: the last of these keys, or nil if there are no others.
    private func derive(_ list: ListKey, after key: Int, _ db: any SQLConnection) throws -> Int? {
        let rows = try db.select(
            "SELECT key, json FROM entry WHERE list = $1 AND key > $2 ORDER BY key LIMIT \(Self.batchSize)",
            .text(list.text), .integer(key))
        let updates = try rows.compactMap { row -> SQLStatement? in
            let json = try row.data(1)
            // Unreadable entries stay as they are.
            guard let entry = try? entry(json) else { return nil }
            return SQLStatement(
                "UPDATE entry SET section = $1, sort = $2, search = $3 WHERE list = $4 AND key = $5",
                .text(entry.section), .text(entry.order), .text(entry.searchText), .text(list.text),
                .integer(try row.integer(0)))
        }
        try db.changeAll(updates)
        return rows.count < Self.batchSize ? nil : try rows.last?.integer(0)
    }
}

extension SQLRepository {
    /// Derives the page columns again if they were derived by another definition, another folding, or in another
    /// language. The JSON and the tags of lists do not change.
    package func reindexEntries(_ derivation: EntryDerivation) async throws {
        guard try await !database.readStatement(derivation.pending).isEmpty else { return }
        try await database.fill(derivation.run)
    }

    /// Does so for all published collections. Backups and databases of earlier versions need it.
    package func reindexEntries(of collections: [Definition]) async throws {
        for definition in collections where definition.home.isPublished {
            try await reindexEntries(EntryDerivation(definition))
        }
    }
}
