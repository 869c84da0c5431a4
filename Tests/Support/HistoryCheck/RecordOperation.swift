/// What a client asked of one record, when, and what it was answered. Each value that is written is written once.
public struct RecordOperation: Equatable, Sendable {
    /// What was asked. `expected` is the value that `If-Match` named, or nil for any.
    public enum Request: Equatable, Sendable {
        case read
        case create(Int)
        case replace(Int, expected: Int?)
        case remove(expected: Int?)
    }

    /// What was answered.
    public enum Answer: Equatable, Sendable {
        /// The value that was read, or nil where the record did not exist.
        case value(Int?)
        case done
        /// Refused, because the record does not exist.
        case absent
        /// Refused, because the record exists.
        case present
        /// Refused, because the record has another value than was expected.
        case other
        /// Not known: the answer was lost, and the change may take effect at any time, or never.
        case unknown
    }

    public let request: Request
    public let answer: Answer
    /// When the request was sent, and when its answer came, on one clock.
    public let start: UInt64
    public let end: UInt64

    public init(_ request: Request, _ answer: Answer, from start: UInt64, to end: UInt64) {
        (self.request, self.answer, self.start, self.end) = (request, answer, start, end)
    }

    /// True where it does not change the record.
    var isReading: Bool { request == .read || ![.done, .unknown].contains(answer) }

    /// The value of the record after this, where it could be answered so when the record had `value`; nil where not.
    func applied(to value: Int?) -> Int?? {
        switch (request, answer) {
        case (.read, .value(let read)): read == value ? .some(value) : nil
        case (_, .absent): value == nil ? .some(value) : nil
        case (_, .present): value != nil ? .some(value) : nil
        case (.replace(_, let expected?), .other), (.remove(let expected?), .other):
            value != nil && value != expected ? .some(value) : nil
        case (.create(let new), .done), (.create(let new), .unknown): value == nil ? .some(new) : nil
        case (.replace(let new, let expected), .done), (.replace(let new, let expected), .unknown):
            value != nil && (expected == nil || expected == value) ? .some(new) : nil
        case (.remove(let expected), .done), (.remove(let expected), .unknown):
            value != nil && (expected == nil || expected == value) ? .some(nil) : nil
        default: nil
        }
    }
}
