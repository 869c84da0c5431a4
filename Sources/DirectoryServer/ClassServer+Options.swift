public import Foundation

extension ClassServer {
    /// The network options of a server.
    public struct Options: Sendable {
        /// The address it listens on.
        public var host: String
        /// The port it listens on; 0 for any free one.
        public var port: Int
        /// True where reading does not require credentials.
        public var isReadingOpen: Bool
        /// True where the server, on SIGTERM and SIGINT, finishes the answers in progress and then stops.
        public var stopsOnSignals: Bool
        /// The folder of the files without names that lists are sent from.
        public var folder: String
        /// The certificate of a server that uses TLS, or nil.
        public var identity: TLSIdentity?
        /// True where all requests come from a proxy, which tells in `X-Forwarded-For` whose they are.
        public var isBehindProxy = false
        /// Where another listener serves the metrics, or nil.
        public var metricsAddress: (host: String, port: Int)?
        /// What requests and problems are written to, or nil.
        public var log: ServerLog?
        public var limits = ConnectionLimits()

        public init(
            host: String = "127.0.0.1", port: Int = 0, isReadingOpen: Bool = false, stopsOnSignals: Bool = false,
            folder: String = FileManager.default.temporaryDirectory.path
        ) {
            self.host = host
            self.port = port
            self.isReadingOpen = isReadingOpen
            self.stopsOnSignals = stopsOnSignals
            self.folder = folder
        }

        /// True where only this computer can reach it.
        public var isLoopback: Bool { ClientAddress.isLoopback(host) }

        /// True where the server itself listens for others without TLS, so that passwords could be read on their way.
        public var isInClear: Bool { !isLoopback && identity == nil }

        /// True where others than people at this computer can send requests.
        public var isOpen: Bool { !isLoopback || isBehindProxy }

        /// Why the account `demo` is not served, where others can send requests.
        public var demoRefusal: ServerError { isLoopback ? .demoBehindProxy : .demoOnOpenHost(host) }
    }
}
