/// The result of reading one element.
public enum ReadElement<R: DirectoryRecord>: Sendable {
    /// A record.
    case record(R)
    /// An element that is not a record.
    case rejected(RejectedElement)
    /// A record some of whose fields are broken: the fields with the keys in `unread` stay as they are here.
    case partly(R, unread: Set<String>, RejectedElement)
}

extension ReadElement {
    /// The record of a file, corrected by its rules as far as possible; one odd field is not a reason to lose the other
    /// fields.
    /// - Parameter raw: the text of the element, for a person to correct.
    package func normalized(raw: (R) -> String) -> ReadElement<R> {
        let (record, before, partly): (R, Set<String>, RejectedElement?)
        switch self {
        case .record(let whole): (record, before, partly) = (whole, [], nil)
        case .partly(let part, let unread, let rejected): (record, before, partly) = (part, unread, rejected)
        case .rejected: return self
        }
        var odd: [OddField] = []
        let kept = record.normalizedWherePossible(&odd)
        guard !odd.isEmpty else { return partly.map { .partly(kept, unread: before, $0) } ?? .record(kept) }
        func joined(_ one: String?, _ other: String) -> String { one.map { "\($0) \(other)" } ?? other }
        let rejected = RejectedElement(
            reason: joined(partly?.reason, odd.reasons(of: R.self)), raw: partly?.raw ?? raw(record),
            leftOut: joined(partly?.leftOut, odd.sentence(of: kept)))
        return .partly(kept, unread: before.union(odd.map(\.key)), rejected)
    }
}
