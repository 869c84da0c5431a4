private import DirectoryModel
internal import Foundation
private import Language
private import LibpqClient

extension SQLRepository {
    /// A tag that changes with every change of the collection’s entries and is globally unique.
    public func listTag(of collection: String) async throws -> String {
        try await database.readOnce { db in try ListState.find(db, of: collection)?.tag ?? "" }
    }

    package func count(of collection: String) async throws -> Int {
        try await database.readOnce { db in try ListState.find(db, of: collection)?.count ?? 0 }
    }

    func snapshot(of collection: String) async throws -> EntrySnapshot {
        try await EntrySnapshot(try await database.snapshot(), of: collection)
    }

    /// The entry of `owner`, in any case, or nil.
    public func entry(of owner: String, in collection: String) async throws -> Entry? {
        try await database.readOnce { db in try Entry.find(db, of: owner, in: collection) }
    }

    /// - Throws: `EntryError` if the owner or the key is taken.
    public func add(_ entry: Entry) async throws {
        try await change(entry.collection) { change in
            guard try change.entry(of: entry.owner) == nil else { throw EntryError.ownerTaken }
            try change.requireNotHidden(entry.owner)
            try change.requireFree(entry, of: entry.owner)
            try change.insert(entry)
        }
    }

    /// Replaces the entry of `owner`, unless `condition` throws for the present one.
    /// - Throws: `EntryError`, or the error of `condition`; then the collection is unchanged.
    public func replace(
        entryOf owner: String, with entry: Entry, condition: @escaping @Sendable (Entry) throws -> Void
    ) async throws {
        try await change(entry.collection) { change in
            guard let old = try change.entry(of: owner) else {
                try change.requireNotHidden(owner)
                throw EntryError.unknown
            }
            try condition(old)
            try change.requireFree(entry, of: owner)
            try change.update(old, with: entry)
        }
    }

    /// Removes the entry of `owner`, unless `condition` throws for it.
    /// - Returns: false if there is none.
    /// - Throws: `EntryError.hidden`, or the error of `condition`; then the collection is unchanged.
    public func remove(
        entryOf owner: String, in collection: String, condition: @escaping @Sendable (Entry) throws -> Void
    ) async throws -> Bool {
        try await change(collection) { change in
            guard let old = try change.entry(of: owner) else {
                try change.requireNotHidden(owner)
                return false
            }
            try condition(old)
            try change.delete(old)
            return true
        }
    }

    /// Hides the entry of `owner` from everyone. Its owner cannot create another.
    /// - Returns: false if there is none.
    public func hide(entryOf owner: String, in collection: String) async throws -> Bool {
        try await change(collection) { change in
            guard let entry = try change.entry(of: owner) else { return false }
            try change.delete(entry)
            try change.insertHidden(entry)
            return true
        }
    }

    /// - Returns: false if there is none.
    public func show(entryOf owner: String, in collection: String) async throws -> Bool {
        try await change(collection) { change in
            guard let hidden = try change.hiddenEntry(of: owner) else { return false }
            _ = try change.deleteHidden(of: owner)
            try change.insert(hidden)
            return true
        }
    }

    /// Removes the entry of `owner`, even if it is hidden.
    /// - Returns: false if there is none.
    public func removeHiddenOrShown(entryOf owner: String, in collection: String) async throws -> Bool {
        try await change(collection) { change in
            let wasHidden = try change.deleteHidden(of: owner)
            guard let shown = try change.entry(of: owner) else { return wasHidden }
            try change.delete(shown)
            return true
        }
    }

    /// Adds `count` entries, created one at a time, unless the collection has entries.
    public func fill(
        _ collection: String, count: Int, entry: @escaping @Sendable (Int) throws -> Entry
    ) async throws {
        try await change(collection) { change in
            if change.list.count == 0 { try change.fill(count, entry) }
        }
        // Such a transaction leaves a log as large as the database.
        await settle()
    }

    /// One page of a collection. Entries are passed to `element` one at a time, so that only one picture is in memory.
    func page<T>(
        _ query: PageQuery, of collection: String, _ element: @escaping @Sendable (Entry) throws -> T
    ) async throws -> EntryPage<T> {
        try await database.read { db in
            var found = try Self.found(query, of: collection, db) { ($0.key, try element($0)) }
            let total = found.counts.values.reduce(0, +)
            if query.offset == 0, total < FuzzyNameMatcher.maxSimilar, FuzzyNameMatcher.mayBeMistyped(query.names) {
                let similar = try Self.similar(query, of: collection, except: Set(found.entries.map(\.0)), db)
                found.entries += try similar.map { ($0.key, try element($0)) }
                if let first = similar.first { found.counts[first.section] = similar.count }
            }
            return EntryPage(entries: found.entries.map(\.1), counts: found.counts)
        }
    }

    /// The entries of a page that match, and how many match in each section.
    private static func found<T>(
        _ query: PageQuery, of collection: String, _ db: any SQLConnection, _ element: (Entry) throws -> T
    ) throws -> (entries: [T], counts: [String: Int]) {
        var values = [SQLValue.text(collection)]
        func contains(_ texts: [String]) -> String {
            let any = texts.map { text in
                values.append(.text(text))
                return "\(db.dialect.position)(search, $\(values.count)) > 0"
            }
            return "(\(any.joined(separator: " OR ")))"
        }
        let terms = query.words.map(contains).joined(separator: " AND ")
        let alternatives = query.alternatives.isEmpty ? "" : " OR \(contains(query.alternatives))"
        let condition = "collection = $1" + (terms.isEmpty ? "" : " AND (\(terms)\(alternatives))")
        let isInOrder = "WHERE \(condition) ORDER BY \(db.dialect.pageOrder), id"
        var (found, counts): ([T], [String: Int]) = ([], [:])
        if let isMet = query.isMet {
            var index = 0
            try db.forEachRow(SQLStatement("SELECT \(Entry.columns) FROM entry \(isInOrder)", parameters: values)) {
                let entry = try Entry($0)
                guard isMet(entry.json) else { return }
                counts[entry.section, default: 0] += 1
                if index >= query.offset, found.count < query.limit { found.append(try element(entry)) }
                index += 1
            }
            return (found, counts)
        }
        // Section counts are stored.
        let sections = try db.select(
            SQLStatement(
                terms.isEmpty
                    ? "SELECT section, count FROM entry_section WHERE \(condition)"
                    : "SELECT section, count(*) FROM \(db.dialect.entriesInOrder) WHERE \(condition) GROUP BY section",
                parameters: values))
        let selection = SQLStatement(
            "SELECT \(Entry.columns) FROM entry \(isInOrder) LIMIT $\(values.count + 1) OFFSET $\(values.count + 2)",
            parameters: values + [.integer(query.limit), .integer(query.offset)])
        try db.forEachRow(selection) { found.append(try element(Entry($0))) }
        for section in sections { counts[try section.text(0), default: 0] += try section.integer(1) }
        return (found, counts)
    }

    /// The entries whose names are one typo away, in a section of their own, except those with the keys `known`.
    private static func similar(
        _ query: PageQuery, of collection: String, except known: Set<Int>, _ db: any SQLConnection
    ) throws -> [Entry] {
        var distances: [Int: Int] = [:]
        try db.forEachRow(SQLStatement("SELECT key, sort FROM entry WHERE collection = $1", .text(collection))) {
            let (key, name) = (try $0.integer(0), Array(try $0.text(1).utf8))
            guard distances.count < FuzzyNameMatcher.maxSimilar, !known.contains(key) else { return }
            distances[key] = name.withUnsafeBytes { FuzzyNameMatcher.distance(of: query.names, to: $0) }
        }
        guard !distances.isEmpty else { return [] }
        let section = SectionKey(rank: "~", title: LocalizedString("Similar Names")).stored
        var entries: [Entry] = []
        let selection = SQLStatement(
            "SELECT \(Entry.columns) FROM entry WHERE collection = $1 AND \(db.dialect.isAmong("key", "$2", as: "bigint"))",
            .text(collection), .list(Array(distances.keys)))
        try db.forEachRow(selection) { entries.append(try Entry($0).listed(in: section)) }
        return entries.sorted { (distances[$0.key] ?? 0, $0.order) < (distances[$1.key] ?? 0, $1.order) }
    }

    func page(_ query: PageQuery, of collection: String) async throws -> EntryPage<Entry> {
        try await page(query, of: collection) { $0 }
    }

    /// Changes a collection’s entries in one transaction; `body` may be called several times.
    /// - Throws: `StorageError`, or the error of `body`; then nothing changed.
    private func change<T: Sendable>(
        _ collection: String, _ body: @escaping @Sendable (inout EntryChange) throws -> T
    ) async throws -> T {
        let notification = database.notification(of: collection)
        return try await database.change {
            try ListTable.entry.isCommitted($0, $1, of: collection)
        } _: { db, mark in
            var change = try EntryChange(db, of: collection)
            let value = try body(&change)
            try change.finish(mark: mark, notification: notification)
            return value
        }
    }
}

extension SQLRepository {
    /// Calls `body` with the requested changes.
    /// - Returns: nil if the tag is unknown or no longer in the log.
    func withDelta<T: Sendable>(
        of collection: String, since request: DeltaRequest, _ body: @escaping @Sendable (ListDelta) throws -> T
    ) async throws -> T? {
        try await database.read { db in
            let revision = try db.select(
                "SELECT max(revision) FROM entry_change WHERE tag = $1 AND collection = $2", .text(request.tag),
                .text(collection)
            ).first?.optionalInteger(0)
            guard let revision else { return nil }
            return try body(try Self.delta(db, of: collection, since: revision, request))
        }
    }

    /// Calls `body` with the tag of a list, and a function that passes the JSON of its entries to its argument, in list
    /// order.
    func withEntries<T: Sendable>(
        of collection: String,
        _ body: @escaping @Sendable (_ tag: String, _ each: ((Data) throws -> Void) throws -> Void) throws -> T
    ) async throws -> T {
        try await database.snapshot().read { db in
            try body(try ListState.find(db, of: collection)?.tag ?? "") { take in
                let entries = SQLStatement(
                    "SELECT json FROM entry WHERE collection = $1 ORDER BY id", .text(collection))
                try db.forEachRow(entries) { try take(try $0.data(0)) }
            }
        }
    }

    private static func delta(
        _ db: any SQLConnection, of collection: String, since revision: Int, _ request: DeltaRequest
    ) throws -> ListDelta {
        var (removed, sent): ([Int], [Int: Int]) = ([], [:])
        let changed = try db.select(
            """
            SELECT c.key, e.id, length(e.json)
            FROM (SELECT DISTINCT key FROM entry_change WHERE collection = $1 AND revision > $2 AND key IS NOT NULL) c
            LEFT JOIN entry e ON e.collection = $1 AND e.key = c.key
            """, .text(collection), .integer(revision))
        for row in changed {
            if let id = try row.optionalInteger(1) {
                sent[id] = try row.integer(2)
            } else {
                removed.append(try row.integer(0))
            }
        }
        let others = try db.select(
            """
            SELECT id, length(json) FROM entry WHERE collection = $1 AND \(db.dialect.isAmong("key", "$2", as: "bigint"))
            UNION SELECT id, length(json) FROM entry
            WHERE collection = $1 AND \(db.dialect.isAmong("owner_key", "$3", as: "text"))
            """, .text(collection), .list(request.keys), try .list(request.owners.map(caseless)))
        for row in others { sent[try row.integer(0)] = try row.integer(1) }
        let list = try ListState.find(db, of: collection) ?? ListState()
        let entries = SQLStatement(
            "SELECT json FROM entry WHERE \(db.dialect.isAmong("id", "$1", as: "bigint")) ORDER BY id", .list(sent.keys)
        )
        return ListDelta(
            tag: list.tag, count: list.count, listByteCount: list.bytes, byteCount: sent.values.reduce(0, +),
            removed: removed.sorted()
        ) { body in try db.forEachRow(entries) { try body(try $0.data(0)) } }
    }
}

/// All entries of one moment, read in pieces of about 128 KB.
struct EntrySnapshot: Sendable {
    let tag: String
    let count: Int
    /// The size of their JSON.
    let byteCount: Int
    private let database: any SQLSnapshot
    private let collection: String

    private static let pieceSize = 128 << 10

    fileprivate init(_ database: any SQLSnapshot, of collection: String) async throws {
        (self.database, self.collection) = (database, collection)
        let list = try await database.read { db in try ListState.find(db, of: collection) ?? ListState() }
        (tag, count, byteCount) = (list.tag, list.count, list.bytes)
    }

    /// The JSON of the entries after `position`, which starts at 0, and the next position; nil at the end.
    func piece(after position: Int) async throws -> (entries: [Data], position: Int)? {
        let (collection, rows) = (collection, max(1, Self.pieceSize * max(1, count) / max(1, byteCount)))
        return try await database.read { db in
            var (entries, last): ([Data], Int?) = ([], nil)
            let statement = SQLStatement(
                "SELECT id, json FROM entry WHERE collection = $1 AND id > $2 ORDER BY id LIMIT $3",
                .text(collection), .integer(position), .integer(rows))
            try db.forEachRow(statement) { row in
                entries.append(try row.data(1))
                last = try row.integer(0)
            }
            return last.map { (entries, $0) }
        }
    }

    /// Calls `body` with the JSON of all entries, a piece at a time.
    func forEachPiece(_ body: ([Data]) async throws -> Void) async throws {
        var position = 0
        while let piece = try await piece(after: position) {
            try await body(piece.entries)
            position = piece.position
        }
    }

    /// Calls `body` with consecutive parts of the JSON array of all entries.
    func forEachPart(_ body: (Data) async throws -> Void) async throws {
        var separator = "["
        try await forEachPiece { entries in
            var part = Data(capacity: entries.reduce(entries.count) { $0 + $1.count })
            for entry in entries {
                part.append(contentsOf: separator.utf8)
                part.append(entry)
                separator = ","
            }
            try await body(part)
        }
        try await body(Data((separator == "[" ? "[]" : "]").utf8))
    }
}
