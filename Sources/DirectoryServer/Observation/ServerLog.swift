private import ClassAPI
private import Foundation
private import Glibc
public import Logging

/// The log of a server: a line for each request and for each problem.
public struct ServerLog: Sendable {
    /// The form of a line.
    public enum Format: String, CaseIterable, Sendable {
        case line, json
    }

    private struct Problem: Encodable {
        let time: String
        let level: String
        let message: String
    }

    public let format: Format
    /// What is less important is not written. A request is `info`, one that could not be answered `error`.
    public let level: Logger.Level
    private let write: @Sendable (String) -> Void

    /// - Parameters:
    ///   - format: what lines look like.
    ///   - level: the least important level that is written.
    ///   - write: what gets each line, without its end; it is called on any thread and returns at once.
    public init(format: Format, level: Logger.Level, write: @escaping @Sendable (String) -> Void) {
        (self.format, self.level, self.write) = (format, level, write)
    }

    /// Writes a line about a problem, or about what the server does.
    public func write(_ message: String, level: Logger.Level) {
        guard level >= self.level else { return }
        let problem = Problem(time: Self.time(), level: level.rawValue, message: message)
        switch format {
        case .line: write("\(problem.time) \(level.rawValue): \(message)")
        case .json: write(json(problem))
        }
    }

    func write(_ record: RequestRecord) {
        guard (record.status >= 500 ? .error : .info) >= level else { return }
        switch format {
        case .line: write(record.line)
        case .json: write(json(record))
        }
    }

    private func json(_ value: some Encodable) -> String {
        String(decoding: (try? WireJSON.encode(value)) ?? Data(), as: UTF8.self)
    }

    /// The present moment, as "2026-11-22T17:30:00.123Z".
    static func time() -> String {
        let now = Date().timeIntervalSince1970
        var (second, parts) = (time_t(now), tm())
        gmtime_r(&second, &parts)
        let day = "\(Int(parts.tm_year) + 1900)-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))"
        let milliseconds = String(1000 + Int(now * 1000) % 1000).dropFirst()
        return "\(day)T\(padded(parts.tm_hour)):\(padded(parts.tm_min)):\(padded(parts.tm_sec)).\(milliseconds)Z"
    }

    private static func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
