import DirectoryModel
import DirectoryStore
import Foundation

/// What the store takes to write and to search, for `make bench`:
/// - `StoreBenchmark FOLDER COUNT` makes a sandbox with invented people; from 10,000 on, with 200 groups and 90 days of
///   changes.
/// - `StoreBenchmark --write COUNT ROUNDS` writes them through the store and through SQLite's C API in turn, and prints
///   the milliseconds of each.
/// - `StoreBenchmark --texts FOLDER FILE` writes the folded text of every person of a sandbox, one a line.
/// - `StoreBenchmark --past ROUNDS` shows 10,000 people as they were, with 90 days of changes, and prints the
///   milliseconds.
/// - `StoreBenchmark --duplicates ROUNDS` finds those of 10,000 of whom a list has a tenth twice, and prints the milliseconds.
/// - `StoreBenchmark --preview ROUNDS` previews a list of 10,000 people of whom 1,000 have changed, and prints the
///   milliseconds from the arrival of its last byte.
/// - `StoreBenchmark --search FOLDER` searches a sandbox for each line of its input, and answers with the milliseconds.
@main
struct StoreBenchmark {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch (arguments.first, arguments.count) {
        case ("--write", 3): try write(InventedPeople.first(Int(arguments[1]) ?? 1), rounds: Int(arguments[2]) ?? 1)
        case ("--past", 2): try showPast(rounds: Int(arguments[1]) ?? 1)
        case ("--duplicates", 2): try findDuplicates(rounds: Int(arguments[1]) ?? 1)
        case ("--preview", 2): try preview(rounds: Int(arguments[1]) ?? 1)
        case ("--texts", 3): try writeTexts(of: try store(arguments[1]), to: URL(filePath: arguments[2]))
        case ("--search", 2): try await search(try store(arguments[1]))
        case (_, 2): try fill(try store(arguments[0]), count: Int(arguments[1]) ?? 1)
        default: throw Failure(description: "StoreBenchmark cannot run \(arguments).")
        }
    }

    private static func store(_ folder: String) throws -> Store { try Store(sandbox: URL(filePath: folder)) }

    // MARK: Writing

    private static func write(_ people: [Record], rounds: Int) throws {
        let rows = try inFolder { folder in
            try Store(sandbox: folder)[.people].saveAll(people)
            return try StoredRows(of: folder)
        }
        for _ in 0..<rounds {
            let ours = try inFolder { folder in
                let stored = try Store(sandbox: folder)[.people]
                return try milliseconds { try stored.saveAll(people) }
            }
            let reference = try inFolder { folder in
                _ = try Store(sandbox: folder)  // makes the tables
                return try rows.write(into: folder)
            }
            print("ROUND 8", ours, reference)
        }
    }

    // MARK: Earlier states

    /// From 10,000 people on, there are 200 groups, and every day for 90 days 200 people were edited, some of them often.
    private static func fill(_ store: Store, count: Int) throws {
        let people = InventedPeople.first(count)
        let stored = store[.people]
        try stored.saveAll(people)
        guard count >= 10_000 else { return }
        for number in 0..<100 {
            let members = (0..<50).map { people[number * 100 + $0].key }
            try stored.makeGroup(RecordGroup("Picked \(number)", of: .people, members: members))
            try stored.makeGroup(RecordGroup("Smart \(number)", of: .people, search: "te=Team \(number)"))
        }
        for day in 0..<90 {
            try stored.saveAll(
                (0..<200).map { number in
                    var person = DukePerson(people[(day * 90 + number * 17) % people.count])
                    person.team = "Team \(day)"
                    return person.record
                })
        }
    }

    private static func showPast(rounds: Int) throws {
        try inFolder { folder in
            let store = try Store(sandbox: folder)
            try fill(store, count: 10_000)
            let changes = try store[.people].history(limit: 100)
            guard let begin = changes.dropFirst(89).first?.time else {
                throw Failure(description: "There are \(changes.count) changes.")
            }
            for _ in 0..<rounds {
                print("ROUND 25", try milliseconds { _ = try store.asOf(begin) }, "-")
            }
        }
    }

    // MARK: Duplicates

    private static func findDuplicates(rounds: Int) throws {
        try inFolder { folder in
            let stored = try Store(sandbox: folder)[.people]
            let count = 10_000
            let people = InventedPeople.first(count * 10 / 11)
            try stored.saveAll(people + people.prefix(count - people.count).map { $0.keyed(count + $0.key) })
            for _ in 0..<rounds {
                var found = 0
                let time = try milliseconds { found = try stored.duplicates().count }
                guard found >= count - people.count else { throw Failure(description: "\(found) were found.") }
                print("ROUND 24", time, "-")
            }
        }
    }

    // MARK: Previews

    private static func preview(rounds: Int) throws {
        try inFolder { folder in
            let stored = try Store(sandbox: folder)[.people]
            let people = InventedPeople.first(10_000)
            try stored.saveAll(people)
            let arriving = people.map { person in
                guard person.key.isMultiple(of: 10) else { return person }
                var person = DukePerson(person)
                person.movie = "Another Movie"
                return person.record
            }
            for _ in 0..<rounds {
                let staging = try stored.beginStaging()
                try staging.add(arriving.map { .record($0) })
                guard try staging.count == arriving.count else { throw Failure(description: "Not all arrived.") }
                var found = ChangeSummary()
                let time = try milliseconds { found = try stored.preview(staging, MergeRequest(.update)).summary }
                guard found.changed == 1000 else { throw Failure(description: "\(found) was found.") }
                print("ROUND 23", time, "-")
            }
        }
    }

    // MARK: Searching

    private static func writeTexts(of store: Store, to file: URL) throws {
        var texts: [String] = []
        try store[.people].each { stored in
            let text = "\(stored.record.displayName) \(stored.record.text(style: .search))"
            texts.append(Folding.text(text).replacing("\n", with: " "))
        }
        try Data(texts.joined(separator: "\n").utf8).write(to: file)
    }

    /// Each text is searched anew, not as one that narrows the last.
    private static func search(_ store: Store) async throws {
        let index = SearchIndex(store[.people])
        try await index.prepare()
        while let text = readLine() {
            _ = try await index.search(SearchQuery("0q0q", in: .people))
            let query = SearchQuery(text, in: .people)
            print(try await milliseconds { _ = try await index.search(query) })
            fflush(nil)
        }
    }

    // MARK: Help

    private static func inFolder<T>(_ body: (URL) throws -> T) throws -> T {
        let folder = URL.temporaryDirectory.appending(path: "benchmark-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }

    private static func milliseconds(_ body: () throws -> Void) rethrows -> Double {
        let started = ContinuousClock.now
        try body()
        return (ContinuousClock.now - started) / .milliseconds(1)
    }

    private static func milliseconds(_ body: () async throws -> Void) async rethrows -> Double {
        let started = ContinuousClock.now
        try await body()
        return (ContinuousClock.now - started) / .milliseconds(1)
    }

    struct Failure: Error, CustomStringConvertible { let description: String }
}
