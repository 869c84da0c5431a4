import Dispatch
import DirectoryServer
import Foundation
import Language
import Logging

/// Reads the certificate again on SIGHUP, if the server uses one; if that fails, the one before stays in use.
final class HangUpSignal {
    private let source: any DispatchSourceSignal

    init(identity: TLSIdentity?, log: ServerLog, notifier: ServiceNotifier) {
        signal(SIGHUP, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGHUP, queue: .global())
        source.setEventHandler {
            notifier.notifyReloading()
            do {
                try identity?.reload()
                let words =
                    identity == nil
                    ? translated("No certificate to reload.")
                    : translated("The certificate was reloaded.")
                log.write(words, level: .notice)
                if let warning = identity?.warning { log.write(warning, level: .warning) }
            } catch {
                log.write("\(error)", level: .error)
            }
            notifier.notify("READY=1")
        }
        source.resume()
    }

    func cancel() { source.cancel() }
}
