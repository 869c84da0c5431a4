public import DirectoryModel
import DirectoryStore
import Foundation
import Language
public import Observation

/// The elements that were not records: the reason, the text, and another try with a corrected text.
@MainActor @Observable
public final class RejectedElementsScreen<R: DirectoryRecord> {
    /// One element.
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
    /// The result of the last try in words, or nil.
    public private(set) var words: String?

    /// The text that is shown until the first try.
    public var explanation: String {
        let words = translated("These entries could not be read. Fix the text and try again.")
        let count = untoldCount
        let more = translated(
            count, one: "\(count) more is not shown.", many: "\(count) more are not shown.")
        return count > 0 ? "\(words) \(more)" : words
    }

    @ObservationIgnored private let store: Store

    init(store: Store) { self.store = store }

    /// Reads the rejected elements again; corrections that were not accepted yet are kept.
    func opened() -> RejectedElementsScreen {
        words = nil
        let normalized = Dictionary(elements.map { ($0.raw, $0.text) }) { first, _ in first }
        let kept = (try? store.storedRejected(R.self)) ?? []
        elements = kept.map {
            let raw = $0.element.raw
            return Element(
                id: $0.id, reason: $0.element.reason, raw: raw, letter: Self.letter(about: $0.element),
                text: normalized[raw] ?? raw, kept: $0)
        }
        untoldCount = ((try? store.rejectedCount(of: R.self)) ?? kept.count) - kept.count
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
        let text = elements[place].text
        switch CardReader<R>.read(normalized: text) ?? ElementReader<R>(isStrict: true).read(.whole(Data(text.utf8))) {
        case .rejected(let problem), .partly(_, _, let problem): elements[place].reason = problem.reason
        case .record(let record):
            do throws(StoreError) {
                guard try store.takeIn(record, from: elements[place].kept) else {
                    return elements[place].reason = try taken(record)
                }
                words = translated("\(record.displayName) added")
                elements.remove(at: place)
            } catch { elements[place].reason = error.description }
        }
    }

    /// Why `record` cannot be added: its number or its owner's name belongs to another record.
    private func taken(_ record: R) throws(StoreError) -> String {
        let isNumberFree = try store.rows(of: R.self, keys: [record.key]).isEmpty
        guard isNumberFree, let owner = record.owner, let field = R.definition.owner,
            let name = try store.holder(of: owner, besides: nil, R.self)
        else {
            return record.keyTaken(by: store.holder(ofKey: record.key, R.self))
        }
        return StoreError.ownerTaken(label: field.label, owner: owner, holder: name).message
    }

    public func forgetTapped(_ id: Int64) {
        guard let element = elements.first(where: { $0.id == id }) else { return }
        do throws(StoreError) {
            try store.forgetRejected(element.kept, of: R.self)
            elements.removeAll { $0.id == id }
        } catch { words = error.description }
    }

    // MARK: Letters

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
        let suggestions = R.fields.compactMap(\.suggestion).filter { $0.from == R.definition.owner?.key }
        let pairs = raw.matches(of: /"(\w+)"\s*:\s*"([A-Za-z0-9]{2,32})"/)
        let name = pairs.first { R.definition.owner.map(\.key).map(String($0.1).caseInsensitiveEquals) ?? false }
        return name.flatMap { suggestions.first?.value(String($0.2)) }
    }
}
