import NIOCore

/// Lets work that takes much memory through a few at a time, in the order in which it came.
actor Turns {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// - Parameter count: how many at a time.
    init(_ count: Int) { free = count }

    /// The result of `work`, which starts when it is its turn.
    /// - Throws: `CancellationError` where `client` has left by then; otherwise the error of `work`.
    nonisolated func run<T: Sendable>(for client: any Channel, _ work: () async throws -> T) async throws -> T {
        try await run {
            guard client.isActive else { throw CancellationError() }
            return try await work()
        }
    }

    /// The result of `work`, which starts when it is its turn.
    nonisolated func run<T: Sendable>(_ work: () async throws -> T) async rethrows -> T {
        await take()
        do {
            let result = try await work()
            await give()
            return result
        } catch {
            await give()
            throw error
        }
    }

    private func take() async {
        guard free == 0 else {
            free -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func give() {
        guard waiting.isEmpty else { return waiting.removeFirst().resume() }
        free += 1
    }
}
