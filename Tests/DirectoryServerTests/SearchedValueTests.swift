import DirectoryModel
import Testing

@testable import DirectoryServer

/// What pages search: the values, and not the words around them.
@Suite struct SearchedValueTests {
    private static func entry() throws -> Entry {
        let person = DukePerson(
            DUID: 7, netid: "al7", fName: "Ana", lName: "Li", email: "al7@duke.edu", role: .Student, team: "Owls")
        return try Entry(person.record)
    }

    private func total(_ message: [String], _ repository: SQLRepository) async throws -> Int {
        try await repository.page(PageQuery(terms: message, offset: 0, limit: 10), of: "people") { $0.key }.total
    }

    @Test(arguments: Backend.available)
    func sentencesAreNotSearched(backend: Backend) async throws {
        try await backend.withDatabase { database in
            try await database.repository.add(try Self.entry())
            for (word, count) in [("owls", 1), ("al7", 1), ("0000007", 1), ("reach", 0), ("team", 0), ("can", 0)] {
                #expect(try await total([word], database.repository) == count, "\(word)")
            }
        }
    }

    private func found(_ text: String, _ repository: SQLRepository) async throws -> [Int] {
        let query = PageQuery(SearchQuery(text, in: DukePerson.definition), offset: 0, limit: 10)
        return try await repository.page(query, of: "people") { $0.key }.entries.sorted()
    }

    @Test(arguments: Backend.available)
    func aPageFindsWhatTheWindowFinds(backend: Backend) async throws {
        try await backend.withDatabase { database in
            // Given
            let people = [
                DukePerson(
                    DUID: 1, netid: "jm1", fName: "Jürgen", lName: "Müller", email: "jm1@duke.edu", role: .Student,
                    team: "Owls", hobby: "chess, swimming"),
                DukePerson(
                    DUID: 2, netid: "wc2", fName: "Wei-Ling", lName: "Chen", email: "wc2@duke.edu", gender: .Female,
                    role: .TA, team: "Red, Inc."),
                DukePerson(
                    DUID: 3, netid: "wx3", fName: "小明", lName: "王", role: .Student, team: "Owls", movie: "Chess"),
                DukePerson(DUID: 4, netid: "rt4", fName: "Ric", lName: "Telford", from: "Durham"),
            ]
            for person in people { try await database.repository.add(try Entry(person.record)) }
            let expected: [(String, [Int])] = [
                ("te=owls", [1, 3]), ("te=owls, ho=swim", [1]), ("team=owls, hobby=swim", [1]), ("ho=chess", [1]),
                ("-te=owls", [2, 4]),
                ("te=\"Red, Inc.\"", [2]), ("te=\"Red\"", []), ("ro=stud", [1, 3]), ("ge=unknown", [1, 3, 4]),
                ("no=team", [4]), ("ln=mueller", [1]), ("mueller juergen", [1]), ("Muller", [1]), ("weiling", [2]),
                ("Wei-Ling Chen <wc2@duke.edu>", [2]), ("mailto:jm1@duke.edu", [1]), ("王小明", [3]), ("小明 王", [3]),
                ("chess owls", [1, 3]), ("owls chess", [1, 3]), ("telfrod", [4]), ("tlford ric", [4]), ("tlfrd", []),
                ("owls hawks", []),
            ]
            for (text, keys) in expected { #expect(try await found(text, database.repository) == keys, "\(text)") }
            // Then similar names are in a section of their own
            let query = PageQuery(SearchQuery("telfrod", in: DukePerson.definition), offset: 0, limit: 10)
            let page = try await database.repository.page(query, of: "people") { $0.section }
            #expect(page.entries == ["~\tSimilar Names"] && page.total == 1)
        }
    }

    @Test(arguments: Backend.available)
    func ofManySimilarNamesTheFirstAreShown(backend: Backend) async throws {
        try await backend.withDatabase { database in
            var orders: [String] = []
            for number in (0..<60).reversed() {
                let entry = try Entry(
                    DukePerson(
                        DUID: number + 1, netid: "n\(number)", fName: "N\(number)", lName: "Telford"
                    ).record)
                try await database.repository.add(entry)
                orders.append(entry.order)
            }
            let query = PageQuery(SearchQuery("telfrod", in: DukePerson.definition), offset: 0, limit: 100)
            let page = try await database.repository.page(query, of: "people") { $0.order }
            #expect(page.entries == Array(orders.sorted().prefix(50)))
        }
    }

    @Test(arguments: Backend.available)
    func fieldsAreFoundPageByPage(backend: Backend) async throws {
        try await backend.withDatabase { database in
            for number in 1...5 {
                let person = DukePerson(
                    DUID: number, netid: "n\(number)", fName: "N\(number)", lName: "Li", team: "Owls")
                try await database.repository.add(try Entry(person.record))
            }
            let query = PageQuery(SearchQuery("te=owls, -fn=n2", in: DukePerson.definition), offset: 2, limit: 2)
            let page = try await database.repository.page(query, of: "people") { $0.key }
            #expect(page.entries == [4, 5] && page.total == 4)
        }
    }

    @Test(arguments: Backend.available)
    func whatAnEarlierVersionSearchedIsMadeAnewAndNoChangeOfTheList(backend: Backend) async throws {
        try await backend.withDatabase { database in
            // Given an entry as an earlier version stored it
            try await database.repository.add(try Self.entry())
            try await database.execute("UPDATE entry SET search = 'ana li is a student. you can reach them'")
            let before = try await database.contents()
            // When the server of this version starts
            let repository = try database.open()
            try await repository.reindexEntries(EntryDerivation(.people))
            // Then pages find by the values, and clients see no change
            #expect(try await total(["owls"], repository) == 1)
            #expect(try await total(["reach"], repository) == 0)
            let after = try await database.contents()
            for table in before.keys where !["entry", "list"].contains(table) {
                #expect(after[table] == before[table], "\(table)")
            }
        }
    }
}
