/// A request for a record with its response and times. Every written value is unique.
public struct RecordOperation: Equatable, Sendable {
    /// The request. `expected` is the value of `If-Match`, or nil for any.
    public enum Request: Equatable, Sendable {
        case read
        case create(Int)
        case replace(Int, expected: Int?)
        case remove(expected: Int?)
    }

    public enum Answer: Equatable, Sendable {
        /// The value, or nil if there was no record.
        case value(Int?)
        case done
        /// Rejected because there is no record.
        case absent
        /// Rejected because the record exists.
        case present
        /// Rejected because the record has another value.
        case other
        /// The response was lost; the change may take effect later or never.
        case unknown
    }

    public let request: Request
    public let answer: Answer
    /// The times of request and response on a common clock.
    public let start: UInt64
    public let end: UInt64

    public init(_ request: Request, _ answer: Answer, from start: UInt64, to end: UInt64) {
        self.request = request
        self.answer = answer
        self.start = start
        self.end = end
    }

    var isReading: Bool { request == .read || ![.done, .unknown].contains(answer) }

    /// The value after the operation, or nil if the response is impossible for a record with `value`.
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
