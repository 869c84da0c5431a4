import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Language
public import Observation

/// Elements that could not be read, to correct and retry.
@MainActor @Observable
public final class RejectedElementsScreen {
    public struct Element: Equatable, Sendable, Identifiable {
        public let id: Int64
        /// Why it is not a record, after the last try.
        public internal(set) var reason: String
        public let raw: String
        /// A mailto address to the person it seems to be about; nil if unknown.
        public let letter: String?
        /// With the corrections so far.
        public internal(set) var text: String
        let stored: StoredRejectedElement
    }

    public private(set) var elements: [Element] = []
    /// How many more there are.
    public private(set) var omittedCount = 0
    public private(set) var text: String?

    /// Shown until the first try.
    public var explanation: String {
        let text = translated("These entries could not be read. Fix the text and try again.")
        let count = omittedCount
        let more = translated(
            count, one: "\(count) more is not shown.", many: "\(count) more are not shown.")
        return count > 0 ? "\(text) \(more)" : text
    }

    @ObservationIgnored private let collection: StoredCollection
    @ObservationIgnored private let work: Work
    /// The elements that are being added or discarded.
    @ObservationIgnored private var writing: Set<Int64> = []

    init(of collection: StoredCollection, work: Work) {
        self.collection = collection
        self.work = work
    }

    /// Reads the elements again; unaccepted corrections stay.
    func opened() -> RejectedElementsScreen {
        text = nil
        let normalized = Dictionary(elements.map { ($0.raw, $0.text) }) { first, _ in first }
        let stored = collection.ifReadable { try $0.storedRejected() } ?? []
        elements = stored.map {
            let raw = $0.element.raw
            return Element(
                id: $0.id, reason: $0.element.reason, raw: raw,
                letter: collection.definition.letter(about: $0.element), text: normalized[raw] ?? raw, stored: $0)
        }
        omittedCount = (collection.ifReadable { try $0.rejectedCount() } ?? stored.count) - stored.count
        return self
    }

    // MARK: What the user does

    public func typed(_ text: String, in id: Int64) {
        guard let index = elements.firstIndex(where: { $0.id == id }) else { return }
        elements[index].text = text
    }

    /// Adds the corrected element if it is a record now.
    public func tryAgainTapped(_ id: Int64) async {
        guard let element = elements.first(where: { $0.id == id }), writing.insert(id).inserted else { return }
        defer { writing.remove(id) }
        do throws(SyncError) {
            let (name, reason) = try await write { collection throws(StoreError) in
                try collection.take(element.stored, as: element.text)
            }
            guard let name else { return notify(reason, about: id) }
            text = translated("\(name) added")
            elements.removeAll { $0.id == id }
        } catch { notify(error.description, about: id) }
    }

    private func notify(_ reason: String, about id: Int64) {
        if let index = elements.firstIndex(where: { $0.id == id }) { elements[index].reason = reason }
    }

    public func forgetTapped(_ id: Int64) async {
        guard let element = elements.first(where: { $0.id == id }), writing.insert(id).inserted else { return }
        defer { writing.remove(id) }
        do throws(SyncError) {
            try await write { collection throws(StoreError) in try collection.forgetRejected(element.stored) }
            elements.removeAll { $0.id == id }
        } catch { text = error.description }
    }

    /// Changes the collection after the changes requested before.
    private func write<T: Sendable>(
        _ body: @Sendable (StoredCollection) throws(StoreError) -> T
    ) async throws(SyncError) -> T {
        try await work.inOrder { () throws(SyncError) in
            try await inStore { [collection] () throws(StoreError) in try body(collection) }
        }
    }
}

extension StoredCollection {
    /// - Returns: the record's name, or nil and the reason.
    fileprivate func take(
        _ stored: StoredRejectedElement, as text: String
    ) throws(StoreError) -> (name: String?, reason: String) {
        let card = CardReader.read(normalized: text, of: definition)
        let reader = ElementReader(definition, isStrict: true)
        switch card ?? reader.read(.whole(Data(text.utf8))) {
        case .rejected(let problem), .partly(_, _, let problem): return (nil, problem.reason)
        case .record(let record):
            // A card changes only the fields that it gives.
            let absent =
                card == nil
                ? reader.keys(of: Data(text.utf8)).absent
                : Set(definition.fields.filter { $0.inputText(record).isEmpty }.map(\.key))
            let isAdded = try accept(record, from: stored, absent: absent)
            return isAdded ? (record.displayName, "") : (nil, try reasonTaken(record))
        }
    }

    /// Another record has its number or its owner.
    private func reasonTaken(_ record: Record) throws(StoreError) -> String {
        let isNumberFree = try rows(keys: [record.key]).isEmpty
        guard isNumberFree, let owner = record.owner, let field = definition.owner,
            let name = try holder(of: owner, besides: nil)
        else { return record.keyTaken(by: holder(ofKey: record.key)) }
        return StoreError.ownerTaken(label: field.label, owner: owner, holder: name).message
    }
}

extension Definition {
    /// An email that quotes the element, to the first address in it or the one suggested for its owner.
    func letter(about element: RejectedElement) -> String? {
        guard let address = address(in: element.raw) else { return nil }
        let body = translated(
            """
            Your entry in the class directory could not be read.

            \(element.reason)

            \(element.raw.prefix(500))
            """)
        var allowed = CharacterSet.alphanumerics
        allowed.insert(charactersIn: "-._~")
        func escaped(_ text: String) -> String { text.addingPercentEncoding(withAllowedCharacters: allowed) ?? "" }
        let subject = translated("Your directory entry")
        return "mailto:\(escaped(address))?subject=\(escaped(subject))&body=\(escaped(body))"
    }

    private func address(in raw: String) -> String? {
        if let found = raw.firstMatch(of: /[A-Za-z0-9._+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+/) {
            return String(found.0)
        }
        let suggestions = fields.compactMap(\.suggestion).filter { $0.from == owner?.key }
        let pairs = raw.matches(of: /"(\w+)"\s*:\s*"([A-Za-z0-9]{2,32})"/)
        let name = pairs.first { owner.map(\.key).map(String($0.1).caseInsensitiveEquals) ?? false }
        return name.flatMap { suggestions.first?.value(String($0.2)) }
    }
}
