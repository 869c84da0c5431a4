import NIOCore

/// Limits concurrent work. Clients take turns, so that one with much work does not delay the rest.
actor AsyncSemaphore {
    private var free: Int
    private var waiting = TurnQueue<CheckedContinuation<Void, Never>>()

    /// - Parameter count: the maximum number at a time.
    init(_ count: Int) { free = count }

    /// - Parameter client: takes turns with others.
    /// - Throws: `CancellationError` if the client disconnected while waiting, or the error of `work`.
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
    private var waiting: [String: [Waiter]] = [:]
    /// The clients of these requests, in the order of their turns.
    private var clients: [String] = []

    mutating func append(_ waiter: Waiter, of client: String) {
        if waiting[client] == nil { clients.append(client) }
        waiting[client, default: []].append(waiter)
    }

    /// Removes the first waiter of the client whose turn is next.
    mutating func removeNext() -> Waiter? {
        guard !clients.isEmpty, case let client = clients.removeFirst() else { return nil }
        let next = waiting[client]?.removeFirst()
        if waiting[client]?.isEmpty == false { clients.append(client) } else { waiting[client] = nil }
        return next
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
