private import CPQ
private import Foundation

/// Why a statement or a transaction was not done.
public enum PostgresError: Error, Equatable, Sendable {
    /// A connection could not be made, or none was free in time; no changes were made.
    case unavailable(String)
    /// The connection was lost before the transaction was committed; no changes were made.
    case connectionLost(String)
    /// The connection was lost while a change was committed, or the database does not know: there may be a change.
    case outcomeUnknown(String)
    /// Another transaction was in the way; no changes were made, and the same transaction may succeed now.
    case conflict(String)
    /// The database refused the statement, with its SQLSTATE and its words; no changes were made.
    case refused(state: String, message: String)
    /// A column is of another type than was asked for.
    case mismatch(column: Int)

    /// States in which the connection does not serve any more, or serves only reading.
    private static let lost: Set<String> = ["25006", "57P01", "57P02", "57P03", "57P05", "25P03"]
    /// Serialization failures, deadlocks, locks that were not free in time, and statements that were canceled.
    private static let conflicts: Set<String> = ["40001", "40P01", "55P03", "57014"]

    /// The state of a transaction of which the database does not know whether it was committed.
    private static let unknownOutcome = "40003"

    /// The SQLSTATE of a unique index that has the value already.
    public static let uniqueViolation = "23505"
    /// The SQLSTATE of a disk without space.
    public static let diskFull = "53100"

    /// The error of `result`, which is one, or nil where the connection was lost.
    init(_ result: OpaquePointer?, on connection: OpaquePointer) {
        let message = Self.trimmed(PQerrorMessage(connection))
        guard let result, PQstatus(connection) == CONNECTION_OK,
            let state = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map({ String(cString: $0) })
        else {
            self = .connectionLost(message)
            return
        }
        let primary = PQresultErrorField(result, Int32(UInt8(ascii: "M"))).map { Self.trimmed($0) } ?? message
        self = Self.error(state, primary)
    }

    /// The error of a statement that ended with `state`.
    private static func error(_ state: String, _ message: String) -> PostgresError {
        if state == unknownOutcome { return .outcomeUnknown(message) }
        if lost.contains(state) || state.hasPrefix("08") { return .connectionLost(message) }
        return conflicts.contains(state) ? .conflict(message) : .refused(state: state, message: message)
    }

    /// What the database or libpq says.
    public var message: String {
        switch self {
        case .unavailable(let message), .connectionLost(let message), .outcomeUnknown(let message),
            .conflict(let message), .refused(_, let message):
            message
        case .mismatch(let column): "column \(column) is of another type"
        }
    }

    /// The message in one line, to be followed by a period. libpq's questions, such as whether the server is running, are
    /// left out.
    public var summary: String {
        let lines = message.split(whereSeparator: \.isNewline).filter { !$0.hasSuffix("?") }
        let words = lines.joined(separator: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.hasSuffix(".") ? String(words.dropLast()) : words
    }

    static func trimmed(_ text: UnsafePointer<CChar>?) -> String {
        text.map { String(cString: $0).trimmingCharacters(in: .whitespacesAndNewlines) } ?? ""
    }
}
