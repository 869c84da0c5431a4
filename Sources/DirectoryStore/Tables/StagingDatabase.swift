public import DirectoryModel
import Foundation
import GRDB
import Language
import Synchronization

/// A list that is arriving: kept in a file of its own beside the store until it is whole.
///
/// Nothing of the store is locked or changed meanwhile, memory holds one element, and a full disk is
/// found before anything changed. `Store.apply` takes it over in one transaction; dropping it forgets it.
public final class StagingDatabase<R: DirectoryRecord>: Sendable {
    let queue: DatabaseQueue
    private let known: [Int: Int64]
    /// The record here that has a key, or nil.
    private let here: @Sendable (Int) throws -> R?
    /// What numbers are given to records that come without one.
    private let numbers: Mutex<KeyAllocator<R>>
    let table = RecordTable<R>()
    private let file: URL
    private let insertKnownSQL: String
    private let insertWholeSQL: String

    /// - Parameter known: the hash of every record the store has, by key; those are not kept twice.
    /// - Parameter here: the record the store has under a key, whole.
    init(
        sandbox: URL, known: [Int: Int64], numbers: KeyAllocator<R>, here: @escaping @Sendable (Int) throws -> R?
    ) throws(StoreError) {
        self.known = known
        self.here = here
        self.numbers = Mutex(numbers)
        let file = WorkFile.url(in: sandbox)
        self.file = file
        let table = table
        let marks = table.columns.map { _ in "?" }.joined(separator: ", ")
        // Records that are known by what they say, and not by a number, take the place of the same one before.
        let orElse = R.numbering == .counted ? "REPLACE" : "IGNORE"
        insertKnownSQL = "INSERT OR \(orElse) INTO arrived (\"\(table.keyColumn)\", hash, is_whole) VALUES (?, ?, 0)"
        insertWholeSQL = """
            INSERT OR \(orElse) INTO arrived
                (\(table.columns.joined(separator: ", ")), is_whole, content, raw, text_title, text_summary)
            VALUES (\(marks), 1, ?, ?, ?, ?)
            """
        queue = try explained {
            var configuration = Configuration()
            configuration.prepareDatabase { db in
                try db.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -4000")
            }
            try WorkFile.make(file)
            let queue = try DatabaseQueue(path: file.path(percentEncoded: false), configuration: configuration)
            try queue.write { try Self.createTables(for: table, in: $0) }
            return queue
        }
    }

    deinit { WorkFile.remove(file) }

    private static func createTables(for table: RecordTable<R>, in db: Database) throws {
        let columns = table.columns.dropFirst().joined(separator: ", ")
        try db.execute(
            sql: """
                CREATE TABLE arrived (
                    position INTEGER PRIMARY KEY, "\(table.keyColumn)" INTEGER NOT NULL UNIQUE ON CONFLICT REPLACE,
                    \(columns), is_whole INTEGER NOT NULL, content, raw TEXT, text_title, text_summary);
                CREATE TABLE set_aside (position INTEGER PRIMARY KEY, reason TEXT NOT NULL, raw TEXT NOT NULL);
                """)
    }

    /// `record` under the number it will be kept under, where the store counts them.
    func numbered(_ record: R) -> R { numbers.withLock { $0.numbered(record) } }

    /// Keeps what was read, in one transaction.
    public func add(_ elements: [ReadElement<R>]) throws(StoreError) {
        try add(elements.map { ListedElement($0) }, areNumbered: false)
    }

    /// - Parameter areNumbered: true where `numbered` was asked already.
    func add(_ elements: [ListedElement<R>], areNumbered: Bool) throws(StoreError) {
        guard !elements.isEmpty else { return }
        try explained {
            try queue.write { db in
                for listed in elements {
                    switch listed.element {
                    case .record(let record): try insert(areNumbered ? record : numbered(record), listed.raw, in: db)
                    case .rejected(let rejected): try keep(rejected, in: db)
                    case .partly(let record, let unread, let rejected):
                        let record = areNumbered ? record : numbered(record)
                        try insert(try asHere(unread, in: record), listed.raw, in: db)
                        try keep(rejected, in: db)
                    }
                }
            }
        }
    }

    private func keep(_ rejected: RejectedElement, in db: Database) throws {
        try db.cachedStatement(sql: "INSERT INTO set_aside (reason, raw) VALUES (?, ?)")
            .execute(arguments: [rejected.reason, rejected.raw])
    }

    /// `record` with the fields that could not be read as they are here.
    private func asHere(_ unread: Set<String>, in record: R) throws -> R {
        guard let here = try here(record.key) else { return record }
        var record = record
        for field in R.fields where unread.contains(field.key) { field.set(field.value(here), in: &record) }
        return record
    }

    /// - Parameter raw: what stood in the list, or nil.
    private func insert(_ record: R, _ raw: String?, in db: Database) throws {
        let content = table.content(of: record)
        if known[record.key] == content.hash {
            try FastStatement(insertKnownSQL, in: db).run([record.key.databaseValue, content.hash.databaseValue])
        } else {
            let prepared = table.prepare(record, content)
            try FastStatement(insertWholeSQL, in: db).run(
                prepared.values + [
                    prepared.picture?.databaseValue ?? .null, raw?.databaseValue ?? .null,
                    prepared.text.title.databaseValue, prepared.text.summary.databaseValue,
                ])
        }
        if db.changesCount == 0 { try rejected(record, raw, hash: content.hash, in: db) }
    }

    /// A record whose key came before; the same one once more says nothing new.
    private func rejected(_ record: R, _ raw: String?, hash: Int64, in db: Database) throws {
        let other = try Int64.fetchOne(
            db, sql: "SELECT hash FROM arrived WHERE \"\(table.keyColumn)\" = ?", arguments: [record.key])
        guard other != hash else { return }
        let raw = raw ?? Clash.raw(of: record)
        let reason = translated("Another \(R.collection.one) before it in the list has the same \(R.fields[0].label).")
        try db.cachedStatement(sql: "INSERT INTO set_aside (reason, raw) VALUES (?, ?)").execute(arguments: [
            reason, raw,
        ])
    }

    /// How many records arrived; one that came twice counts once.
    public var count: Int { get throws(StoreError) { try number("SELECT COUNT(*) FROM arrived") } }

    /// How many elements were set aside.
    public var rejectedCount: Int { get throws(StoreError) { try number("SELECT COUNT(*) FROM set_aside") } }

    /// What was set aside, in order, no more than `limit`.
    public func rejected(limit: Int) throws(StoreError) -> [RejectedElement] {
        try explained {
            try queue.read { db in
                try Row.fetchAll(
                    db, sql: "SELECT reason, raw FROM set_aside ORDER BY position LIMIT ?", arguments: [limit]
                ).map { RejectedElement(reason: try $0.decode(atIndex: 0), raw: try $0.decode(atIndex: 1)) }
            }
        }
    }

    /// The keys that arrived, in order, and the hashes of their records.
    func hashes() throws(StoreError) -> [(Int, Int64)] {
        try explained { try queue.read { try table.hashes(in: "arrived", orderedBy: "position", $0) } }
    }

    private func number(_ sql: String) throws(StoreError) -> Int {
        try explained { try queue.read { try Int.fetchOne($0, sql: sql) ?? 0 } }
    }

    /// The file's name for the transaction that takes it over.
    var path: String { file.path(percentEncoded: false) }
}
