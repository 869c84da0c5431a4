public import DirectoryModel
import Dispatch
import Foundation
import GRDB
import Language
import Synchronization

/// A list that is arriving: its records are in memory, their pictures in the store already.
///
/// No record in the store changes until `StoredCollection.apply` merges the list. The pictures that were not merged are
/// removed after deinitialization, or else by the next start.
public final class StagedList: Sendable {
    let collection: StoredCollection
    var table: RecordTable { collection.table }
    let delta: ArrivingDelta?
    /// Where the list is from: "" for a server, or the path of a file. Nil for a source whose earlier rejected elements
    /// are not replaced, such as the sandbox's file, which does not contain them.
    let source: String?
    /// True unless a server sent it.
    var isOfFile: Bool { source != "" }
    let notes = Mutex(Notes())
    /// The hashes of the stored records, by key, except the user's own. These are not stored again.
    private let known: [Int: Int64]
    private let scaler: PictureScaler?
    private let state: Mutex<State>

    private struct State {
        var matcher: RecordMatcher
        var arrived = StagedRecords()
        /// The elements that wait to be converted together, and the size of their pictures.
        var waiting: (elements: [ArrivingElement], bytes: Int) = ([], 0)
        /// Locked from the first picture on, so that no program removes pictures that no record has yet.
        var pictureLock: WorkFile?
    }

    init(
        _ collection: StoredCollection, owner: String? = nil, delta: ArrivingDelta? = nil, source: String?,
        numbering: FileNumbering = .byContent
    ) throws(StoreError) {
        self.collection = collection
        self.delta = delta
        self.source = source
        let table = collection.table
        let (matcher, known) = try collection.read { db in
            var known = delta == nil ? try table.hashes(in: db) : [:]
            for key in try table.keys(ofOwner: owner ?? "", in: db) { known[key] = nil }
            if let own = try OwnRecordPolicy(table, in: db).key { known[own] = nil }
            return (try RecordMatcher(table, numbering, in: db), known)
        }
        state = Mutex(State(matcher: matcher))
        self.known = known
        scaler = source?.isEmpty == false ? collection.store.pictureScaler.withLock(\.self) : nil
    }

    deinit {
        let hasPictures = state.withLock { state in
            defer { state.pictureLock = nil }
            return state.pictureLock != nil
        }
        if hasPictures { PictureRemoval(from: collection.store).start() }
    }

    // MARK: Adding elements

    /// Matches the elements of a file with the stored records, and adds them in order.
    /// - Parameter isEnd: true to give numbers to those that match none, or else to reject them.
    /// - Returns: the elements that match none, if there may be one with a number after them.
    func match(_ elements: [ArrivingElement], isEnd: Bool = false) throws -> [ArrivingElement] {
        for element in elements { note(element) }
        var unmatched: [ArrivingElement] = []
        let matched = try collection.read { db in
            try elements.filter { $0.values?.group == nil }.compactMap { element -> ArrivingElement? in
                var matched = element
                var isFound = true
                try matched.match { imported in
                    let record = try state.withLock {
                        try isEnd ? $0.matcher.free(imported, in: db) : $0.matcher.match(imported, in: db)
                    }
                    record.map { note(imported, as: $0, isNew: isEnd) }
                    isFound = record != nil
                    return record
                }
                let canWait = !isFound && !isEnd && !state.withLock(\.matcher.hasNumbers)
                if canWait { unmatched.append(element) }
                return canWait ? nil : matched
            }
        }
        guard mayBeList(of: matched) else { throw ListError.notAList }
        try add(matched)
        return unmatched
    }

    /// How many records had the number of an equal one earlier in the list.
    var repeatedCount: Int { state.withLock(\.matcher.repeatedCount) }

    /// Adds elements in order; they may be converted later.
    /// - Throws: `StoreError`; `ListError.notAList` after so many elements without a record that this must be another
    ///   kind of list.
    public func add(_ elements: [ReadElement]) throws {
        let elements = elements.map { ArrivingElement($0) }
        guard mayBeList(of: elements) else { throw ListError.notAList }
        try add(elements)
    }

    func add(_ elements: [ArrivingElement]) throws(StoreError) {
        try mappingStoreErrors {
            for element in elements {
                let completed = try completed(element)
                let isEnough = state.withLock { state in
                    state.waiting.elements.append(completed)
                    state.waiting.bytes += completed.content?.record.map(table.pictureSize) ?? 0
                    return state.waiting.elements.count >= 256 || state.waiting.bytes >= 1 << 20
                }
                if isEnough { try convertWaiting() }
            }
        }
    }

    /// The element with its number, and with the local values of the fields that are absent or could not be read.
    private func completed(_ element: ArrivingElement) throws -> ArrivingElement {
        guard var record = element.content?.record else { return element }
        if !element.isNumbered { record = state.withLock { $0.matcher.numbered(record) } }
        var unread = element.absent
        if case .partly(_, let keys, _)? = element.content { unread.formUnion(keys) }
        if !unread.isEmpty, let local = try collection.read({ try table.whole(key: record.key, in: $0) }) {
            for field in record.definition.fields where unread.contains(field.key) { record[field] = local[field] }
        }
        var completed = element
        completed.content = element.content?.map { _ in record }
        return completed
    }

    /// Converts the waiting elements, and stores their pictures.
    private func convertWaiting() throws {
        let elements = state.withLock { state in
            defer { state.waiting = ([], 0) }
            return state.waiting.elements
        }
        let converted = elements.concurrentMap { ($0, self.staged($0)) }
        try storePictures(of: converted.compactMap { $1?.prepared })
        state.withLock { state in
            for (element, staged) in converted {
                if var staged {
                    staged.prepared?.picture = nil
                    add(staged, of: element, to: &state.arrived)
                }
                if let rejected = element.content?.rejected {
                    state.arrived.setAside(SetAsideElement(rejected, element.aside))
                }
            }
        }
    }

    private func staged(_ element: ArrivingElement) -> StagedRecord? {
        guard var record = element.content?.record else { return nil }
        if let scaler { record = record.withScaledPicture(scaler) }
        let content = table.content(of: record)
        let isKnown = known[record.key] == content.hash
        return StagedRecord(
            key: record.key, hash: content.hash, owner: record.owner ?? "",
            prepared: isKnown ? nil : table.prepare(record, content), raw: element.raw)
    }

    /// Stores the pictures of records before these.
    private func storePictures(of records: [RecordTable.Prepared]) throws {
        let bytes = records.reduce(0) { $0 + ($1.picture?.byteCount ?? 0) }
        guard bytes > 0 else { return }
        let store = collection.store
        try state.withLock { state in
            if state.pictureLock == nil { state.pictureLock = try WorkFile(in: store.sandbox, isFolder: true) }
        }
        try DatabaseFile(in: store.sandbox).requireSpace(for: bytes)
        try store.write { db in
            for record in records { try table.storePicture(of: record, in: db) }
        }
    }

    /// Of records with one key, the first counts, or the last if they are identified by content.
    private func add(_ record: StagedRecord, of element: ArrivingElement, to arrived: inout StagedRecords) {
        let definition = table.definition
        guard let other = arrived[record.key], definition.numbering != .counted else { return arrived.put(record) }
        guard other.hash != record.hash else { return }
        let (one, label) = (definition.collection.one, definition.keyField.label)
        let reason = translated("Another \(one) earlier in the list has the same \(label).")
        let raw = element.raw ?? element.content?.record.map(OwnerConflict.raw) ?? ""
        // If the earlier one is rejected later, this one replaces it.
        arrived.setAside(
            SetAsideElement(
                RejectedElement(reason: reason, raw: raw), duplicate: definition.owner == nil ? nil : record))
    }

    // MARK: What arrived

    /// Converts every element.
    func finish() throws(StoreError) { try mappingStoreErrors { try convertWaiting() } }

    /// What arrived until now.
    var records: StagedRecords {
        get throws(StoreError) {
            try finish()
            return state.withLock(\.arrived)
        }
    }

    /// Changes what arrived.
    func update(_ body: (inout StagedRecords) -> Void) { state.withLock { body(&$0.arrived) } }

    public var isDelta: Bool { delta != nil }

    /// How many distinct records the list has.
    public var count: Int {
        get throws(StoreError) { if let delta { delta.count } else { try records.count } }
    }

    /// The rejected elements, in order.
    public var rejected: [RejectedElement] {
        get throws(StoreError) { try records.setAside { $0 == .whole } }
    }

    /// The records that lost a value, in order.
    public var leftOut: [RejectedElement] {
        get throws(StoreError) { try records.setAside { $0 != .whole } }
    }

    /// The record of `owner` that arrived, with its picture, or nil.
    public func record(of owner: String) throws(StoreError) -> Record? {
        guard !table.definition.owner(in: owner).isEmpty else { return nil }
        return try whole(try records.all.first { $0.isOwned(by: owner) })
    }

    /// The new or changed record that arrived with `key`, with its picture, or nil.
    public func record(key: Int) throws(StoreError) -> Record? { try whole(try records[key]) }

    private func whole(_ staged: StagedRecord?) throws(StoreError) -> Record? {
        try collection.read { db in try staged.flatMap { try table.record(of: $0, in: db) } }
    }
}
