/// Checks whether a sequential server could have given the responses about a record, each at a moment between request
/// and response.
///
/// Operations are processed by time. A configuration is a state that explains all responses so far: a value, and the
/// running operations that have taken effect. A read takes effect as soon as possible, which excludes no other order; a
/// change takes effect when a response requires it (“just-in-time linearization”, G. Lowe, Testing for linearizability,
/// 2017).
public struct Linearizability {
    private struct Configuration: Hashable {
        var value: Int?
        /// Running operations that have taken effect.
        var done: Set<Int> = []
    }

    private let operations: [RecordOperation]
    private var open: Set<Int> = []
    private var configurations: Set<Configuration> = [Configuration()]

    /// - Parameter operations: the operations on a record that did not exist before.
    public init(_ operations: [RecordOperation]) {
        self.operations = operations.filter { $0.request != .read || $0.answer != .unknown }
    }

    /// The first operation that no order explains.
    public mutating func violation() -> RecordOperation? {
        for event in events() {
            if event.isStart {
                begin(event.index)
            } else {
                end(event.index)
                if configurations.isEmpty { return operations[event.index] }
            }
        }
        return nil
    }

    /// Starts and ends by time, starts first. Unknown responses never arrive.
    private func events() -> [(time: UInt64, isStart: Bool, index: Int)] {
        operations.enumerated().flatMap { index, operation in
            [(operation.start, true, index)]
                + (operation.answer == .unknown ? [] : [(operation.end, false, index)])
        }.sorted { ($0.0, $0.1 ? 0 : 1) < ($1.0, $1.1 ? 0 : 1) }
    }

    private mutating func begin(_ index: Int) {
        open.insert(index)
        guard operations[index].isReading else { return }
        configurations = Set(configurations.map(absorbing))
    }

    private mutating func end(_ index: Int) {
        configurations = configurations.reduce(into: []) { saved, configuration in
            for var next in reached(index, from: configuration) {
                next.done.remove(index)
                saved.insert(next)
            }
        }
        open.remove(index)
    }

    /// The configurations in which the operation has taken effect, after as few changes as necessary.
    private func reached(_ index: Int, from start: Configuration) -> Set<Configuration> {
        var (reached, seen, waiting): (Set<Configuration>, Set<Configuration>, _) = ([], [start], [start])
        while let configuration = waiting.popLast() {
            if configuration.done.contains(index) {
                reached.insert(configuration)
                continue
            }
            for change in open where !operations[change].isReading && !configuration.done.contains(change) {
                guard let value = operations[change].applied(to: configuration.value) else { continue }
                let next = absorbing(Configuration(value: value, done: configuration.done.union([change])))
                if seen.insert(next).inserted { waiting.append(next) }
            }
        }
        return reached
    }

    /// Lets all reads of the current value take effect.
    private func absorbing(_ configuration: Configuration) -> Configuration {
        var configuration = configuration
        for index in open where operations[index].isReading && !configuration.done.contains(index) {
            if operations[index].applied(to: configuration.value) != nil { configuration.done.insert(index) }
        }
        return configuration
    }
}
