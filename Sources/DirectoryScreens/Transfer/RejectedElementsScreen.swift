import DirectoryModel
import DirectoryStore
import Foundation
import Language
public import Observation

/// The elements that were not records: the reason, the text, and another try with a corrected text.
@MainActor @Observable
public final class RejectedElementsScreen {
    public struct Element: Equatable, Sendable, Identifiable {
        public let id: Int64
        /// Why it is not a record; the reason of the last try.
        public internal(set) var reason: String
        public let raw: String
        /// A letter to the person the element seems to be about, as a mailto address; nil where it is unknown.
        public let letter: String?
        /// The element's text with the corrections so far.
        public internal(set) var text: String
        let kept: StoredRejectedElement
    }

    public private(set) var elements: [Element] = []
    /// How many elements there are beyond `elements`.
    public private(set) var untoldCount = 0
    public private(set) var words: String?

    /// The text that is shown until the first try.
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

    /// Reads the rejected elements again; corrections that were not accepted yet are kept.
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

    /// Reads the corrected text of an element; where it is a record, adds it.
    public func tryAgainTapped(_ id: Int64) {
        guard let place = elements.firstIndex(where: { $0.id == id }) else { return }
        do throws(StoreError) {
            switch try recordType.take(elements[place].kept, as: elements[place].text, in: store) {
            case .success(let name):
                words = translated("\(name) added")
                elements.remove(at: place)
            case .failure(let refusal): elements[place].reason = refusal.reason
            }
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

/// Why a corrected text is not added.
private struct Refusal: Error {
    let reason: String
}

extension DirectoryRecord {
    /// Reads the corrected text of an element; where it is a record, adds it.
    /// - Returns: its name.
    fileprivate static func take(
        _ kept: StoredRejectedElement, as text: String, in store: Store
    ) throws(StoreError) -> Result<String, Refusal> {
        switch CardReader<Self>.read(normalized: text)
            ?? ElementReader<Self>(isStrict: true).read(.whole(Data(text.utf8)))
        {
        case .rejected(let problem), .partly(_, _, let problem): return .failure(Refusal(reason: problem.reason))
        case .record(let record):
            guard try store.takeIn(record, from: kept) else {
                return .failure(Refusal(reason: try record.taken(in: store)))
            }
            return .success(record.displayName)
        }
    }

    /// Why it cannot be added: its number or its owner's name belongs to another record.
    private func taken(in store: Store) throws(StoreError) -> String {
        let isNumberFree = try store.rows(of: Self.self, keys: [key]).isEmpty
        guard isNumberFree, let owner, let field = Self.definition.owner,
            let name = try store.holder(of: owner, besides: nil, Self.self)
        else { return keyTaken(by: store.holder(ofKey: key, Self.self)) }
        return StoreError.ownerTaken(label: field.label, owner: owner, holder: name).message
    }

    /// A letter that quotes the element, to the first address in it, or to the one its owner's name suggests.
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
