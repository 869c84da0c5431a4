import DirectoryModel
import Foundation
import Hostile
import Testing

@testable import DirectoryServer

/// Searches of pages: in the values of entries, and not in the words around them.
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

    /// The database finds what a plain comparison of the texts finds, also for texts that are hard to search.
    @Test(.eachDatabase) func databaseFindsTermsInAnyOrder() async throws {
        var random = Draw(seed: 7)
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

    private func found(_ text: String, _ repository: SQLRepository) async throws -> [Int] {
        let query = PageQuery(SearchQuery(text, in: DukePerson.definition), offset: 0, limit: 10)
        return try await repository.page(query, of: "people") { $0.key }.entries.sorted()
    }

    @Test(.eachDatabase) func aPageFindsTheSameAsTheWindow() async throws {
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

    @Test(.eachDatabase) func onlyTheFirstOfManySimilarNamesAreShown() async throws {
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
