import Dispatch
import Testing

@testable import DirectoryKeyring

/// Waiting for the keyring, without one.
struct KeyringQueueTests {
    /// The user leaves the desktop's prompt open and cancels in the program.
    @Test(.timeLimit(.minutes(10))) func cancellingEndsTheWaitAndNotTheWork() async throws {
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let answer = DispatchSemaphore(value: 0)
        let asking = Task {
            try await KeyringQueue.run {
                begin.yield()
                answer.wait()
            }
        }
        for await _ in begun { break }
        asking.cancel()
        await #expect(throws: KeyringError.notAwaited) { try await asking.value }
        answer.signal()
        #expect(try await KeyringQueue.run { 42 } == 42)
    }

    @Test func aTaskCancelledBeforehandBeginsNothing() async throws {
        let asking = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await KeyringQueue.run { () -> Void in Issue.record("this was begun") }
        }
        await #expect(throws: KeyringError.notAwaited) { try await asking.value }
        try await KeyringQueue.run {}
    }

    @Test func anErrorOfTheWorkIsThrown() async {
        await #expect(throws: KeyringError.notSaved) {
            try await KeyringQueue.run { throw KeyringError.notSaved }
        }
    }
}
