import Foundation
import HistoryCheck
import Hostile
import Synchronization

/// `HistoryRun SECONDS PORTS [--forget] NETID:PASSWORD…` runs sixteen clients of the servers at these comma-separated
/// ports. It prints progress, counts, and the verdict, and exits with 1 after an impossible response or a server error
/// except 503.
@main
enum HistoryRun {
    private static let clients = 16
    private static let isEnding = Atomic(false)

    static func main() {
        var arguments = Array(CommandLine.arguments.dropFirst())
        let isForgetful = arguments.contains("--forget")
        arguments.removeAll { $0 == "--forget" }
        guard arguments.count > 2, let seconds = Int(arguments[0]) else { return }
        let ports = arguments[1].split(separator: ",").compactMap { Int($0) }
        let people = arguments[2...].enumerated().compactMap { index, text -> HistoryClient.Person? in
            let message = text.split(separator: ":", maxSplits: 1).map(String.init)
            guard message.count == 2 else { return nil }
            return HistoryClient.Person(netid: message[0], password: message[1], number: 1000 + index)
        }
        let recorder = HistoryRecorder()
        run(people, ports, seconds, recorder, isForgetful: isForgetful)
        HistoryClient(people, ports: ports, recorder: recorder, random: Draw(seed: 0)).readAll()
        report(recorder)
    }

    private static func run(
        _ people: [HistoryClient.Person], _ ports: [Int], _ seconds: Int, _ recorder: HistoryRecorder, isForgetful: Bool
    ) {
        let seed = Draw.namedSeed ?? 1
        print("seed \(seed), \(clients) clients, \(people.count) records, \(ports.count) servers, \(seconds) s")
        let group = DispatchGroup()
        for index in 0..<clients {
            group.enter()
            Thread {
                let client = HistoryClient(
                    people, ports: ports, recorder: recorder, random: Draw(seed: seed &* 1000 &+ UInt64(index)),
                    isForgetful: isForgetful)
                while !isEnding.load(ordering: .relaxed) { client.step() }
                group.leave()
            }.start()
        }
        watch(recorder, seconds)
        isEnding.store(true, ordering: .relaxed)
        group.wait()
    }

    /// Prints the number of responses every five seconds.
    private static func watch(_ recorder: HistoryRecorder, _ seconds: Int) {
        var before = recorder.counts
        for second in stride(from: 5, through: seconds, by: 5) {
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 5)
            let now = recorder.counts
            let failed = { (counts: [String: Int]) in
                counts.reduce(0) { $0 + ($1.key.contains("503") || $1.key.contains("no") ? $1.value : 0) }
            }
            let all = { (counts: [String: Int]) in counts.values.reduce(0, +) }
            print("\(second) s: \(all(now) - all(before)) requests, \(failed(now) - failed(before)) without an answer")
            fflush(nil)
            before = now
        }
    }

    private static func report(_ recorder: HistoryRecorder) {
        for (kind, count) in recorder.counts.sorted(by: { $0.key < $1.key }) { print("\(kind)\t\(count)") }
        let start = ContinuousClock.now
        let violations = recorder.violations()
        let time = (ContinuousClock.now - start).formatted(
            .units(allowed: [.seconds], fractionalPart: .show(length: 1)))
        print("\(recorder.operationCount) operations, of which \(recorder.unknownCount) unknown; checked in \(time)")
        for (record, operation) in violations { print("\(record): no order explains \(operation)") }
        print(violations.isEmpty ? "linearizable" : "NOT LINEARIZABLE")
        for failure in recorder.failures { print("\(failure): the server failed") }
        exit(violations.isEmpty && recorder.failures.isEmpty ? 0 : 1)
    }
}
