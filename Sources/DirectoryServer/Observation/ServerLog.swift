private import ClassAPI
import DirectoryModel
private import Dispatch
private import Foundation
public import Logging
private import Synchronization

/// Writes a line for each request and each problem.
public struct ServerLog: Sendable {
    public enum Format: String, CaseIterable, Sendable {
        case line, json
    }

    public let format: Format
    /// The lowest level that is written. A request is `info`, or `error` if the server failed.
    public let level: Logger.Level
    private let write: @Sendable (String) -> Void

    /// - Parameter write: receives each line without its line feed, on any thread; must not block.
    public init(format: Format, level: Logger.Level, write: @escaping @Sendable (String) -> Void) {
        self.format = format
        self.level = level
        self.write = write
    }

    /// Writes a line about a problem or an event.
    public func write(_ message: String, level: Logger.Level) {
        guard level >= self.level else { return }
        let time = Self.time()
        switch format {
        case .line: write("\(time) \(level.rawValue): \(message)")
        case .json: write(json(["time": time, "level": level.rawValue, "message": message]))
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
        String(decoding: WireJSON.data(value), as: UTF8.self)
    }

    /// The current time, as “2026-11-22T17:30:00.123Z”.
    static func time() -> String { Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }
}

/// Writes lines to a file descriptor in the background, so that a slow reader does not block the server.
public final class LogWriter: Sendable {
    /// The maximum number of waiting lines.
    private static let maxLines = 10_000

    private let descriptor: Int32
    private let queue = DispatchQueue(label: "log")
    private let state = Mutex((waiting: 0, written: 0, lost: 0))

    public init(descriptor: Int32) { self.descriptor = descriptor }

    /// Queues `line`.
    public func write(_ line: String) {
        let fits = state.withLock { state in
            guard state.waiting < Self.maxLines else {
                state.lost += 1
                return false
            }
            state.waiting += 1
            return true
        }
        if fits { queue.async { self.writeNow(line) } }
    }

    /// Waits until all lines are written, for at most a second.
    public func finish() {
        let isDone = DispatchSemaphore(value: 0)
        queue.async { isDone.signal() }
        _ = isDone.wait(timeout: .now() + 1)
    }

    private func writeNow(_ line: String) {
        let lost = state.withLock { state in
            state.waiting -= 1
            state.written += 1
            // Sometimes also while lines keep waiting.
            guard state.waiting == 0 || state.written % Self.maxLines == 0 else { return 0 }
            defer { state.lost = 0 }
            return state.lost
        }
        let note = lost > 0 ? "\(lost) lines of the log were lost.\n" : ""
        try? Data("\(line)\n\(note)".utf8).write(to: descriptor)
    }
}

/// Forwards the logs of libraries.
struct ServerLogHandler: LogHandler {
    let log: ServerLog
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level

    init(_ log: ServerLog) {
        self.log = log
        logLevel = max(log.level, .error)
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        // Intended cancellation is not a problem.
        guard !event.message.description.hasSuffix("CancellationError()") else { return }
        let details = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        log.write(([event.message.description] + details).joined(separator: "; ").printable, level: event.level)
    }
}

extension Logger {
    /// Logs that an entry cannot be read, though the server never stores such an entry.
    func reportUnreadableEntry(_ key: Int) { error("An entry cannot be read", metadata: ["key": "\(key)"]) }
}
