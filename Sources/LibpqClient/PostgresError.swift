private import CPQ
private import Foundation

public enum PostgresError: Error, Equatable, Sendable {
    /// No connection could be made, or none was free in time; nothing changed.
    case unavailable(String)
    /// The connection was lost before the commit; nothing changed.
    case connectionLost(String)
    /// The connection was lost during the commit, or the database does not know the outcome.
    case outcomeUnknown(String)
    /// A conflict with another transaction; nothing changed, and a retry may succeed.
    case conflict(String)
    /// The database refused the statement; nothing changed. `state` is the SQLSTATE.
    case refused(state: String, message: String)
    /// A column has another type than requested.
    case mismatch(column: Int)

    /// The connection is unusable or read-only.
    private static let lost: Set<String> = ["25006", "57P01", "57P02", "57P03", "57P05", "25P03"]
    /// Serialization failures, deadlocks, lock timeouts, and canceled statements.
    private static let conflicts: Set<String> = ["40001", "40P01", "55P03", "57014"]

    /// The database does not know whether a transaction was committed.
    private static let unknownOutcome = "40003"

    /// The SQLSTATE of a unique violation.
    public static let uniqueViolation = "23505"
    /// The SQLSTATE of a full disk.
    public static let diskFull = "53100"

    /// The error of `result`; if that is nil, the connection was lost.
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

    private static func error(_ state: String, _ message: String) -> PostgresError {
        if state == unknownOutcome { return .outcomeUnknown(message) }
        if lost.contains(state) || state.hasPrefix("08") { return .connectionLost(message) }
        return conflicts.contains(state) ? .conflict(message) : .refused(state: state, message: message)
    }

    /// The message of the database or of libpq.
    public var message: String {
        switch self {
        case .unavailable(let message), .connectionLost(let message), .outcomeUnknown(let message),
            .conflict(let message), .refused(_, let message):
            message
        case .mismatch(let column): "column \(column) is of another type"
        }
    }

    /// The message in one line, without a final period and without libpq’s questions (“Is the server running?”).
    public var summary: String {
        let lines = message.split(whereSeparator: \.isNewline).filter { !$0.hasSuffix("?") }
        let line = lines.joined(separator: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.hasSuffix(".") ? String(line.dropLast()) : line
    }

    static func trimmed(_ text: UnsafePointer<CChar>?) -> String {
        text.map { String(cString: $0).trimmingCharacters(in: .whitespacesAndNewlines) } ?? ""
    }
}
