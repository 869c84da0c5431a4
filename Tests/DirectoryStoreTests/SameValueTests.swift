import DirectoryModel
import DirectoryStore
import Foundation
import Hostile
import Testing
import TypedStore

/// A link of a value finds everyone with the same, whatever the value is.
struct SameValueTests {
    private let sandbox = Sandboxed()

    private func found(_ text: String?, _ store: Store) async throws -> [Int] {
        guard let text else { return [] }
        let hits = try await SearchIndex(store[.people]).search(SearchQuery(text, in: .people))
        var keys: [Int] = []
        try store.each(DukePerson.self) { if hits.contains($0.row) { keys.append($0.record.DUID) } }
        return keys
    }

    private func search(_ key: String, _ value: String) -> String? {
        Definition.people.field(key).search(for: value)
    }

    @Test(arguments: [
        "Owls", "Red, Inc.", #"The "Best" Team"#, #"""#, "a=b, c=d", "Team, ln=Li", "*", ", ;", "Ł | Ø", "x\", ro=\"y",
        "\u{301}first", "اليوم, غداً", "日本、東京", "te=\"Owls\"", "  spaced  out  ", "1", "line\nbreak", "\u{202E}turned",
    ])
    func everyoneOfATeamIsFoundAndNobodyElse(value: String) async throws {
        let store = try sandbox.store()
        var people = [value, value, value + "s", "x" + value, "Owl", "Reds, Inc.", ""].enumerated().map {
            DukePerson(DUID: $0 + 1, fName: "N\($0)", role: .Student, team: $1)
        }
        people.append(DukePerson(DUID: 20, fName: value, from: value, hobby: value))
        try store.saveAll(people)
        let shown = people[0].displayText("team")
        let wanted = people.filter { $0.displayText("team").isEmpty == false && SearchTexts.same($0.team, value) }
        #expect(try await found(search("team", shown), store) == wanted.map(\.DUID))
    }

    @Test func oneOfSeveralIsEnough() async throws {
        let store = try sandbox.store()
        try store.saveAll([
            DukePerson(DUID: 1, hobby: "chess, tea", languages: ["Swift", "C"]),
            DukePerson(DUID: 2, hobby: "Chess", languages: ["C++"]),
            DukePerson(DUID: 3, hobby: "speed chess; TEA", languages: ["JavaScript"]),
            DukePerson(DUID: 4, role: .Student, languages: ["Java"]),
        ])
        #expect(try await found(search("hobby", "chess"), store) == [1, 2])
        #expect(try await found(search("hobby", "tea"), store) == [1, 3])
        #expect(try await found(search("languages", "C"), store) == [1])
        #expect(try await found(search("languages", "Java"), store) == [4])
        #expect(try await found(search("role", "Student"), store) == [4])
        #expect(try await found(#"ho="tea", la="C""#, store) == [1])
    }

    @Test func hostileValuesFindTheirPerson() async throws {
        let store = try sandbox.store()
        try store.saveAll(
            HostileText.all.enumerated().map { DukePerson(DUID: $0 + 1, from: $1.text) })
        for (index, hostile) in HostileText.all.enumerated() {
            let person = DukePerson(DUID: index + 1, from: hostile.text)
            guard !person.displayText("from").isEmpty, let text = search("from", person.from) else { continue }
            #expect(try await found(text, store).contains(index + 1), "\(hostile)")
        }
    }
}

private enum SearchTexts {
    /// True where both are the same but for case, accents, invisible marks and the white space around them.
    static func same(_ one: String, _ other: String) -> Bool {
        func plain(_ text: String) -> [UInt8] {
            let kept = text.unicodeScalars.filter { $0.value != 0x202E }
            return Folding.bytes(
                String(String.UnicodeScalarView(kept.map { $0 == "\n" ? " " : $0 })).trimmingCharacters(
                    in: .whitespaces))
        }
        return plain(one) == plain(other)
    }
}
