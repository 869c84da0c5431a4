private import LibpqClient
private import Synchronization

/// Searches long lists without reading their table: the texts are in a file, and those changed since then in memory.
final class PageSearch: Sendable {
    struct Found {
        /// The number of matches in each section, by `SectionKey.stored`.
        fileprivate(set) var counts: [String: Int] = [:]
        /// The keys of matches on the page, in page order, without changed entries.
        fileprivate(set) var keys: [Int] = []
        /// The number of unchanged matches before `keys`.
        fileprivate(set) var offset = 0
        /// The keys of all changed entries that match, in any order.
        fileprivate(set) var changed: [Int] = []
    }

    /// The texts of a version of a list.
    private struct State {
        let file: TextFile
        /// Differs if the texts were derived differently.
        let fingerprint: String
        /// The number of changes that take less time to search than a new file to write.
        let maxChanges: Int
        var tag: String
        /// The entries changed since the file was written, by their keys; nil for removed ones.
        var changes: [Int: (section: String, text: String)?] = [:]
    }

    private let repository: SQLRepository
    private let folder: String
    private let minCount: Int
    private let minChanges: Int
    private let latest = Mutex<[String: State]>([:])
    private let writing = Mutex<Set<String>>([])

    /// - Parameters:
    ///   - folder: the folder for the files.
    ///   - minCount: the number of entries for which a file is worthwhile.
    ///   - minChanges: the number of changes for which a new file never is.
    init(_ repository: SQLRepository, in folder: String, minCount: Int = 10_000, minChanges: Int = 1000) {
        (self.repository, self.folder) = (repository, folder)
        (self.minCount, self.minChanges) = (minCount, minChanges)
    }

    /// The matches of `query` in the transaction of `db`, or nil if the table must be searched.
    /// - Throws: `IOError`, or an error of the database.
    func find(_ query: PageQuery, of collection: String, in db: any SQLConnection) throws -> Found? {
        guard query.isPlain, let list = try ListState.find(db, of: collection), list.count >= minCount else {
            return nil
        }
        guard let state = try current(list, of: collection, db) else {
            Task { await prepare(collection) }
            return nil
        }
        let words = query.words.joined().map(SearchedWord.init)
        var found = Found()
        for case (let key, let entry?) in state.changes where words.allSatisfy({ $0.isContained(in: entry.text) }) {
            found.changed.append(key)
            found.counts[entry.section, default: 0] += 1
        }
        // All of the changed entries may come before the page.
        found.offset = max(0, query.offset - found.changed.count)
        let page = found.offset..<query.offset + query.limit
        var (index, counts) = (0, [Int](repeating: 0, count: state.file.sections.count))
        try state.file.forEachMatch(of: words) { key, section in
            guard state.changes.isEmpty || state.changes[key] == nil else { return }
            counts[section] += 1
            if page.contains(index) { found.keys.append(key) }
            index += 1
        }
        for (section, count) in zip(state.file.sections, counts) where count > 0 {
            found.counts[section.name, default: 0] += count
        }
        return found
    }

    // MARK: Following changes

    /// Writes the texts of a long list to a file, unless there is a recent one.
    func prepare(_ collection: String) async {
        guard writing.withLock({ $0.insert(collection).inserted }) else { return }
        do {
            let snapshot = try await repository.database.snapshot()
            try await snapshot.read { [self] db in
                guard let list = try ListState.find(db, of: collection), list.count >= minCount else { return }
                if let kept = try current(list, of: collection, db), kept.changes.count <= kept.maxChanges { return }
                let state = try written(list, of: collection, db)
                latest.withLock { $0[collection] = state }
            }
        } catch {
            // The disk may be full, and each attempt reads all texts.
            try? await Task.sleep(for: .seconds(60))
        }
        writing.withLock { _ = $0.remove(collection) }
    }

    private func written(_ list: ListState, of collection: String, _ db: any SQLConnection) throws -> State {
        let texts = SQLStatement(
            "SELECT key, section, search FROM entry WHERE collection = $1 ORDER BY \(db.dialect.pageOrder), id",
            .text(collection))
        let file = try TextFile(in: folder) { write in
            try db.forEachRow(texts) { try write($0.integer(0), $0.text(1), $0.text(2)) }
        }
        return State(
            file: file, fingerprint: try Self.fingerprint(of: collection, db),
            maxChanges: max(minChanges, file.count / 64), tag: list.tag)
    }

    /// The texts of `list`, or nil if the file is missing, or older than the log of changes.
    private func current(_ list: ListState, of collection: String, _ db: any SQLConnection) throws -> State? {
        guard var state = latest.withLock({ $0[collection] }),
            try Self.fingerprint(of: collection, db) == state.fingerprint
        else { return nil }
        guard state.tag != list.tag else { return state }
        let known = try db.select(
            "SELECT max(revision) FROM entry_change WHERE tag = $1 AND collection = $2", .text(state.tag),
            .text(collection)
        ).first?.optionalInteger(0)
        guard let known, list.revision - known <= state.maxChanges else { return nil }
        let changes = try db.select(
            """
            SELECT c.key, e.id, coalesce(e.section, ''), coalesce(e.search, '')
            FROM (SELECT DISTINCT key FROM entry_change WHERE collection = $1 AND revision > $2 AND key IS NOT NULL) c
            LEFT JOIN entry e ON e.collection = $1 AND e.key = c.key
            """, .text(collection), .integer(known))
        for row in changes {
            let entry = try row.optionalInteger(1) == nil ? nil : (section: try row.text(2), text: try row.text(3))
            state.changes.updateValue(entry, forKey: try row.integer(0))
        }
        state.tag = list.tag
        let changed = state
        latest.withLock { if $0[collection]?.file === changed.file { $0[collection] = changed } }
        if state.changes.count > state.maxChanges { Task { await prepare(collection) } }
        return state
    }

    private static func fingerprint(of collection: String, _ db: any SQLConnection) throws -> String {
        let sql = "SELECT fingerprint FROM entry_fingerprint WHERE collection = $1"
        return try db.select(sql, .text(collection)).first?.text(0) ?? ""
    }
}
