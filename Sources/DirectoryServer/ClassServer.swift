public import DirectoryModel
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
private import Language
private import LibpqClient
private import Logging
import NIOCore
private import NIOPosix
private import ServiceLifecycle

/// The class server: routes, pages, and CardDAV over an `SQLRepository`.
public struct ClassServer: Sendable {
    private let repository: SQLRepository
    private let accounts: Accounts
    private let options: Options
    private let collections: [Definition]
    private let files: ListCache
    private let client: ClientAddress
    private let metrics = ServerMetrics()
    private let logMiddleware: LogMiddleware
    private let connections: Connections
    /// Long lists, searches, and reports: one of them does not block the rest.
    private let turns = AsyncSemaphore(2)

    /// - Parameter collections: those that may be published here.
    public init(
        repository: SQLRepository, options: Options = Options(),
        collections: [Definition] = Collections.all
    ) {
        self.repository = repository
        self.options = options
        self.collections = collections.filter { $0.home.isPublished }
        accounts = Accounts(repository: repository)
        client = ClientAddress(isBehindProxy: options.isBehindProxy, log: options.log)
        logMiddleware = LogMiddleware(log: options.log, metrics: metrics, client: client)
        connections = Connections(
            limits: options.limits, isBehindProxy: options.isBehindProxy, metrics: metrics,
            onUnparsed: logMiddleware.recordUnparsed)
        files = ListCache(repository: repository, folder: options.folder)
    }

    /// Listens, calls `onReady` with the port, and serves until its task is canceled or a signal stops it.
    /// - Throws: `ServerError` if it cannot listen, if others could sign in as `demo`, or if passwords would be sent
    ///   unencrypted.
    public func run(onReady: @escaping @Sendable (Int) async -> Void = { _ in }) async throws {
        if options.isOpen, try await accounts.openDemo() != nil { throw options.demoRefusal }
        if options.isInClear, !options.isBehindProxy { throw ServerError.passwordsInClear(host: options.host) }
        do {
            try await repository.reindexEntries(of: collections)
            try await serve(onReady)
        } catch is CancellationError {
            return
        } catch let error as IOError {
            let reason = String(cString: strerror(error.errnoCode))
            throw await refusal(reason, isPortTaken: error.errnoCode == EADDRINUSE)
        } catch is SocketAddressError.UnknownHost {
            throw await refusal(translated("this address does not exist on this computer"), isPortTaken: false)
        }
    }

    /// Finds out which of the two addresses cannot be used.
    private func refusal(_ reason: String, isPortTaken: Bool) async -> ServerError {
        let (host, port) = (options.host, options.port)
        let group = ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        if let metrics = options.metricsAddress, let channel = try? await group.bind(host: host, port: port).get() {
            channel.close(promise: nil)
            return .metricsAddressUnusable(host: metrics.host, port: metrics.port, reason: reason)
        }
        return isPortTaken
            ? .portTaken(host: host, port: port) : .addressUnusable(host: host, port: port, reason: reason)
    }

    private func serve(_ onReady: @escaping @Sendable (Int) async -> Void) async throws {
        let logger = logger
        let demo = try await accounts.openDemo()
        let watching = Task { await logConnectionChanges() }
        defer { watching.cancel() }
        let (observed, isObserved) = AsyncStream<Void>.makeStream()
        var application = Application(
            router: router(demo: demo),
            server: builder(connections, options.identity),
            configuration: .init(address: .hostname(options.host, port: options.port), backlog: 1024),
            onServerRunning: { channel in
                // Ready when both listeners are.
                for await _ in observed { break }
                await onReady(channel.localAddress?.port ?? 0)
            }, logger: logger)
        if let address = options.metricsAddress {
            // This listener has connections of its own and is not counted.
            let connections = Connections(limits: options.limits, isBehindProxy: false, metrics: ServerMetrics())
            application.addServices(
                Application(
                    router: observationRouter(), server: builder(connections, nil),
                    configuration: .init(address: .hostname(address.host, port: address.port)),
                    onServerRunning: { _ in isObserved.finish() }, logger: logger))
        } else {
            isObserved.finish()
        }
        try await run(application, logger)
    }

    /// Runs the application until a signal or cancellation. Cancellation starts a graceful shutdown, because SwiftNIO
    /// traps if a server is canceled while it accepts a connection.
    private func run(_ application: some ApplicationProtocol, _ logger: Logger) async throws {
        if options.stopsOnSignals { return try await application.runService() }
        var configuration = ServiceGroupConfiguration(services: [application], logger: logger)
        configuration.maximumGracefulShutdownDuration = .seconds(1)
        let group = ServiceGroup(configuration: configuration)
        let running = Task { try await group.run() }
        try await withTaskCancellationHandler {
            try await running.value
        } onCancel: {
            Task { await group.triggerGracefulShutdown() }
        }
    }

    private func logConnectionChanges() async {
        for await change in repository.connectionChanges() {
            switch change {
            case .lost(let reason):
                options.log?.write(translated("The database cannot be reached: \(reason)."), level: .warning)
            case .back: options.log?.write(translated("The database can be reached again."), level: .notice)
            }
        }
    }

    /// The logger for libraries, which log only errors unless the server has a log.
    private var logger: Logger {
        guard let log = options.log else {
            var logger = Logger(label: "duke-directory-server")
            logger.logLevel = .error
            return logger
        }
        return Logger(label: "duke-directory-server") { _ in ServerLogHandler(log) }
    }

    /// Builds the pipeline of each connection.
    private func builder(_ connections: Connections, _ identity: TLSIdentity?) -> HTTPServerBuilder {
        HTTPServerBuilder { ClassChannel(responder: $0, connections: connections, identity: identity) }
    }

    private func observation(areMetricsOpen: Bool) -> ObservationRoutes {
        ObservationRoutes(
            check: HealthCheck(repository: repository, folder: options.folder, clock: options.clock), metrics: metrics,
            connections: connections, areMetricsOpen: areMetricsOpen, isBehindProxy: options.isBehindProxy)
    }

    private func observationRouter() -> Router<ClassContext> {
        let router = Router(context: ClassContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: ErrorMiddleware())
        router.add(middleware: headMiddleware)
        observation(areMetricsOpen: true).add(to: router)
        return router
    }

    private var headMiddleware: HeadMiddleware {
        HeadMiddleware(isSecure: options.identity != nil, isBehindProxy: options.isBehindProxy)
    }

    /// - Parameter demo: the account whose password is public, or nil.
    private func router(demo: Account?) -> Router<ClassContext> {
        let (router, folder) = (Router(context: ClassContext.self, options: .autoGenerateHeadEndpoints), options.folder)
        router.add(middleware: logMiddleware)
        router.add(middleware: ErrorMiddleware())
        router.add(middleware: headMiddleware)
        let signIn = SignInMiddleware(
            authenticator: Authenticator(repository: repository, clock: options.clock),
            isReadingOpen: options.isReadingOpen, client: client, metrics: metrics,
            log: options.log, logged: LogThrottle(clock: options.clock))
        let signedIn = Routes.signedIn(of: router, signIn)
        for definition in collections {
            EntryRoutes(definition: definition, repository: repository, files: files, turns: turns, folder: folder)
                .add(to: signedIn)
        }
        addCards(to: router, signIn.acceptingAppPasswords())
        UserRoutes(accounts: accounts).add(to: signedIn)
        let todos = CollectionRoutes(definition: .toDos, repository: repository, turns: turns, folder: folder)
        todos.add(to: router)
        todos.addAtRoot(
            of: router, home: HomePage(collections: collections, repository: repository, demo: demo).answer)
        TourRoutes(repository: repository).add(to: router)
        CourseRoutes(repository: repository, turns: turns, folder: folder).add(to: router)
        PasswordPage(links: PasswordLinks(repository: repository, accounts: accounts)).add(to: router)
        observation(areMetricsOpen: false).add(to: router)
        return router
    }

    /// Adds CardDAV for the first collection that has cards.
    private func addCards(to router: Router<ClassContext>, _ signIn: SignInMiddleware) {
        let cards = collections.lazy.compactMap {
            CardDAVRoutes($0, repository: repository, turns: turns, folder: options.folder)
        }
        cards.first?.add(to: router, signIn: signIn)
    }
}

extension ClassServer {
    /// How a server is reached.
    public struct Options: Sendable {
        public var host: String
        /// 0 for any free port.
        public var port: Int
        /// True if reading requires no credentials.
        public var isReadingOpen = false
        /// True to finish the current answers and stop on SIGTERM and SIGINT.
        public var stopsOnSignals = false
        /// The folder for temporary files.
        public var folder = FileManager.default.temporaryDirectory.path
        /// The certificate for TLS, or nil.
        public var identity: TLSIdentity?
        /// True if all requests come from a proxy that sends `X-Forwarded-For`.
        public var isBehindProxy = false
        /// The address of a separate listener for metrics, or nil.
        public var metricsAddress: (host: String, port: Int)?
        public var log: ServerLog?
        public var limits = ConnectionLimits()
        var clock = ServerClock.system

        public init(host: String = "127.0.0.1", port: Int = 0) {
            self.host = host
            self.port = port
        }

        /// True if only this computer can connect.
        public var isLoopback: Bool { ClientAddress.isLoopback(host) }

        /// True if passwords would be sent over the network unencrypted.
        public var isInClear: Bool { !isLoopback && identity == nil }

        /// True if other computers can send requests.
        public var isOpen: Bool { !isLoopback || isBehindProxy }

        /// True if other computers can read the metrics.
        public var areMetricsOpen: Bool { metricsAddress.map { !ClientAddress.isLoopback($0.host) } ?? false }

        /// Why the account `demo` is not served to other computers.
        public var demoRefusal: ServerError { isLoopback ? .demoBehindProxy : .demoOnOpenHost(host) }
    }
}
