public import DirectoryModel
public import DirectoryStore

/// A value of the store together with its record as a type.
@dynamicMemberLookup
public struct Typed<R: TypedRecord, Value> {
    private let value: Value
    public let record: R

    init(_ value: Value, _ record: Record) {
        self.value = value
        self.record = R(record)
    }

    public subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member { value[keyPath: path] }
}

extension TypedRecord {
    /// A record whose fields are given as to the command line, such as "fn=Ana, ln=Li".
    public init(_ fields: String, key: Int = 0) throws {
        self.init(key: key)
        try Tokens(fields, of: Self.definition).apply(to: &record)
    }

    /// The record with another value of a property.
    public func with<Value>(_ property: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
        var record = self
        record[keyPath: property] = value
        return record
    }
}

/// How a record here compares with what the server is known to have of it.
public enum PublishedState { case never, same, edited }

extension StoredCollection {
    /// The key of the user's own record if no server is known to have its content.
    public func editedOwnKey() throws(StoreError) -> Int? {
        let own = try own()
        return own.isEdited ? own.key : nil
    }

    public func publishedState(key: Int) throws(StoreError) -> PublishedState {
        guard let version = try publishedVersion(key: key) else { return .never }
        return try find(key: key)?.contentHash == version.hash ? .same : .edited
    }
}

/// Reads and writes records as the types of their collections.
extension Store {
    /// All people, in order, with pictures.
    public func everybody() throws(StoreError) -> [DukePerson] { try whole(DukePerson.self) { _ in true } }

    public func find<R: TypedRecord>(_ type: R.Type, key: Int) throws(StoreError) -> R? {
        try self[R.definition].find(key: key).map(R.init)
    }

    public func whole<R: TypedRecord>(_ type: R.Type, where isWanted: (R) -> Bool) throws(StoreError) -> [R] {
        try self[R.definition].whole { isWanted(R($0)) }.map(R.init)
    }

    public func stored<R: TypedRecord>(_ type: R.Type, row: Int64) throws(StoreError) -> Typed<R, StoredRecord>? {
        try self[R.definition].stored(row: row).map { Typed($0, $0.record) }
    }

    public func each<R: TypedRecord>(
        _ type: R.Type, in rows: [Int64]? = nil, _ body: (Typed<R, StoredRecord>) throws -> Void
    ) throws(StoreError) {
        try self[R.definition].each(in: rows) { try body(Typed($0, $0.record)) }
    }

    public func eachWhole<R: TypedRecord>(_ type: R.Type, _ body: (R) throws -> Void) throws(StoreError) {
        try self[R.definition].eachWhole { try body(R($0)) }
    }

    public func records<R: TypedRecord>(of type: R.Type, ownedBy owner: String) throws(StoreError) -> [R] {
        try self[R.definition].records(ownedBy: owner).map(R.init)
    }

    public func publishedRecord<R: TypedRecord>(of type: R.Type, key: Int) throws(StoreError) -> R? {
        try self[R.definition].publishedRecord(key: key).map(R.init)
    }

    /// The record after each of its changes, the last first; nil for a deletion.
    public func versions<R: TypedRecord>(of type: R.Type, key: Int) throws(StoreError) -> [R?] {
        try self[R.definition].versions(key: key).map { $0.record.map(R.init) }
    }

    @discardableResult
    public func save(_ record: some TypedRecord) throws(StoreError) -> Bool {
        try self[record.definition].save(record.record)
    }

    @discardableResult
    public func save(_ record: some TypedRecord, replacing key: Int) throws(StoreError) -> Bool {
        try self[record.definition].save(record.record, replacing: key)
    }

    public func saveAll<R: TypedRecord>(_ records: [R]) throws(StoreError) {
        try self[R.definition].saveAll(records.map(\.record))
    }

    public func insert(
        _ record: some TypedRecord, offersUndo: Bool = true, refusesSecondOwner: Bool = false
    ) throws(StoreError) -> Bool {
        try self[record.definition].insert(
            record.record, offersUndo: offersUndo, refusesSecondOwner: refusesSecondOwner)
    }

    public func addCounted<R: TypedRecord>(_ record: R) throws(StoreError) -> R {
        R(try self[R.definition].addCounted(record.record))
    }

    public func saveBooked<R: TypedRecord>(_ record: R) throws(StoreError) -> R {
        R(try self[R.definition].saveBooked(record.record))
    }

    public func saveFromServer(_ record: some TypedRecord) throws(StoreError) {
        try self[record.definition].saveFromServer(record.record)
    }

    public func recordPublished<R: TypedRecord>(_ record: R, tag: String?, replacing sent: R? = nil) throws(StoreError)
    {
        try self[R.definition].recordPublished(record.record, tag: tag, replacing: sent?.record)
    }

    public func accept(_ record: some TypedRecord, from saved: StoredRejectedElement) throws(StoreError) -> Bool {
        try self[record.definition].accept(record.record, from: saved)
    }

    public func change<R: TypedRecord, Refusal: Error>(
        _ type: R.Type, key: Int, orElse original: R? = nil, _ change: (R) throws(Refusal) -> R
    ) throws(StoreError) -> Result<Changed, Refusal> {
        try self[R.definition].change(key: key, orElse: original?.record) { record throws(Refusal) in
            try change(R(record)).record
        }
    }

    /// Merges `people` as a server's whole list for whoever is signed in as `owner`.
    @discardableResult
    public func download(
        _ people: [DukePerson], _ strategy: MergeStrategy = .replace, as owner: String? = "demo",
        label: String = "Download", releasing: Set<Int> = [], preserving: Set<Int> = []
    ) throws -> ChangeSummary {
        let staging = try self[.people].beginStaging(owner: owner)
        try staging.add(people.map { .record($0.record) })
        let request = MergeRequest(
            strategy, label: label, owner: owner, releasing: releasing, preserving: preserving)
        return try self[.people].apply(staging, request)
    }
}
