/// The values in a card or row of a table, which are not matched with a record here yet.
public struct ImportedElement<R: DirectoryRecord>: Sendable {
    /// The columns or properties with values that no field takes.
    public let unread: [UnreadColumn]

    private let fields: [ImportedField<R>]
    private let odd: [OddField]
    private let uid: String
    /// The text of the element, as it is set aside.
    private let raw: @Sendable () -> String
    /// Set where it is not a record, whatever is here.
    private let rejected: RejectedElement?

    init(
        _ fields: [ImportedField<R>], odd: [OddField], unread: [UnreadColumn] = [], uid: String = "",
        raw: @escaping @Sendable () -> String
    ) {
        (self.fields, self.odd, self.unread, self.uid, self.raw, rejected) = (fields, odd, unread, uid, raw, nil)
    }

    init(_ rejected: RejectedElement) {
        (fields, odd, unread, uid, raw) = ([], [], [], "", { "" })
        self.rejected = rejected
    }

    /// The record, or the element set aside with its reason.
    /// - Parameter here: returns the record here that the imported one matches, or else the imported one, under its
    ///   number; nil where it does not have a number. Fields that the element does not contain stay as in that record.
    public func placed<Failure: Error>(
        onto here: (ImportedRecord<R>) throws(Failure) -> R?
    ) throws(Failure) -> ReadElement<R> {
        if let rejected { return .rejected(rejected) }
        switch try ReadElement<R>.placing(fields, uid: uid, onto: here) {
        case .success(let record):
            if odd.isEmpty { return .record(record) }
            let rejected = RejectedElement(
                reason: odd.reasons(of: R.self), raw: raw(), leftOut: odd.sentence(of: record))
            return .partly(record, unread: Set(odd.filter { !$0.isEnd }.map(\.key)), rejected)
        case .failure(let reason):
            return .rejected(RejectedElement(reason: reason.sentence(about: R.self), raw: raw()))
        }
    }
}
