/// The body that a form sends to a server that makes records of orders: the fields people may change, and no others.
public struct BookingOrder<R: DirectoryRecord>: Encodable, Sendable {
    private let record: R

    /// Makes the order for a record.
    public init(_ record: R) { self.record = record }

    public func encode(to encoder: any Encoder) throws {
        try record.encode(R.fields.filter { !$0.isKey && $0.editor != .readOnly }, to: encoder)
    }
}
