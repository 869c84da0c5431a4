import NIOCore

/// Limits concurrent work. Clients take turns, so that one with much work does not delay the rest.
actor AsyncSemaphore {
    private var free: Int
    private var waiting = TurnQueue<CheckedContinuation<Void, Never>>()

    /// - Parameter count: the maximum number at a time.
    init(_ count: Int) { free = count }

    /// - Throws: `CancellationError` if the client disconnected while waiting, or the error of `work`.
    nonisolated func run<T: Sendable>(for context: ClassContext, _ work: () async throws -> T) async throws -> T {
        try await run(for: context.channel, as: context.client, work)
    }

    /// - Parameter client: takes turns with others.
    nonisolated func run<T: Sendable>(
        for channel: any Channel, as client: String, _ work: () async throws -> T
    ) async throws -> T {
        try await take(for: channel, as: client)
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
    func take(for channel: any Channel, as client: String) async throws {
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

/// Waiting requests, whose clients take turns.
struct TurnQueue<Waiter> {
    private var waiting: [(client: String, waiter: Waiter)] = []
    private var turn = 0
    /// The last turn of each client.
    private var turns: [String: Int] = [:]

    /// How many clients’ turns are stored.
    private static var maxClients: Int { 4096 }

    mutating func append(_ waiter: Waiter, of client: String) { waiting.append((client, waiter)) }

    /// Removes the first waiter of the client with the oldest last turn.
    mutating func removeNext() -> Waiter? {
        let last = waiting.map { turns[$0.client] ?? 0 }
        guard let next = last.indices.min(by: { last[$0] < last[$1] }) else {
            turns = [:]
            return nil
        }
        let (client, waiter) = waiting.remove(at: next)
        begin(client)
        return waiter
    }

    /// Begins a turn of `client`.
    mutating func begin(_ client: String) {
        if turns.count >= Self.maxClients { turns = [:] }
        turn += 1
        turns[client] = turn
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
