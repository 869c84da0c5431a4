import Dispatch
import Foundation
import Synchronization

/// Values that are converted on all cores and used on the thread that hands them in, in the order they came.
///
/// Decoding a record and making its row take longer than finding it in a list and writing it, which one thread does.
final class OrderedParallelMap<Input: Sendable, Output: Sendable>: Sendable {
    private let convert: @Sendable (Input) -> Output
    private let maxBytes: Int
    private let waiting = Mutex<(slots: [Slot], bytes: Int)>(([], 0))

    /// How many values may be under way, so that memory stays small.
    private static var most: Int { 16 }
    /// How many bytes may be under way where their number is not given.
    private static var usualBytes: Int { 16 << 20 }

    /// - Parameters:
    ///   - mostBytes: how many bytes may be under way.
    ///   - convert: converts a value, on any thread.
    init(maxBytes: Int? = nil, _ convert: @escaping @Sendable (Input) -> Output) {
        (self.maxBytes, self.convert) = (maxBytes ?? Self.usualBytes, convert)
    }

    /// Begins to convert `input`, which has so many bytes, and passes to `use` what is ready of the earlier ones.
    func push(_ input: Input, bytes: Int = 0, _ use: (Output) throws -> Void) throws {
        let slot = Slot(bytes: bytes)
        waiting.withLock {
            $0.slots.append(slot)
            $0.bytes += bytes
        }
        DispatchQueue.global(qos: .userInitiated).async { [convert] in slot.fill(convert(input)) }
        while let ready = first(isLast: false) { try ready.take().map(use) }
    }

    /// Passes to `use` what was not passed yet; when it returns, everything was used.
    func finish(_ use: (Output) throws -> Void) throws {
        while let ready = first(isLast: true) { try ready.take().map(use) }
    }

    /// The oldest value, where it is ready, where too much is under way, or where no more comes.
    private func first(isLast: Bool) -> Slot? {
        waiting.withLock { waiting in
            let isFull = waiting.slots.count > Self.most || waiting.bytes > maxBytes
            guard let first = waiting.slots.first, isLast || isFull || first.isFilled else { return nil }
            waiting.bytes -= first.bytes
            return waiting.slots.removeFirst()
        }
    }

    /// The place of one value.
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

        /// The value, once it is there.
        func take() -> Output? {
            filled.wait()
            return output.withLock { $0.take() }
        }
    }
}

/// Divides work over many numbers among the cores.
enum ConcurrentParts {
    /// How many cores the machine has.
    static var cores: Int { ProcessInfo.processInfo.activeProcessorCount }

    /// What `body` returns for each part of the numbers below `count`, in order; there are at most `cores` parts.
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
