import DirectoryModel
import Logging

/// Passes what libraries log on to the server's log.
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
        // What was canceled on purpose is not a problem.
        guard !event.message.description.hasSuffix("CancellationError()") else { return }
        let details = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        log.write(([event.message.description] + details).joined(separator: "; ").printable, level: event.level)
    }
}
