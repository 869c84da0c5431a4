import DirectoryModel
import DirectoryStore
import Foundation
import GRDBSQLite

/// How long 100,000 people take to write and search, beside the same rows through SQLite's own C API.
@main
struct StoreBenchmark {
    static let count = 100_000
    static let rounds = 5

    /// With a folder and a count it only fills that sandbox, for the window to be measured on.
    static func main() async throws {
        let arguments = CommandLine.arguments
        if arguments.count == 3, let count = Int(arguments[2]) {
            return try Store(sandbox: URL(filePath: arguments[1])).saveAll((1...count).map(person))
        }
        let people = (1...count).map(person)
        let (store, reference) = try medians(
            { try writeThroughStore(people) }, { try writeThroughAPI(people) })
        print(
            "write \(count) people: store \(Int(store)) ms, C API \(Int(reference)) ms, ratio \(ratio(store, reference))"
        )
        try await search(people)
    }

    /// Medians of two ways, run in turn so that both meet the same machine.
    private static func medians(_ one: () throws -> Double, _ other: () throws -> Double) throws -> (Double, Double) {
        var (ones, others): ([Double], [Double]) = ([], [])
        for _ in 0..<rounds {
            ones.append(try one())
            others.append(try other())
        }
        return (median(ones), median(others))
    }

    private static func search(_ people: [DukePerson]) async throws {
        try await inFolder { folder in
            let store = try Store(sandbox: folder)
            try store.saveAll(people)
            let index = SearchIndex<DukePerson>(store: store)
            let built = try await milliseconds { try await index.prepare() }
            var times: [Double] = []
            for text in ["z", "zo", "zoe", "strau", "telfrod", "n12345", "the ece", "ho=chess", "ho=chess, te=3"] {
                for _ in 0..<rounds {
                    _ = try await index.search(SearchQuery("no such text at all"))
                    times.append(try await milliseconds { _ = try await index.search(SearchQuery(text)) })
                }
            }
            print(
                "search \(count) people: index \(Int(built)) ms, p50 \(rounded(median(times))) ms,",
                "p99 \(rounded(times.sorted()[times.count * 99 / 100])) ms")
        }
    }

    private static func writeThroughStore(_ people: [DukePerson]) throws -> Double {
        try inFolder { folder in
            let store = try Store(sandbox: folder)
            return try milliseconds { try store.saveAll(people) }
        }
    }

    // MARK: The reference

    /// The table, its indexes and its rows as the store writes them, every value ready before the clock starts.
    private static func writeThroughAPI(_ people: [DukePerson]) throws -> Double {
        try inFolder { folder in
            let file = folder.appending(path: "directory.sqlite").path
            _ = try Store(sandbox: folder)  // makes the tables
            let rows = people.map(values)
            var db: OpaquePointer?
            sqlite3_open(file, &db)
            defer { sqlite3_close(db) }
            sqlite3_exec(db, "PRAGMA synchronous = NORMAL", nil, nil, nil)
            return milliseconds { insert(rows, into: db) }
        }
    }

    private static func insert(_ rows: [(Int64, [String], Int64)], into db: OpaquePointer?) {
        let marks = Array(repeating: "?", count: 20).joined(separator: ", ")
        let columns = """
            DUID, hash, has_picture, netid, fName, lName, email, "from", gender, role, program, plan, team, movie, hobby,
            languages, section_role, section_team, sort_last, sort_first
            """
        var statement: OpaquePointer?
        sqlite3_exec(db, "BEGIN IMMEDIATE", nil, nil, nil)
        sqlite3_prepare_v2(db, "INSERT INTO people (\(columns)) VALUES (\(marks))", -1, &statement, nil)
        for (key, texts, hash) in rows {
            sqlite3_bind_int64(statement, 1, key)
            sqlite3_bind_int64(statement, 2, hash)
            sqlite3_bind_int64(statement, 3, 0)
            for (index, text) in texts.enumerated() {
                sqlite3_bind_text(
                    statement, Int32(index + 4), text, -1, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
            }
            sqlite3_step(statement)
            sqlite3_reset(statement)
        }
        sqlite3_finalize(statement)
        sqlite3_exec(db, "COMMIT", nil, nil, nil)
    }

    private static func values(_ person: DukePerson) -> (Int64, [String], Int64) {
        let fields = DukePerson.fields.dropFirst().filter { !$0.isPicture }.map { $0.value(person).text }
        let sections = DukePerson.groupings.compactMap { $0.section?(person).stored }
        let sorts = DukePerson.orders.map { Folding.text($0.text(person)) }
        return (Int64(person.DUID), fields + sections + sorts, Int64(person.DUID) &* 0x9E37_79B9)
    }

    // MARK: Help

    /// An invented person like those of the sample class, without a picture.
    private static func person(_ number: Int) -> DukePerson {
        let first = ["Ana", "Zoë", "Łukasz", "Đặng", "Ric", "Mary Jane", "Søren", "Priya"][number % 8]
        let last = ["Strauß", "Telford", "Nguyễn", "Okafor", "Lindqvist", "Marsh", "Quillfeather"][number / 8 % 7]
        return DukePerson(
            DUID: number, netid: "n\(number)", fName: first, lName: "\(last)\(number % 1000)",
            email: "n\(number)@duke.edu",
            from: "City \(number % 300)", gender: number % 2 == 0 ? .Female : .Male,
            role: number % 100 == 0 ? .TA : .Student, program: "ECE", plan: "MS", team: "Team \(number % 20)",
            movie: "The Movie \(number % 50)", hobby: number % 3 == 0 ? "chess, swimming" : "hiking",
            languages: ["Swift", "C"])
    }

    private static func inFolder<T>(_ body: (URL) throws -> T) throws -> T {
        let folder = URL.temporaryDirectory.appending(path: "benchmark-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }

    private static func inFolder<T>(_ body: (URL) async throws -> T) async throws -> T {
        let folder = URL.temporaryDirectory.appending(path: "benchmark-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
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

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    private static func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
    private static func ratio(_ one: Double, _ other: Double) -> Double { (one / other * 100).rounded() / 100 }
}
