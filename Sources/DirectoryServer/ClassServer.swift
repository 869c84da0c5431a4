private import DirectoryModel
private import Foundation
internal import Hummingbird
private import Language
private import Logging
private import NIOCore
private import NIOPosix

/// The class server: `Routes` answer requests, `Pages` draw what browsers show, `Accounts` know who signs in,
/// and a `DirectoryRepository` keeps it all.
public struct ClassServer: Sendable {
    /// How a server is reached.
    public struct Options: Sendable {
        /// The address it listens on.
        public var host: String
        /// The port it listens on; 0 for any free one.
        public var port: Int
        /// True where reading needs no credentials.
        public var isReadingOpen: Bool
        /// True where SIGTERM and SIGINT let it finish the answers it is at, and then end it.
        public var stopsOnSignals: Bool

        public init(
            host: String = "127.0.0.1", port: Int = 0, isReadingOpen: Bool = false, stopsOnSignals: Bool = false
        ) {
            self.host = host
            self.port = port
            self.isReadingOpen = isReadingOpen
            self.stopsOnSignals = stopsOnSignals
        }

        /// True where only this computer can reach it.
        public var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }
    }

    private let repository: any DirectoryRepository
    private let accounts: Accounts
    private let options: Options

    public init(repository: any DirectoryRepository, options: Options = Options()) {
        self.repository = repository
        self.options = options
        accounts = Accounts(repository: repository)
    }

    /// Listens, calls `onReady` with the port once it does, and answers until its task is cancelled
    /// (or a signal ends it); then it returns.
    /// - Throws: `ServerError` where it cannot listen, or where `demo`/`demo` would be open to others.
    public func run(onReady: @escaping @Sendable (Int) async -> Void = { _ in }) async throws {
        if !options.isLoopback, try await accounts.hasOpenDemo() { throw ServerError.demoOnOpenHost(options.host) }
        do {
            try await serve(onReady)
        } catch is CancellationError {
            return
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw ServerError.portTaken(host: options.host, port: options.port)
        } catch let error as IOError {
            let reason = String(cString: strerror(error.errnoCode))
            throw ServerError.addressUnusable(host: options.host, port: options.port, reason: reason)
        } catch is SocketAddressError.UnknownHost {
            let reason = translated("there is no such address on this computer")
            throw ServerError.addressUnusable(host: options.host, port: options.port, reason: reason)
        }
    }

    private func serve(_ onReady: @escaping @Sendable (Int) async -> Void) async throws {
        var logger = Logger(label: "duke-directory-server")
        logger.logLevel = .error
        let application = Application(
            router: router(), server: .http1(configuration: .init(additionalChannelHandlers: [RequestGateKeeper()])),
            configuration: .init(address: .hostname(options.host, port: options.port)),
            onServerRunning: { await onReady($0.localAddress?.port ?? 0) }, logger: logger)
        if options.stopsOnSignals { try await application.runService() } else { try await application.run() }
    }

    private func router() -> Router<ClassContext> {
        let router = Router(context: ClassContext.self, options: .autoGenerateHeadEndpoints)
        let signIn = SignIn(accounts: accounts, isReadingOpen: options.isReadingOpen)
        router.add(middleware: ExplainErrors())
        let signedIn = SignedInRoutes(of: router, signIn: signIn)
        EntryRoutes(repository: repository).add(EntryChanges(repository: repository), to: signedIn)
        PageRoutes(repository: repository).add(to: signedIn)
        UserRoutes(accounts: accounts).add(to: signedIn)
        let todos = CollectionRoutes<ToDo>(repository: repository)
        todos.add(to: router)
        todos.addAtRoot(of: router, home: PageRoutes.home)
        TourRoutes(repository: repository).add(to: router)
        CourseRoutes(repository: repository).add(to: router)
        return router
    }
}
