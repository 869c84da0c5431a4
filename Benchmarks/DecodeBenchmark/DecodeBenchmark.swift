import DirectoryModel
import Foundation

/// How long a list of people takes to read, beside `JSONDecoder` reading the same list as one array: lines 5 and 6 of
/// the table. Prints `ROUND <line> <ours> <reference>` in milliseconds, `BENCH_ROUNDS` times each.
@main
struct DecodeBenchmark {
    static let rounds = ProcessInfo.processInfo.environment["BENCH_ROUNDS"].flatMap { Int($0) } ?? 7
    /// The size of the pieces a list arrives in from a network.
    static let piece = 64 << 10

    static func main() throws {
        let lines = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        for (line, count, pictureBytes) in [(5, 10_000, 20_000), (6, 100_000, 0)]
        where lines.isEmpty || lines.contains(line) {
            try measure(line, try list(count, pictureBytes: pictureBytes), count)
        }
    }

    private static func measure(_ line: Int, _ list: Data, _ count: Int) throws {
        for round in 0...rounds {
            let (ours, people) = try milliseconds { try read(list) }
            let (reference, decoded) = try milliseconds { try JSONDecoder().decode([DukePerson].self, from: list) }
            guard people == decoded.map(\.record), people.count == count else { throw Different() }
            // The first one fills the caches.
            if round > 0 { print("ROUND \(line) \(ours) \(reference)") }
        }
    }

    /// The people in `list`, read as a download is.
    private static func read(_ list: Data) throws -> [Record] {
        let reader = ElementReader(.people)
        var splitter = ElementSplitter()
        var people: [Record] = []
        try list.withUnsafeBytes { bytes in
            for start in stride(from: 0, to: bytes.count, by: piece) {
                let piece = UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + piece, bytes.count)])
                try splitter.push(piece, readBy: reader) { element in
                    if case .record(let person) = element { people.append(person) }
                }
            }
        }
        try splitter.finish { element in
            if case .record(let person) = reader.read(element) { people.append(person) }
        }
        return people
    }

    private struct Different: Error {}

    private static func list(_ count: Int, pictureBytes: Int) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode((1...count).map { person($0, pictureBytes: pictureBytes) })
    }

    /// An invented person like those of the sample class.
    private static func person(_ number: Int, pictureBytes: Int) -> DukePerson {
        let first = ["Ana", "Zoë", "Łukasz", "Đặng", "Ric", "Mary Jane", "Søren", "Priya"][number % 8]
        let last = ["Strauß", "Telford", "Nguyễn", "Okafor", "Lindqvist", "Marsh", "Quillfeather"][number / 8 % 7]
        var state = UInt64(number)
        let picture = (0..<pictureBytes).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
        return DukePerson(
            DUID: number, netid: "n\(number)", fName: first, lName: "\(last)\(number % 1000)",
            email: "n\(number)@duke.edu", from: "City \(number % 300)", gender: number % 2 == 0 ? .Female : .Male,
            role: number % 100 == 0 ? .TA : .Student, program: "ECE", plan: "MS", team: "Team \(number % 20)",
            movie: "The Movie \(number % 50)", hobby: number % 3 == 0 ? "chess, swimming" : "hiking",
            languages: ["Swift", "C"], picture: Data(picture).base64EncodedString())
    }

    private static func milliseconds<T>(_ body: () throws -> T) rethrows -> (Double, T) {
        let started = ContinuousClock.now
        let result = try body()
        return ((ContinuousClock.now - started) / .milliseconds(1), result)
    }
}
