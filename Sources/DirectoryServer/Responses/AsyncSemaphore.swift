import NIOCore

/// Limits concurrent work. Clients take turns, so that one with much work does not delay the rest.
actor AsyncSemaphore {
    private var free: Int
    private var waiting = TurnQueue<CheckedContinuation<Void, Never>>()

    /// - Parameter count: the maximum number at a time.
    init(_ count: Int) { free = count }

    /// - Throws: `CancellationError` if the client disconnected while waiting, or the error of `work`.
    nonisolated func run<T: Sendable>(
        for context: ClassContext, _ work: () async throws -> T
    ) async throws -> T {
        try await run(for: context.channel, as: context.client, work)
    }

    /// Runs work for whoever is connected through `channel`.
    nonisolated func run<T: Sendable>(
        for channel: any Channel, as client: RequestClient? = nil, _ work: () async throws -> T
    ) async throws -> T {
        try await take(for: channel, as: client ?? RequestClient(channel))
        do {
            let result = try await work()
            await give()
            return result
        } catch {
            await give()
            throw error
        }
    }

    /// - Throws: `CancellationError` if the client disconnected; then its turn is over.
    func take(for channel: any Channel, as client: RequestClient) async throws {
        var expectsAnswer = channel.isActive
        if free > 0 {
            free -= 1
            waiting.begin(client)
        } else {
            await withCheckedContinuation { waiting.append($0, of: client) }
            expectsAnswer = await channel.expectsAnswer
        }
        guard expectsAnswer else {
            give()
            throw CancellationError()
        }
    }

    func give() {
        guard let next = waiting.removeNext() else { return free += 1 }
        next.resume()
    }
}

/// The sender of a request.
struct RequestClient: Hashable, Sendable {
    /// The NetID, or the address if no one is signed in.
    let account: String
    let address: String

    init(account: String? = nil, address: String) {
        self.account = account ?? address
        self.address = address
    }

    init(_ channel: any Channel) {
        self.init(address: ClientAddress.counted(channel.remoteAddress?.ipAddress ?? ""))
    }
}

/// Waiting requests. Accounts take turns, and so do the addresses of an account.
struct TurnQueue<Waiter> {
    private var waiting: [(client: RequestClient, waiter: Waiter)] = []
    private var turn = 0
    /// The last turn of each account, and of each client.
    private var accounts: [String: Int] = [:]
    private var clients: [RequestClient: Int] = [:]

    /// How many clients’ turns are stored.
    private static var maxClients: Int { 4096 }

    mutating func append(_ waiter: Waiter, of client: RequestClient) { waiting.append((client, waiter)) }

    /// Removes the first waiter of the client with the oldest last turn.
    mutating func removeNext() -> Waiter? {
        let turns = waiting.map { (accounts[$0.client.account] ?? 0, clients[$0.client] ?? 0) }
        guard let next = turns.indices.min(by: { turns[$0] < turns[$1] }) else {
            (accounts, clients) = ([:], [:])
            return nil
        }
        let (client, waiter) = waiting.remove(at: next)
        begin(client)
        return waiter
    }

    /// Begins a turn of `client`.
    mutating func begin(_ client: RequestClient) {
        if clients.count >= Self.maxClients { (accounts, clients) = ([:], [:]) }
        turn += 1
        accounts[client.account] = turn
        clients[client] = turn
    }
}

/// The event by which a route asks whether the client still expects an answer. It fails with `CancellationError` if the
/// client disconnected or sends nothing more.
struct ClientCheck: Sendable {}

extension Channel {
    fileprivate var expectsAnswer: Bool {
        get async {
            do {
                try await triggerUserOutboundEvent(ClientCheck()).get()
                return isActive
            } catch is CancellationError {
                return false
            } catch {
                // No handler knows.
                return isActive
            }
        }
    }
}
