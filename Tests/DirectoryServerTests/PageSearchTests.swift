import DirectoryModel
import Foundation
import Hostile
import Testing

@testable import DirectoryServer

/// What the database finds is what a plain comparison of the texts finds, also for texts that are hard to search.
@Suite struct PageSearchTests {
    private static let pieces = [
        "a", "an", "ana", "Ánna", "ł", "ß", "İ", "ﬀ", "é", "e\u{301}", "\u{301}", "\n", "\t", "\u{A0}", "\u{0}", " ",
        "  ", "👩‍🚀", "漢字", "％", "%", "_", "\\", "'", "\"", "-", "0", "07", "ñandú", "\u{FFFD}", "Ⓐ", "x",
    ]

    private static func text(_ random: inout Draw) -> String {
        (0..<Int.random(in: 1...9, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }

    private static func person(_ number: Int, _ random: inout Draw) -> DukePerson {
        var person = DukePerson.sample("n\(number)", duid: number + 1, name: text(&random))
        person.lName = text(&random)
        person.hobby = text(&random)
        person.from = text(&random)
        person.role = [.Student, .TA, .Professor, .Other].randomElement(using: &random) ?? .Student
        return person
    }

    /// The entries whose texts contain all words, in page order, and how many there are in each section.
    private static func expected(_ query: PageQuery, in all: [Entry]) -> (entries: [Entry], counts: [String: Int]) {
        let found = all.filter { entry in
            query.terms.joined().allSatisfy { Folding.contains(Array($0.utf8), in: Array(entry.searchText.utf8)) }
        }
        let page = found.dropFirst(query.offset).prefix(query.limit)
        return (Array(page), Dictionary(grouping: found, by: \.section).mapValues(\.count))
    }

    @Test(arguments: Backend.available)
    func databaseFindsTermsInAnyOrder(backend: Backend) async throws {
        try await backend.withDatabase { database in
            var random = Draw(seed: 7)
            let repository = database.repository
            for number in 0..<150 { try await repository.add(try Entry(Self.person(number, &random).record)) }
            let all = try await repository.page(PageQuery(terms: [], offset: 0, limit: 1000), of: "people").entries
            // Words of texts that exist, parts of them, and others
            for _ in 0..<100 {
                var terms = Folding.text(Self.text(&random)).split(separator: " ").map(String.init)
                let text = all.randomElement(using: &random)?.searchText ?? ""
                for word in text.split(separator: " ") where Bool.random(using: &random) {
                    let start = word.indices.randomElement(using: &random) ?? word.startIndex
                    terms.append(String(word[start...].prefix(Int.random(in: 1...3, using: &random))))
                }
                terms = terms.map { $0.replacing("\0", with: "\u{FFFD}") }.shuffled(using: &random)
                let query = PageQuery(
                    terms: Array(terms.prefix(Int.random(in: 1...3, using: &random))),
                    offset: Bool.random(using: &random) ? 0 : Int.random(in: 0...90, using: &random),
                    limit: Int.random(in: 1...30, using: &random))
                let (page, expected) = (try await repository.page(query, of: "people"), Self.expected(query, in: all))
                #expect(page.entries == expected.entries && page.counts == expected.counts, "\(query)")
            }
        }
    }
}
