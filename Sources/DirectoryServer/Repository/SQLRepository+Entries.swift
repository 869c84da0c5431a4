private import DirectoryModel
internal import Foundation
private import Language
private import LibpqClient

extension SQLRepository {
    /// The entry of `owner`, in any case, or nil.
    public func entry(of owner: String, in list: ListKey) async throws -> Entry? {
        try await database.readStatement { db in try Entry.find(db, of: owner, in: list) }
    }

    /// - Throws: `EntryError` if the owner or the key is taken, or the error of `role`.
    public func add(_ entry: Entry, to list: ListKey, if role: RoleCondition? = nil) async throws {
        try await change(list, if: role) { _, change in
            guard try change.entry(of: entry.owner) == nil else { throw EntryError.ownerTaken }
            try change.requireNotHidden(entry.owner)
            try change.requireFree(entry, of: entry.owner)
            try change.insert(entry)
        }
    }

    /// Replaces the entry of `owner`, unless `condition` throws for the present one.
    /// - Throws: `EntryError`, or the error of `role` or `condition`; then the list is unchanged.
    func replace(
        entryOf owner: String, in list: ListKey, with entry: Entry, if role: RoleCondition? = nil,
        condition: @escaping @Sendable (Entry) throws -> Void
    ) async throws {
        try await change(list, if: role) { _, change in
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
    /// - Throws: `EntryError.hidden`, or the error of `condition`; then the list is unchanged.
    public func remove(
        entryOf owner: String, in list: ListKey, condition: @escaping @Sendable (Entry) throws -> Void
    ) async throws -> Bool {
        try await change(list) { _, change in
            guard let old = try change.entry(of: owner) else {
                try change.requireNotHidden(owner)
                return false
            }
            try condition(old)
            try change.delete(old)
            return true
        }
    }

    /// Hides the entry of `owner` from everyone, so that its owner cannot create another, or shows it again.
    /// - Returns: false if there is none.
    public func setHidden(_ isHidden: Bool, entryOf owner: String, in list: ListKey) async throws -> Bool {
        try await database.change { db in
            // The shown list is locked first, which prevents deadlocks.
            _ = try ListChange(db, of: list)
            let (source, destination) = isHidden ? (list, list.hidden) : (list.hidden, list)
            guard let entry = try Entry.find(db, of: owner, in: source) else { return false }
            try ListChange.run(db, of: source) { try $0.delete(entry) }
            try ListChange.run(db, of: destination) { try $0.insert(entry) }
            return true
        }
    }

    /// Removes the entry of `owner`, even if it is hidden.
    /// - Returns: false if there is none.
    public func removeHiddenOrShown(entryOf owner: String, in list: ListKey) async throws -> Bool {
        try await database.change { db in try Self.changeEntries(of: owner, db, [list: { _ in nil }]) }
    }

    /// Replaces the entries of `owner`, including hidden ones, by the result of the function for each list, or removes
    /// those for which it is nil.
    /// - Returns: false if there are none.
    @discardableResult static func changeEntries(
        of owner: String, _ db: any SQLConnection, _ changes: [ListKey: @Sendable (Entry) throws -> Entry?]
    ) throws -> Bool {
        var isFound = false
        // A fixed order, in which shown lists come first, prevents deadlocks.
        for (list, change) in changes.sorted(by: { $0.key.text < $1.key.text }) {
            for key in [list, list.hidden] {
                try ListChange.run(db, of: key) { entries in
                    guard let old = try entries.entry(of: owner) else { return }
                    isFound = true
                    let new = try change(old)
                    if let new, new != old { try entries.update(old, with: new) }
                    if new == nil { try entries.delete(old) }
                }
            }
        }
        return isFound
    }

    /// Adds `count` entries, created one at a time, unless the list has entries.
    public func fill(
        _ list: ListKey, count: Int, entry: @escaping @Sendable (Int) throws -> Entry
    ) async throws {
        try await database.fill { db in
            try ListChange.run(db, of: list) { if $0.version.count == 0 { try $0.fill(count, entry) } }
        }
    }

    /// One page of a list. Entries are passed to `element` one at a time, so that only one picture is in memory.
    func page<T>(
        _ query: PageQuery, of list: ListKey, _ element: @escaping @Sendable (Entry) throws -> T
    ) async throws -> EntryPage<T> {
        try await database.read { db in
            var found = try self.found(query, of: list, db) { ($0.key, try element($0)) }
            let total = found.counts.values.reduce(0, +)
            if query.offset == 0, total < FuzzyNameMatcher.maxSimilar, FuzzyNameMatcher.mayBeMistyped(query.names) {
                let similar = try Self.similar(query, of: list, except: Set(found.entries.map(\.0)), db)
                found.entries += try similar.map { ($0.key, try element($0)) }
                if let first = similar.first { found.counts[first.section] = similar.count }
            }
            return EntryPage(entries: found.entries.map(\.1), counts: found.counts)
        }
    }

    /// The entries of a page that match, and how many match in each section.
    private func found<T>(
        _ query: PageQuery, of list: ListKey, _ db: any SQLConnection, _ element: (Entry) throws -> T
    ) throws -> (entries: [T], counts: [String: Int]) {
        let (condition, values) = query.condition(of: list, in: db.dialect)
        let order = "\(db.dialect.pageOrder), id"
        let all = SQLStatement(
            "SELECT \(Entry.columns) FROM entry WHERE \(condition) ORDER BY \(order)", parameters: values)
        if let isMet = query.isMet { return try Self.found(query, in: all, where: isMet, db, element) }
        let page = SQLStatement(
            "\(all.sql) LIMIT $\(values.count + 1) OFFSET $\(values.count + 2)",
            parameters: values + [.integer(query.limit), .integer(query.offset)])
        var entries: [T] = []
        try db.forEachRow(page) { entries.append(try element(Entry($0))) }
        if query.terms.isEmpty { return (entries, try sectionCounts.counts(of: list, db)) }
        let sections = SQLStatement(
            "SELECT section, count(*) FROM \(db.dialect.entriesInOrder) WHERE \(condition) GROUP BY section",
            parameters: values)
        let counts = try db.select(sections).map { (try $0.text(0), try $0.integer(1)) }
        return (entries, Dictionary(counts, uniquingKeysWith: +))
    }

    /// The same, if the JSON of each entry decides whether it matches.
    private static func found<T>(
        _ query: PageQuery, in all: SQLStatement, where isMet: (Data) -> Bool, _ db: any SQLConnection,
        _ element: (Entry) throws -> T
    ) throws -> (entries: [T], counts: [String: Int]) {
        var (entries, counts, index): ([T], [String: Int], Int) = ([], [:], 0)
        try db.forEachRow(all) {
            let entry = try Entry($0)
            guard isMet(entry.json) else { return }
            counts[entry.section, default: 0] += 1
            if index >= query.offset, entries.count < query.limit { entries.append(try element(entry)) }
            index += 1
        }
        return (entries, counts)
    }

    /// The entries whose names are one typo away, in a section of their own, except those with the keys `known`.
    private static func similar(
        _ query: PageQuery, of list: ListKey, except known: Set<Int>, _ db: any SQLConnection
    ) throws -> [Entry] {
        var found: [(distance: Int, name: String, key: Int)] = []
        try db.forEachRow(SQLStatement("SELECT key, sort FROM entry WHERE list = $1", .text(list.text))) {
            let (key, name) = (try $0.integer(0), try $0.text(1))
            guard !known.contains(key) else { return }
            let distance = Array(name.utf8).withUnsafeBytes { FuzzyNameMatcher.distance(of: query.names, to: $0) }
            if let distance { found.append((distance, name, key)) }
        }
        guard !found.isEmpty else { return [] }
        let nearest = found.sorted { $0 < $1 }.prefix(FuzzyNameMatcher.maxSimilar).map(\.key)
        let section = SectionKey(rank: "~", title: LocalizedString("Similar Names")).stored
        var entries: [Int: Entry] = [:]
        let selection = SQLStatement(
            "SELECT \(Entry.columns) FROM entry WHERE list = $1 AND \(db.dialect.isAmong("key", "$2", as: "bigint"))",
            .text(list.text), .list(nearest))
        try db.forEachRow(selection) {
            let entry = try Entry($0).listed(in: section)
            entries[entry.key] = entry
        }
        return nearest.compactMap { entries[$0] }
    }
}

extension SQLRepository {
    /// Calls `body` with the requested changes.
    /// - Returns: nil if the tag is unknown or no longer in the log.
    func withDelta<T: Sendable>(
        of list: ListKey, since request: DeltaRequest, _ body: @escaping @Sendable (ListDelta) throws -> T
    ) async throws -> T? {
        try await database.read { db in
            let revision = try db.select(
                "SELECT max(revision) FROM entry_change WHERE tag = $1 AND list = $2", .text(request.tag),
                .text(list.text)
            ).first?.optionalInteger(0)
            guard let revision else { return nil }
            return try body(try Self.delta(db, of: list, since: revision, request))
        }
    }

    /// The key of an entry, the hash of its JSON, and the JSON, which is empty if it was not wanted.
    typealias StoredEntry = (key: Int, hash: Data, json: Data)

    /// Calls `body` with the tag of a list, and a function that passes its entries to its argument, in list order.
    /// - Parameters:
    ///   - keys: those of the entries wanted, or nil for all.
    ///   - withJSON: false if the hashes suffice, for which the entries are not read.
    ///   - body: may be called several times.
    func withEntries<T: Sendable>(
        of list: ListKey, keys: Set<Int>? = nil, withJSON: Bool = true,
        _ body: @escaping @Sendable (_ tag: String, _ each: ((StoredEntry) throws -> Void) throws -> Void) throws -> T
    ) async throws -> T {
        let work: @Sendable (any SQLConnection) throws -> T = { db in
            try body(try ListVersion.find(db, of: list).tag) { take in
                let isWanted = keys == nil ? "" : " AND \(db.dialect.isAmong("key", "$2", as: "bigint"))"
                let entries = SQLStatement(
                    "SELECT key, hash\(withJSON ? ", json" : "") FROM entry WHERE list = $1\(isWanted) ORDER BY id",
                    parameters: [.text(list.text)] + (keys.map { [.list($0)] } ?? []))
                try db.forEachRow(entries) { row in
                    try take((try row.integer(0), try row.data(1), withJSON ? try row.data(2) : Data()))
                }
            }
        }
        return try await keys == nil ? database.readMany(work) : database.read(work)
    }

    private static func delta(
        _ db: any SQLConnection, of list: ListKey, since revision: Int, _ request: DeltaRequest
    ) throws -> ListDelta {
        let name = SQLValue.text(list.text)
        let changes = try db.select(
            "SELECT DISTINCT key FROM entry_change WHERE list = $1 AND revision > $2 AND key IS NOT NULL", name,
            .integer(revision))
        let changed = Set(try changes.map { try $0.integer(0) })
        let columns = "id, key, length(json)"
        let rows = try db.select(
            """
            SELECT \(columns) FROM entry WHERE list = $1 AND \(db.dialect.isAmong("key", "$2", as: "bigint"))
            UNION SELECT \(columns) FROM entry
            WHERE list = $1 AND \(db.dialect.isAmong("owner_key", "$3", as: "text"))
            """, name, .list(changed.union(request.keys)), try .list(request.owners.map(caseless)))
        let sent = try rows.map { (id: try $0.integer(0), key: try $0.integer(1), size: try $0.integer(2)) }
        let version = try ListVersion.find(db, of: list)
        let entries = SQLStatement(
            "SELECT key, hash, json FROM entry WHERE \(db.dialect.isAmong("id", "$1", as: "bigint")) ORDER BY id",
            .list(sent.map(\.id)))
        return ListDelta(
            tag: version.tag, count: version.count, listByteCount: version.bytes,
            byteCount: sent.reduce(0) { $0 + $1.size }, removed: changed.subtracting(sent.map(\.key)).sorted()
        ) { body in
            try db.forEachRow(entries) { try body((try $0.integer(0), try $0.data(1), try $0.data(2))) }
        }
    }
}

extension PageQuery {
    /// The condition that an entry is of a list and its search text matches, and its parameters.
    fileprivate func condition(of list: ListKey, in dialect: SQLDialect) -> (sql: String, values: [SQLValue]) {
        var values = [SQLValue.text(list.text)]
        func contains(_ texts: [String]) -> String {
            // As many for each word, so that few statements are prepared.
            let any = (texts + [nil]).prefix(max(2, texts.count)).map { text in
                values.append(.text(text))
                return "\(dialect.position)(search, $\(values.count)) > 0"
            }
            return "(\(any.joined(separator: " OR ")))"
        }
        guard !terms.isEmpty else { return ("list = $1", values) }
        let all = terms.map(contains).joined(separator: " AND ")
        let other = alternatives.isEmpty ? "" : " OR \(contains(alternatives))"
        return ("list = $1 AND (\(all)\(other))", values)
    }
}
