public import DirectoryModel
import Dispatch
import Foundation
import GRDB
import Language
import Synchronization

/// A list that is arriving: its rows in a file beside the store, its pictures in the store already.
///
/// Until it is complete, no record in the store changes, and memory holds only a few elements. `StoredCollection.apply`
/// merges it; deinitialization removes the file, and then the pictures that were not merged, or else the next start
/// does.
public final class StagingDatabase: Sendable {
    let collection: StoredCollection
    var table: RecordTable { collection.table }
    private let queue: DatabaseQueue
    let delta: ArrivingDelta?
    /// Where the list is from: "" for a server, or the path of a file. Nil for a source whose earlier rejected elements
    /// are not replaced, such as the sandbox's file, which does not contain them.
    let source: String?
    /// True unless a server sent it.
    var isOfFile: Bool { source != "" }
    private let numbers: Mutex<KeyAllocator>
    let notes = Mutex(Notes())
    private let hasPictures = Mutex(false)
    /// Locked instead of the file in it: some network file systems do not distinguish this lock from SQLite's.
    private let folder: Mutex<WorkFile?>
    let path: String
    /// The elements that wait to be converted together.
    private let waiting = Mutex<(elements: [ListedElement], bytes: Int)>(([], 0))
    private let insertKnownSQL: String
    private let insertWholeSQL: String
    private let conversion: OrderedParallelMap<[ListedElement], [PreparedRow]>

    init(
        _ collection: StoredCollection, owner: String?, delta: ArrivingDelta?, source: String?,
        numbering: FileNumbering
    ) throws(StoreError) {
        (self.collection, self.delta, self.source) = (collection, delta, source)
        let (store, table) = (collection.store, collection.table)
        numbers = Mutex(try collection.read { try KeyAllocator(table, numbering, in: $0) })
        // These records are not stored again.
        let known = delta == nil ? try collection.knownHashes(owner: owner) : [:]
        let folder = try mappingStoreErrors { try WorkFile(in: store.sandbox, isFolder: true) }
        self.folder = Mutex(folder)
        let path = folder.url.appending(path: "list.sqlite").path(percentEncoded: false)
        self.path = path
        let marks = table.columns.map { _ in "?" }.joined(separator: ", ")
        // Records that are identified by content replace an earlier one with the same identity.
        let orElse = collection.definition.numbering == .counted ? "REPLACE" : "IGNORE"
        insertKnownSQL = "INSERT OR \(orElse) INTO arrived (\"\(table.keyColumn)\", hash, is_whole) VALUES (?, ?, 0)"
        insertWholeSQL = """
            INSERT OR \(orElse) INTO arrived
                (\(table.columns.joined(separator: ", ")), is_whole, raw, picture)
            VALUES (\(marks), 1, ?, ?)
            """
        let scaler = source?.isEmpty == false ? store.pictureScaler.withLock(\.self) : nil
        conversion = OrderedParallelMap { elements in
            elements.map { listed in
                var listed = listed
                if let scaler { listed.element = listed.element.map { $0.withScaledPicture(scaler) } }
                guard let record = listed.element.record else { return PreparedRow(listed: listed) }
                let content = table.content(of: record)
                let isKnown = known[record.key] == content.hash
                return PreparedRow(
                    listed: listed, hash: content.hash, whole: isKnown ? nil : table.prepare(record, content))
            }
        }
        queue = try mappingStoreErrors {
            var configuration = Configuration()
            configuration.prepareDatabase { db in
                try db.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -4000")
            }
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.write { db in
                try Self.createTables(for: table, in: db)
                let insert = try db.makeStatement(sql: "INSERT INTO absent VALUES (?)")
                for key in delta?.absent ?? [] { try insert.execute(arguments: [key]) }
            }
            return queue
        }
    }

    /// An element, ready to be inserted.
    private struct PreparedRow: Sendable {
        let listed: ListedElement
        /// The hash of its record, if it is one.
        var hash: Int64?
        /// The values of its record; nil if the store has the same.
        var whole: RecordTable.Prepared?
    }

    deinit {
        folder.withLock { $0 = nil }
        guard hasPictures.withLock(\.self) else { return }
        DispatchQueue.global(qos: .utility).async(group: PictureRemoval.group) { [store = collection.store] in
            try? store.sweepPictures()
        }
    }

    private static func createTables(for table: RecordTable, in db: Database) throws {
        let columns = table.columns.dropFirst().joined(separator: ", ")
        try db.execute(
            sql: """
                CREATE TABLE arrived (
                    position INTEGER PRIMARY KEY, "\(table.keyColumn)" INTEGER NOT NULL UNIQUE ON CONFLICT REPLACE,
                    \(columns), is_whole INTEGER NOT NULL, picture INTEGER, raw TEXT);
                CREATE TABLE set_aside (
                    position INTEGER PRIMARY KEY, reason TEXT NOT NULL, raw TEXT NOT NULL, kind INTEGER NOT NULL DEFAULT 0,
                    key INTEGER, record TEXT);
                CREATE INDEX set_aside_key ON set_aside (key) WHERE key IS NOT NULL;
                CREATE TABLE absent (key INTEGER PRIMARY KEY);
                """)
    }

    /// `record` with its future number, if the store counts them.
    func numbered(_ record: Record) -> Record { numbers.withLock { $0.numbered(record) } }

    /// How many records had the number of an equal one earlier in the list.
    var repeatedCount: Int { numbers.withLock(\.repeatedCount) }

    /// Assigns the number of `record`, which is in the store, to a card.
    /// - Returns: false if another element has it.
    func take(_ record: Record) -> Bool { numbers.withLock { $0.take(record) } }

    /// Adds elements in order; they may be written later.
    /// - Throws: `StoreError`; `ListError.notAList` after so many elements without a record that this must be another
    ///   kind of list.
    public func add(_ elements: [ReadElement]) throws {
        let listed = elements.map { ListedElement($0) }
        guard mayBeList(of: listed) else { throw ListError.notAList }
        try add(listed, areNumbered: false)
    }

    /// - Parameter areNumbered: true if `numbered` was called already.
    func add(_ elements: [ListedElement], areNumbered: Bool) throws(StoreError) {
        guard !elements.isEmpty else { return }
        try mappingStoreErrors {
            let numbered = try elements.map { listed in
                var listed = listed
                switch listed.element {
                case .record(let record):
                    let numbered = areNumbered ? record : self.numbered(record)
                    listed.element = .record(try withLocalValues(of: listed.absent, in: numbered))
                case .rejected: listed.aside = .whole
                case .partly(let record, let unread, let rejected):
                    let numbered = areNumbered ? record : self.numbered(record)
                    let record = try withLocalValues(of: unread.union(listed.absent), in: numbered)
                    listed.element = .partly(record, unread: unread, rejected)
                    listed.aside = areNumbered ? .reported : .part
                }
                return listed
            }
            let bytes = numbered.reduce(0) { $0 + ($1.element.record.map(table.pictureSize) ?? 0) }
            let isEnough = waiting.withLock { waiting in
                waiting.elements += numbered
                waiting.bytes += bytes
                return waiting.elements.count >= Self.convertedAtOnce || waiting.bytes >= Self.bytesAtOnce
            }
            if isEnough { try convertWaiting() }
        }
    }

    private static var convertedAtOnce: Int { 256 }
    private static var bytesAtOnce: Int { 1 << 20 }

    private func convertWaiting() throws {
        let some = waiting.withLock { waiting in
            defer { waiting = ([], 0) }
            return waiting
        }
        if !some.elements.isEmpty { try conversion.push(some.elements, bytes: some.bytes, write) }
    }

    /// Waits until every element is in the file.
    func finish() throws(StoreError) {
        try mappingStoreErrors {
            try convertWaiting()
            try conversion.finish(write)
        }
    }

    /// Runs `body` on the file once every element is in it.
    func read<T>(_ body: (Database) throws -> T) throws(StoreError) -> T {
        try finish()
        return try mappingStoreErrors { try queue.read(body) }
    }

    func update<T>(_ body: (Database) throws -> T) throws(StoreError) -> T {
        try finish()
        return try mappingStoreErrors { try queue.write(body) }
    }

    private func write(_ rows: [PreparedRow]) throws {
        try writePictures(of: rows)
        try queue.write { db in
            for row in rows {
                if let record = row.listed.element.record, let hash = row.hash {
                    try insert(record, hash, row, in: db)
                }
                if let rejected = row.listed.element.rejected { try insert(rejected, row.listed.aside, in: db) }
            }
        }
    }

    /// Stores pictures in the store, before any record has them.
    private func writePictures(of rows: [PreparedRow]) throws {
        let pictures = rows.compactMap(\.whole?.picture)
        guard !pictures.isEmpty else { return }
        hasPictures.withLock { $0 = true }
        try DatabaseFile(in: collection.store.sandbox).requireSpace(
            for: pictures.reduce(0) { $0 + $1.content.byteCount })
        try collection.store.write { db in
            let table = PictureTable(db: db)
            for picture in pictures { try table.insert(picture) }
        }
    }

    private func insert(_ rejected: RejectedElement, _ aside: SetAside, in db: Database) throws {
        let reason = aside == .whole ? rejected.reason : rejected.leftOut ?? rejected.reason
        try db.cachedStatement(sql: "INSERT INTO set_aside (reason, raw, kind) VALUES (?, ?, ?)")
            .execute(arguments: [reason, rejected.raw, aside.rawValue])
    }

    /// `record` with the local values of the fields that are absent or could not be read.
    private func withLocalValues(of unread: Set<String>, in record: Record) throws -> Record {
        guard !unread.isEmpty, let local = try collection.read({ try table.whole(key: record.key, in: $0) }) else {
            return record
        }
        var record = record
        for field in record.definition.fields where unread.contains(field.key) { record[field] = local[field] }
        return record
    }

    private func insert(_ record: Record, _ hash: Int64, _ row: PreparedRow, in db: Database) throws {
        if let prepared = row.whole {
            let raw = row.listed.raw?.databaseValue ?? .null
            let picture = prepared.picture?.hash.databaseValue ?? .null
            let values = prepared.values + [raw, picture]
            try db.cachedStatement(sql: insertWholeSQL).execute(binding: values)
        } else {
            try db.cachedStatement(sql: insertKnownSQL).execute(arguments: [record.key, hash])
        }
        if db.changesCount == 0 { try rejected(record, row.listed.raw, hash: hash, in: db) }
    }

    /// Rejects a record whose key came before, unless it is the same record.
    private func rejected(_ record: Record, _ raw: String?, hash: Int64, in db: Database) throws {
        let other = try Int64.fetchOne(
            db, sql: "SELECT hash FROM arrived WHERE \"\(table.keyColumn)\" = ?", arguments: [record.key])
        guard other != hash else { return }
        let raw = raw ?? OwnerConflict.raw(of: record)
        let definition = record.definition
        let (one, label) = (definition.collection.one, definition.keyField.label)
        let reason = translated("Another \(one) earlier in the list has the same \(label).")
        // If the earlier one is rejected later, this one replaces it.
        let whole = definition.owner == nil ? nil : try? JSONEncoder().encode(record)
        try db.cachedStatement(sql: "INSERT INTO set_aside (reason, raw, key, record) VALUES (?, ?, ?, ?)")
            .execute(arguments: [reason, raw, record.key, whole.map { String(decoding: $0, as: UTF8.self) }])
    }

    public var isDelta: Bool { delta != nil }

    /// How many distinct records the list has.
    public var count: Int {
        get throws(StoreError) {
            if let delta { return delta.count }
            return try number("SELECT COUNT(*) FROM arrived")
        }
    }

    /// The keys that arrived, in order, with the hashes of their records.
    func hashes() throws(StoreError) -> [(Int, Int64)] {
        try read { try table.hashes(in: "arrived", orderedBy: "position", $0) }
    }

    func number(_ sql: String) throws(StoreError) -> Int {
        try read { try Int.fetchOne($0, sql: sql) ?? 0 }
    }
}
