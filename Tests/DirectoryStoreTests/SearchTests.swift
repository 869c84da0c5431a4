import DirectoryModel
import Foundation
import GRDB
import Hostile
import Testing
import TypedStore

@testable import DirectoryStore

/// Typing anything finds anybody, and keeps finding after every kind of change.
struct SearchTests {
    private let sandbox = Folder()

    private func person(_ key: Int, _ first: String, _ last: String, hobby: String = "", team: String = "")
        -> DukePerson
    {
        DukePerson(DUID: key, fName: first, lName: last, role: .Student, team: team, hobby: hobby)
    }

    @Test func incrementalSearchAgreesWithAFreshOneAfterEveryChange() async throws {
        let store = try sandbox.store()
        let saved = SearchIndex(store[.people])
        let texts = [
            "t", "te", "tel", "Łuk", "chess", "ho=chess", "te=owls", "telfrod", "ho=chess, te=owl", "ln=li", "",
        ]
        let changes: [() throws -> Void] = [
            { try store.saveAll([self.person(1, "Ric", "Telford"), self.person(2, "Łukasz", "Li", hobby: "Chess")]) },
            { try store.saveAll((10...60).map { self.person($0, "N\($0)", "Tel\($0)", team: "Owls") }) },
            { _ = try store[.people].delete(key: 30) },
            { _ = try store.save(self.person(2, "Lukas", "Telfort", hobby: "tea", team: "Owls")) },
            { _ = try store[.people].delete(key: 60) },
            { _ = try store.save(self.person(61, "New", "One", hobby: "chess")) },
            { try store.saveAll((100...1400).map { self.person($0, "M\($0)", "Many", hobby: "chess") }) },
        ]
        for change in changes {
            try change()
            for text in texts {
                let fresh = try await store[.people].found(text)
                #expect(try await store[.people].found(text, saved) == fresh, "\(text)")
            }
        }
    }

    /// Keys of the rows that a text finds, in the order of the list.
    private func order(_ text: String, in collection: StoredCollection) async throws -> [Int] {
        let list = try collection.listing(ListArrangement())
        let rows = try await SearchIndex(collection).search(SearchQuery(text, in: collection.definition), in: list).rows
        return try rows.compactMap { try collection.stored(row: $0)?.record.key }
    }

    @Test(arguments: ["chess swift", "swift chess", "Swift, chess"])
    func recordsWithEveryWordAreFoundInAnyOrderAfterThoseWithTheText(text: String) async throws {
        var people = [
            person(1, "Ana", "Ek", hobby: "chess swift"), person(2, "Bo", "Ek", hobby: "swift chess"),
            person(3, "Cy", "Ek", hobby: "chess"), person(4, "Di", "Ek", team: "Chess"),
            person(5, "Ed", "Ek", hobby: "swift"),
        ]
        people[3].languages = ["Swift"]
        let store = try sandbox.store(people)
        let found = try await order(text, in: store[.people])
        #expect(Set(found) == [1, 2, 4])
        #expect(text == "Swift, chess" || found.first == (text == "chess swift" ? 1 : 2))
        let sections = try await listed(text, store)
        #expect(sections["All Words Found"]?.count == (text == "Swift, chess" ? nil : 2))
    }

    @Test func aTextDoesNotSpanTwoFields() async throws {
        let store = try sandbox.store([
            DukePerson(DUID: 1, fName: "Cy", lName: "Ek", program: "Red", plan: "Fox"),
            person(2, "Di", "Ek", team: "Red Fox"),
            // The role is added to the stored texts when the program searches
            DukePerson(DUID: 3, fName: "Ed", lName: "Ek", role: .Student, languages: ["Vim"]),
        ])
        #expect(try await order("red fox", in: store[.people]) == [2, 1])
        #expect(try await order("vimstudent", in: store[.people]) == [])
        #expect(try await order("mst", in: store[.people]) == [])
        #expect(try await order("vim student", in: store[.people]) == [3])
    }

    @Test(arguments: [
        ["Jürgen Müller", "Juergen Mueller", "müller", "mueller", "muell", "mueller, jürgen"],
        ["Ørsted Åse", "Oersted Aase", "ørs", "oers"], ["Wei-Ling Chen", "Weiling Chen", "weili"],
        ["Hans-Peter Ek", "Hanspeter Ek", "hans‑peter", "HANSPETER"],
        ["Eoin O’Neil", "Eoin Oneil", "o'neil", "oneil", "ONei"],
    ])
    func everySpellingOfANameFindsIt(names: [String]) async throws {
        let store = try sandbox.store(
            names.prefix(2).enumerated().map { key, name in
                let message = name.split(separator: " ").map(String.init)
                return person(key + 1, message[0], message[1])
            } + [person(9, "Bo", "Zorn")])
        for text in names {
            let best = try await listed(text, store)["Best Matches"]
            #expect(best.map(Set.init) == [1, 2], "\(text)")
        }
        let last = String(names[0].split(separator: " ")[1])
        #expect(try await store[.people].found("ln=\(last)").sorted() == [1, 2])
    }

    @Test(
        arguments: [
            "Ana Lark <ana@x.org>", "<ana@x.org>", "mailto:ana@x.org", "MAILTO:ana@x.org?subject=Hi", "ana@x.org;",
            "\"Lark, Ana M. (Biology)\" <ana@x.org>", "ana@x.org>", "\u{202A}ana@x.org\u{202C}", "Lark;Ana;",
            "ana@x.org.", "'ana@x.org'", "‘Ana@x.org’", "\"ana@x.org\"", "(ana@x.org)",
            "Reply-To: \"Lark, Ana\" <ana@x.org>;", "On Mon, Nov 3, 2025 at 9:14 AM Ana Lark <ana@x.org> wrote:",
        ].map { ($0, [1]) }
            + ([
                ("ana@x.org; bo@x.org", [1, 2]), ("To: Ana Lark <ana@x.org>, Bo <bo@x.org>", [1, 2]),
                ("#2818281", [2_818_281]), ("3. Cy Orr, chess – 2818281", [2_818_281]), ("c++", [2_818_281]),
                ("c#", []), ("chess @ noon", [2_818_281]), ("chess @x.org", []), ("bo a@x", []),
                ("noon 2818281", [2_818_281]), ("tea 2818281", []),
            ] as [(String, [Int])]))
    func aCopiedTextFindsAllThatItIdentifies(text: String, keys: [Int]) async throws {
        let store = try sandbox.store([
            DukePerson(DUID: 1, fName: "Ana", lName: "Lark", email: "ana@x.org"),
            DukePerson(DUID: 2, fName: "Bo", lName: "Ek", email: "bo@x.org"),
            person(2_818_281, "Cy", "Orr", hobby: "chess @ noon, c++"),
        ])
        #expect(try await store[.people].found(text) == keys)
    }

    @Test(arguments: [("王", "小明", "王小明"), ("김", "민준", "김민준"), ("山田", "さくら", "山田さくら")])
    func anEastAsianNameIsShownAndFoundFamilyNameFirst(last: String, first: String, whole: String) async throws {
        let store = try sandbox.store([person(1, first, last), person(2, "Bo", "Ek")])
        let contact = Contact(id: 1).with(\.firstName, first).with(\.lastName, last)
        #expect(person(1, first, last).displayName == whole && contact.displayName == whole)
        for text in [whole, "\(last) \(first)", "\(first) \(last)", first, last, String(whole.prefix(2))] {
            #expect(try await listed(text, store)["Best Matches"] == [1], "\(text)")
        }
    }

    @Test(arguments: ["2026-11-27", "da=2026-11-27", "da=2026-11", "November 27", "da=november"])
    func aTourIsFoundByItsDay(text: String) async throws {
        let store = try sandbox.store()
        for (key, day) in [(1, "2026-11-27"), (2, "2026-12-03")] {
            let tour = TourReservation(id: key).with(\.customerName, "Ana")
            try store.save(tour.with(\.tourDate, "\(day)T12:00Z"))
        }
        #expect(try await order(text, in: store[.tours]) == [1])
    }

    @Test(arguments: [
        ("telfrod", true), ("tleford", true), ("telfod", true), ("telfoord", true), ("xelford", true), ("tel", true),
        ("ric tlf", true), ("tlf ric", true), ("tlfrd", false), ("tl", false), ("tlf", false), ("xel", false),
        ("smith", false), ("ric smith", false), ("telford9", false),
        // Letters of two bytes
        ("ивнов", true), ("ивннв", false), ("ианнов", false), ("иавнов", true), ("ивенов", true), ("рванов", true),
        ("ванов", true), ("иивано", true), ("ли", true), ("ля", false), ("яр ли", false), ("вен ли", false),
    ])
    func oneTypingErrorIsForgiven(text: String, isFound: Bool) async throws {
        let store = try sandbox.store([person(1, "Ric", "Telford"), person(2, "Ли", "Иванов")])
        #expect(try await store[.people].found(text).isEmpty == !isFound)
    }

    @Test(arguments: [
        ("sa=va", [1]), ("sa=virginia", [1]), ("sa=north", [4]), ("sa=carolina", []), ("ec=o", []), ("ec=true", [1]),
        ("sa=nc", [4]), ("virginia", [1]), ("va", [1, 2, 3]),
        ("north carolina", [4]), ("sa=--", []), ("ec=yes", [1]), ("ec=no", [2, 3, 4, 5]), ("ec=y", [1]),
    ])
    func choicesAndFlagsAreFoundByLabel(text: String, keys: [Int]) async throws {
        let store = try sandbox.store()
        for state in [USState.virginia, .nevada, .pennsylvania, .northCarolina, .none] {
            var contact = Contact(id: 0)
            (contact.firstName, contact.state, contact.isEmergencyContact) = ("Zoe", state, state == .virginia)
            _ = try store.addCounted(contact)
        }
        #expect(try await store[.contacts].found(text) == keys)
    }

    @Test(arguments: [
        ("ge=male", [2]), ("ge=f", [1]), ("ge=FEMALE", [1]), ("ge=ale", []), ("ro=prof", [2]), ("ge=o", []),
        // Those that are not given
        ("ge=unknown", [3]), ("ro=unknown", [3]), ("ge=u", [3]), ("no=gender", [3]), ("no=role", [3]),
        ("-no=role", [1, 2]), ("-ro=unknown", [1, 2]),
    ])
    func choicesAreFoundByTheirBeginning(text: String, keys: [Int]) async throws {
        let store = try sandbox.store([
            DukePerson(DUID: 1, fName: "Ana", gender: .Female, role: .Student),
            DukePerson(DUID: 2, fName: "Bo", gender: .Male, role: .Professor), DukePerson(DUID: 3, fName: "Cy"),
        ])
        #expect(try await store[.people].found(text) == keys)
    }

    /// The words around the values, and those in place of missing ones, find only whoever says so of themselves.
    @Test(arguments: [
        "ch", "can", "the", "wa", "team", "reach", "they", "is a", "hobby", "male", "favorite", "degree", "unknown",
        "firstname", "lastname", "pr=na", "fr=unknown", "em=unknown", "anywhere",
    ])
    func sentenceTemplatesAndMissingValuesMatchNobody(text: String) async throws {
        let hobby = "the reach of a team can wash a chess hobby, they say: “is a favorite degree” (male)"
        let store = try sandbox.store([
            DukePerson(
                DUID: 1, netid: "al1", fName: "Ana", lName: "Li", email: "al1@duke.edu", from: "Durham",
                gender: .Female,
                role: .Student, program: "ECE", plan: "MS", team: "Owls", movie: "Up", hobby: "tea", languages: ["C"]),
            person(2, "Bo", "Ek", hobby: hobby), DukePerson(DUID: 3, from: "Anywhere", program: "NA"),
        ])
        #expect(try await store[.people].found(text) == (hobby.contains(text) ? [2] : []))
    }

    @Test func noCollectionIsSearchedByItsLabels() throws {
        func message(of definition: Definition) -> Set<String> {
            var record = DirectoryModel.Record(definition, key: 7)
            for field in definition.fields where !field.isKey { record[field] = .text("1") }
            return Set(Folding.text(record.text(style: .search)).split { !$0.isLetter }.map(String.init))
        }
        for definition in Collections.all {
            // A choice that is not known, and the mark of an emergency contact, are values.
            let values = ["other", "emergency", "contact"]
            #expect(message(of: definition).subtracting(values) == [], "\(definition.collection.name)")
        }
    }

    /// Everything a row shows finds it.
    @Test(arguments: ["0664541", "664541", "rt113", "ece", "PhD", "owls", "ric.telford@", "student 0664541"])
    func aRowIsFoundByWhatItShows(text: String) async throws {
        let store = try sandbox.store()
        try store.save(
            DukePerson(
                DUID: 664_541, netid: "rt113", fName: "Ric", lName: "Telford", email: "ric.telford@duke.edu",
                role: .TA, program: "ECE", plan: "PhD", team: "Owls"))
        let keys = try await store[.people].found(text)
        #expect(keys == (text.contains(" ") ? [] : [664_541]))
    }

    @Test(arguments: [
        "9195550101", "919-555-0101", "(919) 555 0101", "+1 919.555.0101", "555-01", "ph=919 555-0101", "27701",
        "ph=5550101", "(919) 555‑0101", "\u{202A}+1 (919) 555\u{A0}0101\u{202C}", "tel:+1-919-555-0101",
        "tel:9195550101",
        "TEL:+19195550101", "ph=555‑0101", "Phone: 919-555-0101", "Phone: 9195550101", "919-555-0101 (mobile)",
        "001 919 555 0101", "ph=001 919 555 0101", "Cell 919.555.0101 x2", "336-555-0199, 919-555-0101", "tel:5550101",
    ])
    func aPhoneIsFoundHoweverItIsWritten(text: String) async throws {
        for phone in ["9195550101", "+19195550101", "919-555-0101"] {
            let store = try Store(sandbox: sandbox.url.appending(path: phone))
            try store.save(Contact("fn=Ana, zi=27701", key: 1).with(\.phone, phone))
            #expect(try await store[.contacts].found(text) == [1], "\(phone)")
        }
    }

    @Test func aToDoIsFoundByTaskAndUserOnly() async throws {
        let store = try sandbox.store([
            ToDo(title: "Tea", order: 2, completed: true, url: "http://localhost:8082/todos/1"),
            ToDo(title: "Milk", user: "Tess", order: 1, url: "http://localhost:8082/todos/2"),
        ])
        let rows = try store[.toDos].rows(keys: [1, 2])
        for (text, isFound) in [
            ("2", [false, false]), ("localhost", [false, false]), ("yes", [false, false]), ("te", [true, true]),
            ("milk", [false, true]), ("co=yes", [true, false]), ("co=no", [false, true]),
            ("id=2", [false, true]),
        ] {
            let hits = try await SearchIndex(store[.toDos]).search(SearchQuery(text, in: ToDo.definition))
            #expect(rows.map { hits.contains($0) } == isFound, "\(text)")
        }
    }

    /// Sections and rows of the list that a text finds.
    private func listed(_ text: String, _ store: Store) async throws -> [String: [Int]] {
        let hits = try await SearchIndex(store[.people]).search(SearchQuery(text, in: .people))
        let found = try store[.people].listing(ListArrangement(grouping: "role", order: "last")).found(by: hits)
        var start = 0
        return try found.sections.reduce(into: [:]) { sections, section in
            let rows = found.rows[start..<start + section.count]
            start += section.count
            sections[section.title] = try rows.compactMap { try store.stored(DukePerson.self, row: $0)?.record.DUID }
        }
    }

    @Test func namesComeFirstThenTheRestThenTypingErrors() async throws {
        let store = try sandbox.store([
            DukePerson(DUID: 1, fName: "Ric", lName: "Telford", role: .Professor),
            person(2, "Tela", "Abel"), person(3, "Ana", "Tel-Aviv"), person(4, "Hotel", "Zimmer"),
            person(5, "Bo", "Ames", hobby: "telling tales"), person(6, "Tle", "Quick"), person(7, "Tel", "Young"),
        ])
        #expect(
            try await listed("TÉL", store) == [
                "Best Matches": [7, 3, 2, 1], "Student": [5, 4],
            ])
        #expect(try await listed("tle", store) == ["Best Matches": [6]], "Three letters are not guessed from.")
        for text in ["ric tel", "telford ric", "Telford, Ric"] {
            #expect(try await listed(text, store)["Best Matches"] == [1], "\(text)")
        }
        #expect(try await listed("ho=tell", store) == ["Student": [5]])
        // Words of a name and of another field
        #expect(try await store[.people].found("telling  BÓ") == [5])
        #expect(try await store[.people].found("telling young") == [])
    }

    @Test func listingSortsAndGroupsByDefinition() throws {
        let store = try sandbox.store([
            person(1, "Zoë", "Ågren", team: "Élan"), person(2, "ann", "Zorn", team: "owls"),
            DukePerson(DUID: 3, fName: "P", lName: "Q", role: .Professor),
            DukePerson(DUID: 4, fName: "O", lName: "X", role: .Other), DukePerson(DUID: 5, fName: "U", lName: "U"),
        ])
        let byRole = try store[.people].listing(ListArrangement(grouping: "role", order: "last"))
        #expect(byRole.sections.map(\.title) == ["Professor", "Student", "Other"])
        #expect(byRole.sections.map(\.count) == [1, 2, 2])
        let keys = try byRole.rows.compactMap { try store.stored(DukePerson.self, row: $0)?.record.DUID }
        #expect(keys == [3, 1, 2, 5, 4])
    }

    @Test func aListThatAnotherProgramChangesAllTheTimeIsNotDamaged() async throws {
        let (store, other) = (try sandbox.store(), try sandbox.store())
        try other.save(Contact(key: 1))
        let index = SearchIndex(store[.contacts])
        // Given another program that adds a contact before each statement of the search
        try store.flush()
        try store.read { db in
            db.trace { _ in _ = try? other.save(Contact(key: 1 + other[.contacts].count())) }
        }
        let hits = try await index.search(SearchQuery("fn=zoe, ln=li", in: .contacts))
        #expect(try other[.contacts].count() > 3)
        #expect(!hits.contains(1))
    }

    @Test func fileWithTwoStatesAtOneRevisionIsDamaged() async throws {
        let store = try sandbox.store([Contact(key: 1), Contact(key: 2)])
        let index = SearchIndex(store[.contacts])
        try await index.prepare()
        try sandbox.execute("DELETE FROM contacts WHERE id = 2")
        await #expect(throws: StoreError.damaged) { try await index.search(SearchQuery("ci=durham", in: .contacts)) }
    }

    /// The people whom the link of a value finds.
    private func linked(_ key: String, _ value: String, _ store: Store) async throws -> [Int] {
        guard let text = Definition.people.field(key).search(for: value) else { return [] }
        return try await store[.people].found(text)
    }

    @Test(arguments: [
        "Owls", "Red, Inc.", #"The "Best" Team"#, #"""#, "a=b, c=d", "Team, ln=Li", "*", ", ;", "Ł | Ø", "x\", ro=\"y",
        "\u{301}first", "اليوم, غداً", "日本、東京", "te=\"Owls\"", "  spaced  out  ", "1", "line\nbreak", "\u{202E}turned",
    ])
    func everyoneOfATeamIsFoundAndNobodyElse(value: String) async throws {
        var people = [value, value, value + "s", "x" + value, "Owl", "Reds, Inc.", ""].enumerated().map {
            DukePerson(DUID: $0 + 1, fName: "N\($0)", role: .Student, team: $1)
        }
        people.append(DukePerson(DUID: 20, fName: value, from: value, hobby: value))
        let store = try sandbox.store(people)
        let shown = people[0].displayText("team")
        let wanted = people.filter { $0.displayText("team").isEmpty == false && Self.isSame($0.team, value) }
        #expect(try await linked("team", shown, store) == wanted.map(\.DUID))
    }

    @Test func oneOfSeveralIsEnough() async throws {
        let store = try sandbox.store([
            DukePerson(DUID: 1, hobby: "chess, tea", languages: ["Swift", "C"]),
            DukePerson(DUID: 2, hobby: "Chess", languages: ["C++"]),
            DukePerson(DUID: 3, hobby: "speed chess; TEA", languages: ["JavaScript"]),
            DukePerson(DUID: 4, role: .Student, languages: ["Java"]),
        ])
        #expect(try await linked("hobby", "chess", store) == [1, 2])
        #expect(try await linked("hobby", "tea", store) == [1, 3])
        #expect(try await linked("languages", "C", store) == [1])
        #expect(try await linked("languages", "Java", store) == [4])
        #expect(try await linked("role", "Student", store) == [4])
        for text in [#"ho="tea", la="C""#, "ho=“tea”, la=„C“"] { #expect(try await store[.people].found(text) == [1]) }
    }

    @Test func hostileValuesFindTheirPerson() async throws {
        let store = try sandbox.store(HostileText.all.enumerated().map { DukePerson(DUID: $0 + 1, from: $1.text) })
        let index = SearchIndex(store[.people])
        for (position, hostile) in HostileText.all.enumerated() {
            let person = DukePerson(DUID: position + 1, from: hostile.text)
            guard !person.displayText("from").isEmpty,
                let text = Definition.people.field("from").search(for: person.from)
            else { continue }
            #expect(try await store[.people].found(text, index).contains(position + 1), "\(hostile)")
        }
    }

    /// True if both are the same but for case, accents, invisible marks and the white space around them.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        func plain(_ text: String) -> [UInt8] {
            let shown = text.unicodeScalars.filter { $0.value != 0x202E }
            return Folding.bytes(
                String(String.UnicodeScalarView(shown.map { $0 == "\n" ? " " : $0 })).trimmingCharacters(
                    in: .whitespaces))
        }
        return plain(one) == plain(other)
    }
}
