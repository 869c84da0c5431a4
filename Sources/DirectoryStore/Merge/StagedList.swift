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
    private let matcher: Mutex<RecordMatcher>
    let notes = Mutex(Notes())
    private let arrived = Mutex(StagedRecords())
    /// Locked from the first picture on, so that no program removes pictures that no record has yet.
    private let pictureLock = Mutex<WorkFile?>(nil)
    /// The elements that wait to be converted together.
    private let waiting = Mutex<(elements: [ArrivingElement], bytes: Int)>(([], 0))
    private let conversion: OrderedParallelMap<[ArrivingElement], [PreparedElement]>

    init(
        _ collection: StoredCollection, owner: String? = nil, delta: ArrivingDelta? = nil, source: String?,
        numbering: FileNumbering = .byContent
    ) throws(StoreError) {
        self.collection = collection
        self.delta = delta
        self.source = source
        let table = collection.table
        matcher = Mutex(try collection.read { try RecordMatcher(table, numbering, in: $0) })
        // These records are not stored again.
        let known = delta == nil ? try collection.knownHashes(owner: owner) : [:]
        let scaler = source?.isEmpty == false ? collection.store.pictureScaler.withLock(\.self) : nil
        conversion = OrderedParallelMap { elements in
            elements.map { element in
                var element = element
                if let scaler { element.content = element.content?.map { $0.withScaledPicture(scaler) } }
                return PreparedElement(element, table, known)
            }
        }
    }

    /// An element, ready to be added.
    private struct PreparedElement: Sendable {
        let element: ArrivingElement
        var record: StagedRecord?
        var picture: HashedPicture?

        init(_ element: ArrivingElement, _ table: RecordTable, _ known: [Int: Int64]) {
            self.element = element
            guard let record = element.content?.record else { return }
            let content = table.content(of: record)
            let isKnown = known[record.key] == content.hash
            if !isKnown { picture = content.picture }
            self.record = StagedRecord(
                key: record.key, hash: content.hash, owner: record.owner ?? "",
                values: isKnown ? nil : table.prepare(record, content).values, picture: picture?.hash,
                raw: element.raw.flatMap { $0.utf8.count > Self.longestRaw ? nil : $0 })
        }

        /// The most bytes of a record's text that are kept in memory.
        private static var longestRaw: Int { 4096 }
    }

    deinit {
        let hasPictures = pictureLock.withLock { lock in
            defer { lock = nil }
            return lock != nil
        }
        guard hasPictures else { return }
        DispatchQueue.global(qos: .utility).async(group: PictureRemoval.group) { [store = collection.store] in
            try? store.sweepPictures()
        }
    }

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
                    let record = try matcher.withLock {
                        try isEnd ? $0.free(imported, in: db) : $0.match(imported, in: db)
                    }
                    record.map { note(imported, as: $0, isNew: isEnd) }
                    isFound = record != nil
                    return record
                }
                let canWait = !isFound && !isEnd && !matcher.withLock(\.hasNumbers)
                if canWait { unmatched.append(element) }
                return canWait ? nil : matched
            }
        }
        guard mayBeList(of: matched) else { throw ListError.notAList }
        try add(matched)
        return unmatched
    }

    /// How many records had the number of an equal one earlier in the list.
    var repeatedCount: Int { matcher.withLock(\.repeatedCount) }

    /// Adds elements in order; they may be converted later.
    /// - Throws: `StoreError`; `ListError.notAList` after so many elements without a record that this must be another
    ///   kind of list.
    public func add(_ elements: [ReadElement]) throws {
        let elements = elements.map { ArrivingElement($0) }
        guard mayBeList(of: elements) else { throw ListError.notAList }
        try add(elements)
    }

    func add(_ elements: [ArrivingElement]) throws(StoreError) {
        guard !elements.isEmpty else { return }
        try mappingStoreErrors {
            let completed = try elements.map(completed)
            let bytes = completed.reduce(0) { $0 + ($1.content?.record.map(table.pictureSize) ?? 0) }
            let isEnough = waiting.withLock { waiting in
                waiting.elements += completed
                waiting.bytes += bytes
                return waiting.elements.count >= Self.convertedAtOnce || waiting.bytes >= Self.bytesAtOnce
            }
            if isEnough { try convertWaiting() }
        }
    }

    private static var convertedAtOnce: Int { 256 }
    private static var bytesAtOnce: Int { 1 << 20 }

    /// The element with its number, and with the local values of the fields that are absent or could not be read.
    private func completed(_ element: ArrivingElement) throws -> ArrivingElement {
        guard var record = element.content?.record else { return element }
        if !element.isNumbered { record = matcher.withLock { $0.numbered(record) } }
        var unread = element.absent
        if case .partly(_, let keys, _)? = element.content { unread.formUnion(keys) }
        if !unread.isEmpty, let local = try collection.read({ try table.whole(key: record.key, in: $0) }) {
            for field in record.definition.fields where unread.contains(field.key) { record[field] = local[field] }
        }
        var completed = element
        completed.content = element.content?.map { _ in record }
        return completed
    }

    private func convertWaiting() throws {
        let some = waiting.withLock { waiting in
            defer { waiting = ([], 0) }
            return waiting
        }
        if !some.elements.isEmpty { try conversion.push(some.elements, bytes: some.bytes, append) }
    }

    /// Waits until every element is converted.
    func finish() throws(StoreError) {
        try mappingStoreErrors {
            try convertWaiting()
            try conversion.finish(append)
        }
    }

    /// What arrived until now.
    var records: StagedRecords {
        get throws(StoreError) {
            try finish()
            return arrived.withLock(\.self)
        }
    }

    /// Changes what arrived; called after `finish`.
    func update(_ body: (inout StagedRecords) -> Void) { arrived.withLock { body(&$0) } }

    private func append(_ elements: [PreparedElement]) throws {
        try store(elements.compactMap(\.picture))
        arrived.withLock { arrived in
            for prepared in elements {
                let element = prepared.element
                if let record = prepared.record { append(record, of: element, to: &arrived) }
                if let rejected = element.content?.rejected {
                    arrived.setAside(SetAsideElement(rejected, element.aside))
                }
            }
        }
    }

    /// Stores pictures, before any record has them.
    private func store(_ pictures: [HashedPicture]) throws {
        guard !pictures.isEmpty else { return }
        let store = collection.store
        try pictureLock.withLock { if $0 == nil { $0 = try WorkFile(in: store.sandbox, isFolder: true) } }
        try DatabaseFile(in: store.sandbox).requireSpace(for: pictures.reduce(0) { $0 + $1.content.byteCount })
        try store.write { db in
            let table = PictureTable(db: db)
            for picture in pictures { try table.insert(picture) }
        }
    }

    /// Of records with one key, the first counts, or the last if they are identified by content.
    private func append(_ record: StagedRecord, of element: ArrivingElement, to arrived: inout StagedRecords) {
        guard let other = arrived[record.key], table.definition.numbering != .counted else {
            return arrived.put(record)
        }
        guard other.hash != record.hash else { return }
        let definition = table.definition
        let (one, label) = (definition.collection.one, definition.keyField.label)
        let reason = translated("Another \(one) earlier in the list has the same \(label).")
        let raw = element.raw ?? element.content?.record.map(OwnerConflict.raw) ?? ""
        // If the earlier one is rejected later, this one replaces it.
        arrived.setAside(
            SetAsideElement(
                RejectedElement(reason: reason, raw: raw), duplicate: definition.owner == nil ? nil : record))
    }

    public var isDelta: Bool { delta != nil }

    /// How many distinct records the list has.
    public var count: Int {
        get throws(StoreError) {
            if let delta { return delta.count }
            return try records.count
        }
    }

    public var rejectedCount: Int {
        get throws(StoreError) { try records.rejectedCount }
    }

    /// The first rejected elements, in order.
    public func rejected(limit: Int) throws(StoreError) -> [RejectedElement] {
        try records.setAside(limit: limit) { $0 == .whole }
    }

    /// The first records that lost a value, in order.
    public func leftOut(limit: Int) throws(StoreError) -> [RejectedElement] {
        try records.setAside(limit: limit) { $0 != .whole }
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
