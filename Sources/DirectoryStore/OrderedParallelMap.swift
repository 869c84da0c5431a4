import Dispatch
import Foundation
import Synchronization

/// Converts values on all cores and passes them on in order, on the calling thread.
///
/// Decoding a record takes longer than finding it in a list and writing it, which one thread does.
final class OrderedParallelMap<Input: Sendable, Output: Sendable>: Sendable {
    private let convert: @Sendable (Input) -> Output
    private let maxBytes: Int
    private let waiting = Mutex<(slots: [Slot], bytes: Int)>(([], 0))

    /// How many values may be in flight.
    private static var most: Int { 16 }
    /// How many bytes may be in flight by default.
    private static var defaultMaxBytes: Int { 4 << 20 }

    /// - Parameters:
    ///   - maxBytes: how many bytes may be in flight.
    ///   - convert: converts a value, on any thread.
    init(maxBytes: Int? = nil, _ convert: @escaping @Sendable (Input) -> Output) {
        (self.maxBytes, self.convert) = (maxBytes ?? Self.defaultMaxBytes, convert)
    }

    /// Begins to convert `input`, and passes what is ready to `use`.
    /// - Parameter bytes: the size of `input`.
    func push(_ input: Input, bytes: Int = 0, _ use: (Output) throws -> Void) throws {
        let slot = Slot(bytes: bytes)
        waiting.withLock {
            $0.slots.append(slot)
            $0.bytes += bytes
        }
        DispatchQueue.global(qos: .userInitiated).async { [convert] in slot.fill(convert(input)) }
        while let ready = first(isLast: false) { try ready.take().map(use) }
    }

    /// Passes the remaining values to `use`.
    func finish(_ use: (Output) throws -> Void) throws {
        while let ready = first(isLast: true) { try ready.take().map(use) }
    }

    /// The oldest value, if it is ready, too much is in flight, or no more come.
    private func first(isLast: Bool) -> Slot? {
        waiting.withLock { waiting in
            let isFull = waiting.slots.count > Self.most || waiting.bytes > maxBytes
            guard let first = waiting.slots.first, isLast || isFull || first.isFilled else { return nil }
            waiting.bytes -= first.bytes
            return waiting.slots.removeFirst()
        }
    }

    private final class Slot: Sendable {
        let bytes: Int
        private let output = Mutex<Output?>(nil)
        private let filled = DispatchSemaphore(value: 0)

        init(bytes: Int) { self.bytes = bytes }

        var isFilled: Bool { output.withLock { $0 != nil } }

        func fill(_ value: Output) {
            output.withLock { $0 = value }
            filled.signal()
        }

        /// Waits for the value.
        func take() -> Output? {
            filled.wait()
            return output.withLock { $0.take() }
        }
    }
}

enum ConcurrentParts {
    static var cores: Int { ProcessInfo.processInfo.activeProcessorCount }

    /// Divides the numbers below `count` among `cores`.
    /// - Returns: the results of `body`, in order.
    static func map<T: Sendable>(of count: Int, on cores: Int, _ body: @Sendable (Range<Int>) -> T) -> [T] {
        guard cores > 1 else { return [body(0..<count)] }
        let results = Mutex<[Int: T]>([:])
        DispatchQueue.concurrentPerform(iterations: cores) { part in
            let result = body(count * part / cores..<count * (part + 1) / cores)
            results.withLock { $0[part] = result }
        }
        return results.withLock { results in (0..<cores).compactMap { results[$0] } }
    }
}
