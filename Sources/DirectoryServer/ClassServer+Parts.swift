import Hummingbird
import HummingbirdCore
import NIOCore

extension ClassServer {
    /// What the connections and the routes of a running server share.
    struct Parts {
        let answers: PreparedAnswers
        let files: SentLists
        let signIn: SignIn
        let observation: ObservationRoutes
        private let repository: any DirectoryRepository
        private let options: Options
        private let connections: Connections
        private let metrics = ServerMetrics()
        private let room = BodyRoom()
        private let client: ClientAddress

        init(repository: any DirectoryRepository, accounts: Accounts, options: Options) {
            (self.repository, self.options) = (repository, options)
            client = ClientAddress(isBehindProxy: options.isBehindProxy, log: options.log)
            connections = Connections(
                limits: options.limits, isBehindProxy: options.isBehindProxy, metrics: metrics)
            answers = PreparedAnswers(repository: repository, isReadingOpen: options.isReadingOpen)
            files = SentLists(repository: repository, folder: options.folder)
            signIn = SignIn(
                accounts: accounts, answers: answers, isReadingOpen: options.isReadingOpen, client: client,
                metrics: metrics, log: options.log)
            observation = ObservationRoutes(
                database: HealthCheck(repository: repository), metrics: metrics, connections: connections)
        }

        /// Makes the handlers of each connection.
        func builder() -> HTTPServerBuilder {
            builder(
                answers: answers, connections: connections, identity: options.identity,
                recorder: { [log = options.log, metrics, client] in
                    RequestRecorder(log: log, metrics: metrics, client: client)
                })
        }

        /// The same for the listener for metrics, which has connections of its own, is not counted itself, and has
        /// nothing to send but what its routes answer.
        func observationBuilder() -> HTTPServerBuilder {
            let uncounted = ServerMetrics()
            return builder(
                answers: PreparedAnswers(repository: repository, isReadingOpen: false),
                connections: Connections(limits: options.limits, isBehindProxy: false, metrics: uncounted),
                identity: nil,
                recorder: {
                    RequestRecorder(log: nil, metrics: uncounted, client: ClientAddress(isBehindProxy: false))
                })
        }

        private func builder(
            answers: PreparedAnswers, connections: Connections, identity: TLSIdentity?,
            recorder: @escaping @Sendable () -> RequestRecorder
        ) -> HTTPServerBuilder {
            let (room, limits, isSecure, isBehindProxy) = (
                room, options.limits, identity != nil, options.isBehindProxy
            )
            let configuration = HTTP1Channel.Configuration(
                additionalChannelHandlers: [
                    RequestGateKeeper(
                        answers: answers, room: room, recorder: recorder(), isSecure: isSecure,
                        isBehindProxy: isBehindProxy)
                ])
            return HTTPServerBuilder { responder in
                ClassChannel(
                    base: HTTP1Channel(responder: responder, configuration: configuration), connections: connections,
                    limits: limits, identity: identity)
            }
        }

        /// The routes of the listener for metrics.
        func observationRouter() -> Router<ClassContext> {
            let router = Router(context: ClassContext.self, options: .autoGenerateHeadEndpoints)
            router.add(middleware: ExplainErrors())
            observation.addAll(to: router)
            return router
        }
    }
}
