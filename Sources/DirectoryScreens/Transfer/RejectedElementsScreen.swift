import DirectoryModel
import DirectoryStore
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
        let kept: StoredRejectedElement
    }

    public private(set) var elements: [Element] = []
    /// How many more there are.
    public private(set) var untoldCount = 0
    public private(set) var words: String?

    /// Shown until the first try.
    public var explanation: String {
        let words = translated("These entries could not be read. Fix the text and try again.")
        let count = untoldCount
        let more = translated(
            count, one: "\(count) more is not shown.", many: "\(count) more are not shown.")
        return count > 0 ? "\(words) \(more)" : words
    }

    @ObservationIgnored private let recordType: any DirectoryRecord.Type
    @ObservationIgnored private let store: Store

    init(of recordType: any DirectoryRecord.Type, in store: Store) {
        (self.recordType, self.store) = (recordType, store)
    }

    /// Reads the elements again; unaccepted corrections stay.
    func opened() -> RejectedElementsScreen {
        words = nil
        let normalized = Dictionary(elements.map { ($0.raw, $0.text) }) { first, _ in first }
        let kept = (try? store.storedRejected(recordType)) ?? []
        elements = kept.map {
            let raw = $0.element.raw
            return Element(
                id: $0.id, reason: $0.element.reason, raw: raw, letter: recordType.letter(about: $0.element),
                text: normalized[raw] ?? raw, kept: $0)
        }
        untoldCount = ((try? store.rejectedCount(of: recordType)) ?? kept.count) - kept.count
        return self
    }

    // MARK: What the user does

    public func typed(_ text: String, in id: Int64) {
        guard let place = elements.firstIndex(where: { $0.id == id }) else { return }
        elements[place].text = text
    }

    /// Adds the corrected element if it is a record now.
    public func tryAgainTapped(_ id: Int64) {
        guard let place = elements.firstIndex(where: { $0.id == id }) else { return }
        do throws(StoreError) {
            let (name, reason) = try recordType.take(elements[place].kept, as: elements[place].text, in: store)
            guard let name else { return elements[place].reason = reason }
            words = translated("\(name) added")
            elements.remove(at: place)
        } catch { elements[place].reason = error.description }
    }

    public func forgetTapped(_ id: Int64) {
        guard let element = elements.first(where: { $0.id == id }) else { return }
        do throws(StoreError) {
            try store.forgetRejected(element.kept, of: recordType)
            elements.removeAll { $0.id == id }
        } catch { words = error.description }
    }
}

extension DirectoryRecord {
    /// - Returns: the record's name, or nil and the reason.
    fileprivate static func take(
        _ kept: StoredRejectedElement, as text: String, in store: Store
    ) throws(StoreError) -> (name: String?, reason: String) {
        let card = CardReader.read(normalized: text, of: definition)
        let reader = ElementReader(definition, isStrict: true)
        switch card ?? reader.read(.whole(Data(text.utf8))) {
        case .rejected(let problem), .partly(_, _, let problem): return (nil, problem.reason)
        case .record(let read):
            let record = Self(read)
            // A card changes only the fields that it gives.
            let absent =
                card == nil
                ? reader.keys(of: Data(text.utf8)).absent
                : Set(fields.filter { $0.inputText(record).isEmpty }.map(\.key))
            let isAdded = try store.takeIn(record, from: kept, absent: absent)
            return isAdded ? (record.displayName, "") : (nil, try record.taken(in: store))
        }
    }

    /// Another record has its number or its owner.
    private func taken(in store: Store) throws(StoreError) -> String {
        let isNumberFree = try store.rows(of: Self.self, keys: [key]).isEmpty
        guard isNumberFree, let owner, let field = Self.definition.owner,
            let name = try store.holder(of: owner, besides: nil, Self.self)
        else { return keyTaken(by: store.holder(ofKey: key, Self.self)) }
        return StoreError.ownerTaken(label: field.label, owner: owner, holder: name).message
    }

    /// An email that quotes the element, to the first address in it or the one suggested for its owner.
    static func letter(about element: RejectedElement) -> String? {
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

    private static func address(in raw: String) -> String? {
        if let found = raw.firstMatch(of: /[A-Za-z0-9._+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+/) {
            return String(found.0)
        }
        let suggestions = fields.compactMap(\.suggestion).filter { $0.from == definition.owner?.key }
        let pairs = raw.matches(of: /"(\w+)"\s*:\s*"([A-Za-z0-9]{2,32})"/)
        let name = pairs.first { definition.owner.map(\.key).map(String($0.1).caseInsensitiveEquals) ?? false }
        return name.flatMap { suggestions.first?.value(String($0.2)) }
    }
}
