import DirectoryModel
import Testing

@testable import DirectoryServer

/// Searches of pages: in the values, and not in the words around them.
@Suite struct SearchedValueTests {
    private func found(_ text: String, _ repository: SQLRepository) async throws -> [Int] {
        let query = PageQuery(SearchQuery(text, in: DukePerson.definition), offset: 0, limit: 10)
        return try await repository.page(query, of: "people") { $0.key }.entries.sorted()
    }

    @Test(arguments: Backend.available)
    func aPageFindsTheSameAsTheWindow(backend: Backend) async throws {
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
            // And others come page by page
            let second = PageQuery(SearchQuery("-te=red", in: DukePerson.definition), offset: 1, limit: 1)
            let paged = try await database.repository.page(second, of: "people") { $0.key }
            #expect(paged.entries == [3] && paged.total == 3)
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
    func theTextsOfAnEarlierVersionAreReplacedWithoutAChangeOfTheList(backend: Backend) async throws {
        func expectValuesFound(_ repository: SQLRepository) async throws {
            for (word, count) in [("owls", 1), ("al7", 1), ("0000007", 1), ("reach", 0), ("team", 0), ("can", 0)] {
                let query = PageQuery(terms: [word], offset: 0, limit: 10)
                #expect(try await repository.page(query, of: "people") { $0.key }.total == count, "\(word)")
            }
        }
        try await backend.withDatabase { database in
            let person = DukePerson(
                DUID: 7, netid: "al7", fName: "Ana", lName: "Li", email: "al7@duke.edu", role: .Student, team: "Owls")
            try await database.repository.add(try Entry(person.record))
            try await expectValuesFound(database.repository)
            // Given an entry as an earlier version stored it
            try await database.execute("UPDATE entry SET search = 'ana li is a student. you can reach them'")
            let before = try await database.contents()
            // When the server of this version starts
            let repository = try database.open()
            try await repository.reindexEntries(EntryDerivation(.people))
            // Then pages find by the values, and clients see no change
            try await expectValuesFound(repository)
            let after = try await database.contents()
            for table in before.keys where !["entry", "list"].contains(table) {
                #expect(after[table] == before[table], "\(table)")
            }
        }
    }
}
