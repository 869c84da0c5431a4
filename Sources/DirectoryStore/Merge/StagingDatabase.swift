public import DirectoryModel
import Foundation
import GRDB
import Language
import Synchronization

/// A list that is arriving: kept in its own file next to the store until it is complete.
///
/// The store is neither locked nor changed in the meantime, memory holds a few elements, and a full disk is found before
/// the store changes. `Store.apply` takes it over in one transaction; dropping it removes it.
public final class StagingDatabase<R: DirectoryRecord>: Sendable {
    private let queue: DatabaseQueue
    /// What is known of the list where only the difference arrives.
    let delta: ArrivingDelta?
    /// What the list is from: "" for a server, the path of a file; nil for a source that need not have what it had
    /// before, as the sandbox's file, which is written without what was set aside.
    let source: String?
    /// True unless a server sent it.
    var isOfFile: Bool { source != "" }
    /// The record here that has a key, or nil.
    private let here: @Sendable (Int) throws -> R?
    /// Assigns numbers to records that come without one.
    private let numbers: Mutex<KeyAllocator<R>>
    /// The columns and properties of the file that no field takes.
    let notRead = Mutex<Set<UnreadColumn>>([])
    /// How many elements came before the first record; nil once there is one.
    let refused = Mutex<Int?>(0)
    /// True where a record was set aside for the sake of an own record of the same owner.
    let own = Mutex(false)
    /// The keys of the records by the identifiers of their cards.
    let cards = Mutex<[String: Int]>([:])
    let table = RecordTable<R>()
    private let file: URL
    private let insertKnownSQL: String
    private let insertWholeSQL: String
    private let conversion: OrderedConversion<[Arrival], [ArrivedRow]>

    /// - Parameter known: the hash of every record the store has, by key; those records are not stored twice.
    /// - Parameter here: the record the store has under a key, whole.
    init(
        sandbox: URL, known: [Int: Int64], delta: ArrivingDelta?, source: String?, numbers: KeyAllocator<R>,
        here: @escaping @Sendable (Int) throws -> R?
    ) throws(StoreError) {
        (self.delta, self.source) = (delta, source)
        self.here = here
        self.numbers = Mutex(numbers)
        let file = WorkFile.url(in: sandbox)
        self.file = file
        let table = table
        let marks = table.columns.map { _ in "?" }.joined(separator: ", ")
        // Records that are identified by their content, and not by a number, replace an earlier one with the same
        // identity.
        let orElse = R.definition.numbering == .counted ? "REPLACE" : "IGNORE"
        insertKnownSQL = "INSERT OR \(orElse) INTO arrived (\"\(table.keyColumn)\", hash, is_whole) VALUES (?, ?, 0)"
        insertWholeSQL = """
            INSERT OR \(orElse) INTO arrived
                (\(table.columns.joined(separator: ", ")), is_whole, raw, text_title, text_summary, content)
            VALUES (\(marks), 1, ?, ?, ?, ?)
            """
        conversion = OrderedConversion { arrivals in
            arrivals.map { arrival in
                let values = arrival.record.map { record in
                    let content = table.content(of: record)
                    return known[record.key] == content.hash
                        ? Values.known(content.hash) : .whole(table.prepare(record, content))
                }
                return ArrivedRow(arrival: arrival, values: values)
            }
        }
        queue = try explained {
            var configuration = Configuration()
            configuration.prepareDatabase { db in
                try db.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -4000")
            }
            try WorkFile.make(file)
            let queue = try DatabaseQueue(path: file.path(percentEncoded: false), configuration: configuration)
            try queue.write { db in
                try Self.createTables(for: table, in: db)
                let insert = try db.makeStatement(sql: "INSERT INTO absent VALUES (?)")
                for key in delta?.absent ?? [] { try insert.execute(arguments: [key]) }
            }
            return queue
        }
    }

    /// What arrived under a number: a record, an element that was set aside, or both.
    private struct Arrival: Sendable {
        let record: R?
        let raw: String?
        let rejected: RejectedElement?
        var aside = Aside.whole
    }

    /// What is set aside of an element.
    enum Aside: Int, Sendable {
        /// All of it.
        case whole
        /// A value, which a person can correct in the element's text.
        case part
        /// A value that is only told.
        case told
    }

    /// The values of a record.
    private enum Values: Sendable {
        /// The store has the same.
        case known(Int64)
        case whole(RecordTable<R>.Prepared)

        var hash: Int64 {
            switch self {
            case .known(let hash): hash
            case .whole(let prepared): prepared.hash
            }
        }
    }

    /// What arrived, ready to be written.
    private struct ArrivedRow: Sendable {
        let arrival: Arrival
        let values: Values?
    }

    deinit { WorkFile.remove(file) }

    private static func createTables(for table: RecordTable<R>, in db: Database) throws {
        let columns = table.columns.dropFirst().joined(separator: ", ")
        try db.execute(
            sql: """
                CREATE TABLE arrived (
                    position INTEGER PRIMARY KEY, "\(table.keyColumn)" INTEGER NOT NULL UNIQUE ON CONFLICT REPLACE,
                    \(columns), is_whole INTEGER NOT NULL, content, raw TEXT, text_title, text_summary);
                CREATE TABLE set_aside (
                    position INTEGER PRIMARY KEY, reason TEXT NOT NULL, raw TEXT NOT NULL, kind INTEGER NOT NULL DEFAULT 0,
                    key INTEGER, record TEXT);
                CREATE INDEX set_aside_key ON set_aside (key) WHERE key IS NOT NULL;
                CREATE TABLE absent (key INTEGER PRIMARY KEY);
                """)
    }

    /// `record` under the number it will have, where the store counts them.
    func numbered(_ record: R) -> R { numbers.withLock { $0.numbered(record) } }

    /// Gives `record`, which is here, to the card with an identifier.
    /// - Returns: false where another element of the list has its number.
    func take(_ record: R) -> Bool { numbers.withLock { $0.take(record) } }

    /// Adds the elements that were read; those of several calls may be written later, in order.
    public func add(_ elements: [ReadElement<R>]) throws(StoreError) {
        try add(elements.map { ListedElement($0) }, areNumbered: false)
    }

    /// - Parameter areNumbered: true where `numbered` was called already.
    func add(_ elements: [ListedElement<R>], areNumbered: Bool) throws(StoreError) {
        guard !elements.isEmpty else { return }
        try explained {
            let arrivals = try elements.map { listed in
                switch listed.element {
                case .record(let record):
                    Arrival(record: areNumbered ? record : numbered(record), raw: listed.raw, rejected: nil)
                case .rejected(let rejected): Arrival(record: nil, raw: nil, rejected: rejected)
                case .partly(let record, let unread, let rejected):
                    Arrival(
                        record: try asHere(unread, in: areNumbered ? record : numbered(record)), raw: listed.raw,
                        rejected: rejected, aside: areNumbered ? .told : .part)
                }
            }
            let bytes = arrivals.reduce(0) { $0 + ($1.record.map(table.pictureSize) ?? 0) }
            try conversion.push(arrivals, bytes: bytes, write)
        }
    }

    /// When it returns, everything that was added is in the file.
    func finish() throws(StoreError) { try explained { try conversion.finish(write) } }

    /// Runs `body` on the file, once everything that was added is in it.
    func access<T>(_ body: (Database) throws -> T) throws(StoreError) -> T {
        try finish()
        return try explained { try queue.write(body) }
    }

    private func write(_ rows: [ArrivedRow]) throws {
        try queue.write { db in
            for row in rows {
                if let record = row.arrival.record, let values = row.values {
                    try insert(record, row.arrival.raw, values, in: db)
                }
                if let rejected = row.arrival.rejected { try keep(rejected, row.arrival.aside, in: db) }
            }
        }
    }

    private func keep(_ rejected: RejectedElement, _ aside: Aside, in db: Database) throws {
        let reason = aside == .whole ? rejected.reason : rejected.leftOut ?? rejected.reason
        try db.cachedStatement(sql: "INSERT INTO set_aside (reason, raw, kind) VALUES (?, ?, ?)")
            .execute(arguments: [reason, rejected.raw, aside.rawValue])
    }

    /// `record` with the values of the record here in the fields that could not be read.
    private func asHere(_ unread: Set<String>, in record: R) throws -> R {
        guard let here = try here(record.key) else { return record }
        var record = record
        for field in R.fields where unread.contains(field.key) { field.set(field.value(here), in: &record) }
        return record
    }

    /// - Parameter raw: the text in the list, or nil.
    private func insert(_ record: R, _ raw: String?, _ row: Values, in db: Database) throws {
        switch row {
        case .known(let hash):
            var values = EncodedValues(Int64(record.key))
            values.append(hash)
            try FastStatement(insertKnownSQL, in: db).run(values)
        case .whole(let prepared):
            var values = prepared.values
            values.append(raw?.databaseValue ?? .null)
            prepared.text.append(to: &values)
            try FastStatement(insertWholeSQL, in: db).run(values, prepared.picture)
        }
        if db.changesCount == 0 { try rejected(record, raw, hash: row.hash, in: db) }
    }

    /// Sets aside a record whose key came before, unless it is the same record again.
    private func rejected(_ record: R, _ raw: String?, hash: Int64, in db: Database) throws {
        let other = try Int64.fetchOne(
            db, sql: "SELECT hash FROM arrived WHERE \"\(table.keyColumn)\" = ?", arguments: [record.key])
        guard other != hash else { return }
        let raw = raw ?? Clash.raw(of: record)
        let reason = translated("Another \(R.collection.one) earlier in the list has the same \(R.fields[0].label).")
        // Where the earlier one is refused later, this one takes its place.
        let whole = R.definition.owner == nil ? nil : try? JSONEncoder().encode(record)
        try db.cachedStatement(sql: "INSERT INTO set_aside (reason, raw, key, record) VALUES (?, ?, ?, ?)")
            .execute(arguments: [reason, raw, record.key, whole.map { String(decoding: $0, as: UTF8.self) }])
    }

    /// True where only the difference to the server's last list arrives.
    public var isDelta: Bool { delta != nil }

    /// How many records the list has; one that came twice counts once.
    public var count: Int {
        get throws(StoreError) {
            if let delta { return delta.count }
            return try number("SELECT COUNT(*) FROM arrived")
        }
    }

    /// The keys that arrived, in order, and the hashes of their records.
    func hashes() throws(StoreError) -> [(Int, Int64)] {
        try access { try table.hashes(in: "arrived", orderedBy: "position", $0) }
    }

    func number(_ sql: String) throws(StoreError) -> Int {
        try access { try Int.fetchOne($0, sql: sql) ?? 0 }
    }

    /// The path of the file for the transaction that takes it over.
    var path: String { file.path(percentEncoded: false) }
}
