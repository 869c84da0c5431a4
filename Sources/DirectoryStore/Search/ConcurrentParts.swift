import Foundation
import Synchronization

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
