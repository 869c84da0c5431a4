import DirectoryModel
import DirectoryStore
import Foundation
import Testing

/// Typing anything finds anybody, and keeps finding after every kind of change.
final class SearchTests {
    let folder = URL.temporaryDirectory.appending(path: "directory-\(UUID().uuidString)")
    deinit { try? FileManager.default.removeItem(at: folder) }

    private func person(_ key: Int, _ first: String, _ last: String, hobby: String = "", team: String = "")
        -> DukePerson
    {
        DukePerson(DUID: key, fName: first, lName: last, role: .Student, team: team, hobby: hobby)
    }

    private func found(_ text: String, _ store: Store, _ index: SearchIndex<DukePerson>) async throws -> [Int] {
        let hits = try await index.search(SearchQuery(text))
        var keys: [Int] = []
        try store.each(DukePerson.self) { if hits.exact?.contains($0.row) ?? true { keys.append($0.record.DUID) } }
        return keys + (try hits.similar.compactMap { try store.stored(DukePerson.self, row: $0)?.record.DUID })
    }

    @Test func incrementalSearchAgreesWithAFreshOneAfterEveryChange() async throws {
        let store = try Store(sandbox: folder)
        let kept = SearchIndex<DukePerson>(store: store)
        let texts = [
            "t", "te", "tel", "Łuk", "chess", "ho=chess", "te=owls", "telfrod", "ho=chess, te=owl", "ln=li", "",
        ]
        let changes: [() throws -> Void] = [
            { try store.saveAll([self.person(1, "Ric", "Telford"), self.person(2, "Łukasz", "Li", hobby: "Chess")]) },
            { try store.saveAll((10...60).map { self.person($0, "N\($0)", "Tel\($0)", team: "Owls") }) },
            { _ = try store.delete(DukePerson.self, key: 30) },
            { _ = try store.save(self.person(2, "Lukas", "Telfort", hobby: "tea", team: "Owls")) },
            { _ = try store.delete(DukePerson.self, key: 60) },
            { _ = try store.save(self.person(61, "New", "One", hobby: "chess")) },
            { try store.saveAll((100...1400).map { self.person($0, "M\($0)", "Many", hobby: "chess") }) },
        ]
        for change in changes {
            try change()
            for text in texts {
                let fresh = SearchIndex<DukePerson>(store: store)
                let (one, other) = (try await found(text, store, kept), try await found(text, store, fresh))
                #expect(one == other, "\(text)")
            }
        }
    }

    @Test(arguments: [
        ("owls chess", [1]), ("chess telford", [1]), ("telford  CHÈSS", [1]), ("owls hawks", []), ("ric telford", [1]),
    ])
    func wordsMayStandApart(text: String, keys: [Int]) async throws {
        let store = try Store(sandbox: folder)
        try store.saveAll([
            person(1, "Ric", "Telford", hobby: "chess", team: "Owls"),
            person(2, "Ana", "Li", hobby: "tea", team: "Hawks"),
        ])
        #expect(try await found(text, store, SearchIndex(store: store)) == keys)
    }

    @Test(arguments: [
        ("telfrod", true), ("tleford", true), ("telfod", true), ("telfoord", true), ("xelford", true), ("tel", true),
        ("ric tlf", true), ("tlf ric", true), ("tlfrd", false), ("tl", false), ("tlf", false), ("xel", false),
        ("smith", false), ("ric smith", false),
        ("telford9", false),
    ])
    func oneTypingErrorIsForgiven(text: String, isFound: Bool) async throws {
        let store = try Store(sandbox: folder)
        try store.saveAll([person(1, "Ric", "Telford")])
        let keys = try await found(text, store, SearchIndex(store: store))
        #expect(keys.isEmpty == !isFound)
    }

    @Test(arguments: [
        ("sa=va", [1]), ("sa=virginia", [1]), ("sa=north", [4]), ("sa=carolina", []), ("ec=o", []), ("ec=true", [1]),
        ("sa=nc", [4]), ("virginia", [1]), ("va", [1, 2, 3]),
        ("north carolina", [4]), ("sa=--", []), ("ec=yes", [1]), ("ec=no", [2, 3, 4, 5]), ("ec=y", [1]),
    ])
    func choicesAndSwitchesAreFoundByTheirWords(text: String, keys: [Int]) async throws {
        let store = try Store(sandbox: folder)
        for state in [USState.virginia, .nevada, .pennsylvania, .northCarolina, .none] {
            var contact = Contact(id: 0)
            (contact.firstName, contact.state, contact.isEmergencyContact) = ("Zoe", state, state == .virginia)
            _ = try store.addCounted(contact)
        }
        let hits = try await SearchIndex<Contact>(store: store).search(SearchQuery(text))
        let rows = try store.rows(of: Contact.self, keys: Array(1...5))
        #expect(try store.keys(of: Contact.self, rows: rows.filter { hits.exact?.contains($0) == true }) == keys)
    }

    @Test(arguments: [
        ("ge=male", [2]), ("ge=f", [1]), ("ge=FEMALE", [1]), ("ge=ale", []), ("ro=prof", [2]), ("ge=o", []),
    ])
    func choicesAreFoundByTheirBeginning(text: String, keys: [Int]) async throws {
        let store = try Store(sandbox: folder)
        try store.saveAll([
            DukePerson(DUID: 1, fName: "Ana", gender: .Female, role: .Student),
            DukePerson(DUID: 2, fName: "Bo", gender: .Male, role: .Professor),
        ])
        #expect(try await found(text, store, SearchIndex(store: store)) == keys)
    }

    /// The words around the values are everybody's, and find only whoever says so of themselves.
    @Test(arguments: ["ch", "can", "the", "wa", "team", "reach", "they", "is a", "hobby", "male", "favorite", "degree"])
    func theWordsOfSentencesFindNobody(text: String) async throws {
        let store = try Store(sandbox: folder)
        try store.saveAll([
            DukePerson(
                DUID: 1, netid: "al1", fName: "Ana", lName: "Li", email: "al1@duke.edu", from: "Durham",
                gender: .Female,
                role: .Student, program: "ECE", plan: "MS", team: "Owls", movie: "Up", hobby: "tea", languages: ["C"]),
            person(
                2, "Bo", "Ek",
                hobby: "the reach of a team can wash a chess hobby, they say: “is a favorite degree” (male)"),
        ])
        #expect(try await found(text, store, SearchIndex(store: store)) == [2])
    }

    @Test func noCollectionIsSearchedByItsLabels() throws {
        func words<R: DirectoryRecord>(of type: R.Type) -> Set<String> {
            var record = R(key: 7)
            for field in R.fields where !field.isKey { field.set(.text("1"), in: &record) }
            return Set(Folding.text(record.text(style: .search)).split { !$0.isLetter }.map(String.init))
        }
        for type in Collections.all {
            // A choice that is not known, and the mark of an emergency contact, are values.
            let values = ["other", "emergency", "contact"]
            #expect(words(of: type).subtracting(values) == [], "\(type.collection.name)")
        }
    }

    /// Everything a row shows finds it.
    @Test(arguments: ["0664541", "664541", "rt113", "ece", "PhD", "owls", "ric.telford@", "student 0664541"])
    func aRowIsFoundByWhatItShows(text: String) async throws {
        let store = try Store(sandbox: folder)
        try store.save(
            DukePerson(
                DUID: 664_541, netid: "rt113", fName: "Ric", lName: "Telford", email: "ric.telford@duke.edu",
                role: .TA, program: "ECE", plan: "PhD", team: "Owls"))
        let keys = try await found(text, store, SearchIndex(store: store))
        #expect(keys == (text.contains(" ") ? [] : [664_541]))
    }

    @Test(arguments: ["unknown", "firstname", "lastname", "pr=na", "fr=unknown", "em=unknown", "anywhere"])
    func whatWasNotGivenIsNotFound(text: String) async throws {
        let store = try Store(sandbox: folder)
        try store.save(DukePerson(DUID: 1, from: "Anywhere", program: "NA"))
        #expect(try await found(text, store, SearchIndex(store: store)).isEmpty)
    }

    @Test(arguments: [
        "9195550101", "919-555-0101", "(919) 555 0101", "+1 919.555.0101", "555-01", "ph=919 555-0101", "27701",
        "ph=5550101",
    ])
    func aPhoneIsFoundHoweverItIsWritten(text: String) async throws {
        for phone in ["9195550101", "+19195550101", "919-555-0101"] {
            let store = try Store(sandbox: folder.appending(path: phone))
            var contact = Contact(id: 1)
            (contact.firstName, contact.phone, contact.zipcode) = ("Ana", phone, "27701")
            try store.save(contact)
            let hits = try await SearchIndex<Contact>(store: store).search(SearchQuery(text))
            #expect(hits.exact?.isEmpty == false, "\(phone)")
        }
    }

    @Test(arguments: ["o'brien", "O’Brien", "oʼbrien", "ln=o'brien", "ln=\"O’BRIEN\"", "o’brein"])
    func anApostropheIsFoundHoweverItIsTyped(text: String) async throws {
        for name in ["O'Brien", "O’Brien"] {
            let store = try Store(sandbox: folder.appending(path: name))
            try store.saveAll([person(1, "Ana", name), person(2, "Ana", "Brien")])
            #expect(try await found(text, store, SearchIndex(store: store)) == [1], "\(name)")
        }
    }

    @Test func aToDoIsFoundByTaskAndUserOnly() async throws {
        let store = try Store(sandbox: folder)
        try store.save(ToDo(title: "Tea", order: 2, completed: true, url: "http://localhost:8082/todos/1"))
        try store.save(ToDo(title: "Milk", user: "Tess", order: 1, url: "http://localhost:8082/todos/2"))
        let rows = try store.rows(of: ToDo.self, keys: [1, 2])
        for (text, isFound) in [
            ("2", [false, false]), ("localhost", [false, false]), ("yes", [false, false]), ("te", [true, true]),
            ("milk", [false, true]), ("co=yes", [true, false]), ("id=2", [false, true]),
        ] {
            let hits = try await SearchIndex<ToDo>(store: store).search(SearchQuery(text))
            #expect(rows.map { hits.exact?.contains($0) } == isFound, "\(text)")
        }
    }

    /// Sections and rows of the list that a text finds.
    private func listed(_ text: String, _ store: Store) async throws -> [String: [Int]] {
        let hits = try await SearchIndex<DukePerson>(store: store).search(SearchQuery(text))
        let found = try store.listing(DukePerson.self, ListArrangement(grouping: "role", order: "last")).found(by: hits)
        var start = 0
        return try found.sections.reduce(into: [:]) { sections, section in
            let rows = found.rows[start..<start + section.count]
            start += section.count
            sections[section.title] = try rows.compactMap { try store.stored(DukePerson.self, row: $0)?.record.DUID }
        }
    }

    @Test func namesComeFirstThenTheRestThenTypingErrors() async throws {
        let store = try Store(sandbox: folder)
        try store.saveAll([
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
        #expect(try await listed("tel tel", store)["Best Matches"] == nil)
        #expect(try await listed("ho=tell", store) == ["Student": [5]])
    }

    @Test func whatWasNeverSaidToBeDoneIsNot() async throws {
        let store = try Store(sandbox: folder)
        for (key, isDone) in [(1, nil), (2, false), (3, true)] {
            try store.save(ToDo(title: "Tea", completed: isDone, url: "/todos/\(key)"))
        }
        let hits = try await SearchIndex<ToDo>(store: store).search(SearchQuery("co=no"))
        let rows = try store.rows(of: ToDo.self, keys: [1, 2, 3])
        #expect(rows.map { hits.exact?.contains($0) } == [true, true, false])
    }

    @Test func listingSortsAndDividesAsTheRecordSays() throws {
        let store = try Store(sandbox: folder)
        try store.saveAll([
            person(1, "Zoë", "Ågren", team: "Élan"), person(2, "ann", "Zorn", team: "owls"),
            DukePerson(DUID: 3, fName: "P", lName: "Q", role: .Professor),
            DukePerson(DUID: 4, fName: "O", lName: "X", role: .Other), DukePerson(DUID: 5, fName: "U", lName: "U"),
        ])
        let byRole = try store.listing(DukePerson.self, ListArrangement(grouping: "role", order: "last"))
        #expect(byRole.sections.map(\.title) == ["Professor", "Student", "Other"])
        #expect(byRole.sections.map(\.count) == [1, 2, 2])
        let keys = try byRole.rows.compactMap { try store.stored(DukePerson.self, row: $0)?.record.DUID }
        #expect(keys == [3, 1, 2, 5, 4])
    }

    @Test func everyValueComesBackAsItWasWrittenButForNUL() throws {
        let store = try Store(sandbox: folder)
        var odd = DukePerson(
            DUID: 9, netid: "'\";--", fName: "a\u{0}b", lName: "\u{202E}rtl", email: "", from: "😀", team: "%_",
            hobby: String(repeating: "x", count: 100_000), languages: ["", "a,b"], picture: "data:image/png;base64,AAAA"
        )
        _ = try store.save(odd)
        odd.fName = "ab"
        #expect(try store.find(DukePerson.self, key: 9) == odd)
    }
}
