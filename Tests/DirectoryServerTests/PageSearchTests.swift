import DirectoryModel
import Foundation
import Testing

@testable import DirectoryServer

/// A long list is searched in a file, and what is found is what the database finds.
@Suite struct PageSearchTests {
    /// The same numbers every time.
    private struct Random: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state >> 33) | (state << 31)
        }
    }

    private static let pieces = [
        "a", "an", "ana", "Ánna", "ł", "ß", "İ", "ﬀ", "é", "e\u{301}", "\u{301}", "\n", "\t", "\u{A0}", "\u{0}", " ",
        "  ", "👩‍🚀", "漢字", "％", "%", "_", "\\", "'", "\"", "-", "0", "07", "ñandú", "\u{FFFD}", "Ⓐ", "x",
    ]

    private static func text(_ random: inout Random) -> String {
        (0..<Int.random(in: 1...9, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }

    private static func person(_ number: Int, _ random: inout Random) -> DukePerson {
        var person = DukePerson.sample("n\(number)", duid: number + 1, name: text(&random))
        (person.lName, person.hobby, person.from) = (text(&random), text(&random), text(&random))
        person.role = [.Student, .TA, .Professor, .Other].randomElement(using: &random) ?? .Student
        return person
    }

    /// A folder for the files of a search, and the search.
    private static func search(_ repository: SQLRepository, minChanges: Int = 1000) -> PageSearch {
        PageSearch(repository, in: NSTemporaryDirectory(), minCount: 1, minChanges: minChanges)
    }

    /// True if the file answers, rather than the database.
    private static func isUsed(_ search: PageSearch, _ repository: SQLRepository) async throws -> Bool {
        try await repository.database.read { db in
            try search.find(PageQuery(words: ["a"], offset: 0, limit: 1), of: "people", in: db) != nil
        }
    }

    /// Has the file written, also if a search already began to.
    private static func prepare(_ search: PageSearch, _ repository: SQLRepository) async throws {
        repeat { await search.prepare("people") } while try await !isUsed(search, repository)
    }

    /// Compares pages of what is found by words of texts that exist, by parts of them, and by others.
    private static func compare(
        _ search: PageSearch, _ repository: SQLRepository, _ random: inout Random, times: Int = 60
    ) async throws {
        let texts = try await repository.page(PageQuery(words: [], offset: 0, limit: 1000), of: "people").entries
            .map(\.searchText)
        for _ in 0..<times {
            var words = Folding.text(Self.text(&random)).split(separator: " ").map(String.init)
            let text = texts.randomElement(using: &random) ?? ""
            for word in text.split(separator: " ") where Bool.random(using: &random) {
                let start = word.indices.randomElement(using: &random) ?? word.startIndex
                words.append(String(word[start...].prefix(Int.random(in: 1...3, using: &random))))
            }
            words = words.map { $0.replacing("\0", with: "\u{FFFD}") }.shuffled(using: &random)
            let offset = Bool.random(using: &random) ? 0 : Int.random(in: 0...90, using: &random)
            let limit = Int.random(in: 1...30, using: &random)
            let query = PageQuery(
                words: Array(words.prefix(Int.random(in: 1...3, using: &random))), offset: offset, limit: limit)
            let (one, other) = (
                try await repository.page(query, of: "people"),
                try await repository.page(query, of: "people", by: search)
            )
            #expect(one.entries == other.entries && one.counts == other.counts, "\(query)")
        }
    }

    @Test(arguments: Backend.available)
    func whatIsFoundIsWhatTheDatabaseFinds(backend: Backend) async throws {
        try await backend.withDatabase { database in
            // Given people with texts that are hard to search, and the file of their texts
            var random = Random(state: 7)
            let repository = database.repository
            for number in 0..<150 { try await repository.add(try Entry(Self.person(number, &random).record)) }
            let search = Self.search(repository)
            #expect(try await !Self.isUsed(search, repository))
            try await Self.prepare(search, repository)
            try await Self.compare(search, repository, &random)
            // When another server adds, changes, removes, hides, and shows some, then it is found all the same
            let other = try database.open()
            for number in 0..<60 {
                let netid = "n\(Int.random(in: 0..<180, using: &random))"
                switch number % 6 {
                case 0: try await other.add(try Entry(Self.person(150 + number, &random).record))
                case 1: _ = try? await other.remove(entryOf: netid, in: "people") { _ in }
                case 2: _ = try await other.hide(entryOf: netid, in: "people")
                case 3: _ = try await other.show(entryOf: netid, in: "people")
                default:
                    let place = Int.random(in: 0..<150, using: &random)
                    let entry = try Entry(Self.person(place, &random).record)
                    try? await other.replace(entryOf: entry.owner, with: entry) { _ in }
                }
                try await Self.compare(search, repository, &random, times: 3)
                #expect(try await Self.isUsed(search, repository))
            }
            // And by several at once
            try await withThrowingTaskGroup(of: Void.self) { group in
                for seed in 0..<4 {
                    group.addTask {
                        var random = Random(state: UInt64(seed))
                        try await Self.compare(search, repository, &random, times: 20)
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test(arguments: Backend.available)
    func afterManyChangesTheFileIsWrittenAnew(backend: Backend) async throws {
        try await backend.withDatabase { database in
            var random = Random(state: 8)
            let repository = database.repository
            for number in 0..<40 { try await repository.add(try Entry(Self.person(number, &random).record)) }
            let search = Self.search(repository, minChanges: 5)
            try await Self.prepare(search, repository)
            // When more is changed than is kept in memory, then the database searches
            for number in 40..<50 { try await repository.add(try Entry(Self.person(number, &random).record)) }
            #expect(try await !Self.isUsed(search, repository))
            try await Self.compare(search, repository, &random, times: 20)
            // Until the file is there
            try await Self.prepare(search, repository)
            try await Self.compare(search, repository, &random)
        }
    }

    @Test(arguments: Backend.available)
    func textsThatWereDerivedAnewAreSearched(backend: Backend) async throws {
        try await backend.withDatabase { database in
            var random = Random(state: 9)
            let repository = database.repository
            for number in 0..<20 { try await repository.add(try Entry(Self.person(number, &random).record)) }
            let search = Self.search(repository)
            try await Self.prepare(search, repository)
            // When a server of another version derives other texts, which clients do not see
            try await database.execute(
                """
                UPDATE entry SET search = 'words of another version';
                INSERT INTO entry_fingerprint VALUES ('people', 'another')
                """)
            let query = PageQuery(words: ["nother"], offset: 0, limit: 50)
            #expect(try await repository.page(query, of: "people", by: search).total == 20)
            try await Self.prepare(search, repository)
            #expect(try await repository.page(query, of: "people", by: search).total == 20)
        }
    }

    @Test func aRestoredBackupIsSearched() async throws {
        try await withTemporaryFile { repository in
            var random = Random(state: 10)
            for number in 0..<20 { try await repository.add(try Entry(Self.person(number, &random).record)) }
            let backup = repository.folder + "/backup.sqlite"
            try repository.file().backup(to: backup)
            try await repository.add(try Entry(DukePerson.sample("zz99", duid: 99, name: "Quixote").record))
            let search = Self.search(repository)
            try await Self.prepare(search, repository)
            let query = PageQuery(words: ["quixote"], offset: 0, limit: 9)
            #expect(try await repository.page(query, of: "people", by: search).total == 1)
            try repository.file().restore(from: backup)
            #expect(try await repository.page(query, of: "people", by: search).total == 0)
            try await Self.prepare(search, repository)
            try await Self.compare(search, repository, &random, times: 20)
        }
    }

    @Test func theEntriesOfAPageAreReadByTheirKeys() async throws {
        for backend in Backend.available where backend == .sqlite {
            try await backend.withDatabase { database in
                let few = "collection = 'people' AND \(SQLDialect.sqlite.isAmong("key", "'[1]'", as: "bigint"))"
                let plan = try await database.plan(
                    SQLRepository.keysInOrder(few, .sqlite).replacing("$5", with: "1") + " LIMIT 1 OFFSET 0")
                #expect(plan.contains("SEARCH entry USING INDEX entry_key (collection=? AND key=?)"), "\(plan)")
            }
        }
    }
}
