import DirectoryModel
import Testing

@testable import DirectoryServer

/// What pages search: the values, and not the words around them.
@Suite struct SearchedValueTests {
    private static func entry() throws -> Entry {
        try Entry(
            DukePerson(
                DUID: 7, netid: "al7", fName: "Ana", lName: "Li", email: "al7@duke.edu", role: .Student, team: "Owls"))
    }

    private func total(_ words: [String], _ repository: SQLRepository) async throws -> Int {
        try await repository.page(PageQuery(words: words, offset: 0, limit: 10), of: "people") { $0.key }.total
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

    @Test(arguments: Backend.available)
    func whatAnEarlierVersionSearchedIsMadeAnewAndNoChangeOfTheList(backend: Backend) async throws {
        try await backend.withDatabase { database in
            // Given an entry as an earlier version stored it
            try await database.repository.add(try Self.entry())
            try await database.execute("UPDATE entry SET search = 'ana li is a student. you can reach them'")
            let before = try await database.contents()
            // When the server of this version starts
            let repository = try database.open()
            try await repository.deriveTexts(EntryDerivation(DukePerson.self))
            // Then pages find by the values, and clients see no change
            #expect(try await total(["owls"], repository) == 1)
            #expect(try await total(["reach"], repository) == 0)
            let after = try await database.contents()
            for table in before.keys where !["entry", "entry_fingerprint"].contains(table) {
                #expect(after[table] == before[table], "\(table)")
            }
        }
    }
}
