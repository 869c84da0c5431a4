import Dispatch
import Foundation
import Synchronization

/// Work that is divided among all cores.
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

extension Array where Element: Sendable {
    /// The results of `convert`, which is called on all cores, in the order of the elements.
    func concurrentMap<T: Sendable>(_ convert: @Sendable (Element) -> T) -> [T] {
        let cores = Swift.min(count, ConcurrentParts.cores)
        return ConcurrentParts.map(of: count, on: cores) { range in self[range].map(convert) }.flatMap(\.self)
    }
}
