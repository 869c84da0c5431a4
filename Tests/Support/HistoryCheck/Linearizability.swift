/// Finds out whether the answers about one record could have been given by a server that does one thing after another,
/// each at a moment between its request and its answer.
///
/// The operations are followed in the order of time. A configuration is one of the states that explain all answers so
/// far: the value, and which of the operations that are under way have taken effect. An operation that only reads takes
/// effect as soon as it can, since that excludes no other order; one that changes the record takes effect when an answer needs
/// that (“just-in-time linearization”, G. Lowe, Testing for linearizability, 2017).
public struct Linearizability {
    private struct Configuration: Hashable {
        var value: Int?
        /// Operations under way that have taken effect.
        var done: Set<Int> = []
    }

    private let operations: [RecordOperation]
    private var open: Set<Int> = []
    private var configurations: Set<Configuration> = [Configuration()]

    /// - Parameter operations: all of one record, which did not exist before.
    public init(_ operations: [RecordOperation]) {
        self.operations = operations.filter { $0.request != .read || $0.answer != .unknown }
    }

    /// The first operation whose answer no order explains, or nil where there is an order that explains all.
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

    /// Starts and ends by time; what begins when another ends may be before it. Unknown answers never come.
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
        configurations = configurations.reduce(into: []) { kept, configuration in
            for var next in reached(index, from: configuration) {
                next.done.remove(index)
                kept.insert(next)
            }
        }
        open.remove(index)
    }

    /// The configurations in which the operation has taken effect, after as few changes as it needs.
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

    /// The configuration after all reading operations that its value explains.
    private func absorbing(_ configuration: Configuration) -> Configuration {
        var configuration = configuration
        for index in open where operations[index].isReading && !configuration.done.contains(index) {
            if operations[index].applied(to: configuration.value) != nil { configuration.done.insert(index) }
        }
        return configuration
    }
}
