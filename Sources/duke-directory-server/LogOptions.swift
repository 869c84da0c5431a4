public import ArgumentParser
public import DirectoryServer
import Language
public import Logging

extension ServerLog.Format: ExpressibleByArgument {}
extension Logger.Level: @retroactive ExpressibleByArgument {}

/// The options for what is written to the standard error.
struct LogOptions: ParsableArguments {
    @Option(help: .init(translated("Log format on standard error: line or json.")))
    var log = ServerLog.Format.line
    @Option(help: .init(translated("Lowest level to log: error, warning, info, or debug.")))
    var logLevel = Logger.Level.info
}
