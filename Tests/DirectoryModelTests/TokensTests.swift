@testable import DirectoryModel
import Foundation
import Testing

/// Typed fields.
struct TokensTests {
    /// The example of the course, keys in any case, commas in values, and lists.
    @Test(arguments: [
        (
            "fn=Ric, ln=Telford, em=ric.telford@duke.edu, fr=Chatham County, ge=Male, ro=Professor",
            DukePerson(
                DUID: 1, fName: "Ric", lName: "Telford", email: "ric.telford@duke.edu", from: "Chatham County",
                gender: .Male, role: .Professor)
        ),
        (
            "FR=Pittsboro, NC, Ho = chess, tea ,LA=Swift, C,NetID=ab1",
            DukePerson(
                DUID: 1, netid: "ab1", from: "Pittsboro, NC", hobby: "chess, tea", languages: ["Swift", "C"])
        ),
        (
            "ho=chess; tea, go, la=Swift;C, mo=Up",
            DukePerson(DUID: 1, movie: "Up", hobby: "chess, tea, go", languages: ["Swift", "C"])
        ),
    ])
    func typedFieldsAreSet(text: String, person: DukePerson) throws {
        var record = DukePerson(DUID: 1).record
        try Tokens(text, of: .people).apply(to: &record)
        #expect(DukePerson(record) == person)
    }

    @Test func placeholdersEmptyFields() throws {
        var person = DukePerson(
            DUID: 1, email: "ana@duke.edu", from: "Bonn", movie: "Up", hobby: "chess", languages: ["C"])
        try Tokens("ho=none, la=-, mo=N/A, fr=anywhere, em=unknown", of: .people).apply(to: &person.record)
        #expect(person == DukePerson(DUID: 1))
    }

    @Test func everyFieldHasItsKey() {
        #expect(
            Set(DukePerson.definition.fields.compactMap(\.token))
                == Set("id netid fn ln em fr ge ro pr pl ho la mo te".split(separator: " ").map(String.init)))
    }

    @Test(arguments: [
        ("em=a b@c", ["Email: changed from “a b@c” to “ab@c”."]),
        (
            "netid=RT@duke.edu, ho=a;b",
            ["NetID: changed from “RT@duke.edu” to “rt”.", "Hobbies: changed from “a;b” to “a, b”."]
        ),
        ("em=rt2", ["Email: changed from “rt2” to “rt2@duke.edu”."]),
        ("em=rt2; ", ["Email: changed from “rt2” to “rt2@duke.edu”."]), ("em=a@b.c, ge=f, mo=none, la=Swift, C", []),
    ])
    func correctionsAreReported(text: String, corrections: [String]) throws {
        #expect(try Tokens(text, of: DukePerson.definition).corrections == corrections)
    }

    /// Of imported values, these fields take a part and report the rest.
    @Test(
        arguments: [
            (.people, #"em="a@b.de, c@d.de""#), (.people, #"ge="Male;x""#), (.contacts, "zi=27701-1234"),
            (.contacts, #"ph="9195550101;ext=55""#),
        ] as [(Definition, String)])
    func typedTextIsNotShortened(definition: Definition, text: String) {
        var record = Record(definition, key: 1)
        #expect(throws: TokenError.self) { try Tokens(text, of: definition).apply(to: &record) }
        #expect(record == Record(definition, key: 1))
    }

    @Test func aCorrectionIsWhatIsStored() throws {
        let tokens = try Tokens(#"em="a@b.de, c@d.de""#, of: .contacts)
        var record = Record(.contacts, key: 1)
        try tokens.apply(to: &record)
        #expect(record["email"].text == "a@b.de,c@d.de")
        #expect(tokens.corrections == ["Email: changed from “a@b.de, c@d.de” to “a@b.de,c@d.de”."])
    }

    @Test(arguments: [
        ("xx=1", "Unknown field “xx”."), ("fn=Ric, Telford", "“Telford” has no key."),
        ("fn=Ric, xx=1", "Unknown field “xx”."),
        ("ho=a, xx=1", "Unknown field “xx”."), ("", "No fields were entered."), ("Ric", "“Ric” has no key."),
    ])
    func badKeysAreNamed(text: String, message: String) {
        #expect { try Tokens(text, of: DukePerson.definition) } throws: { ($0 as? TokenError)?.message == message }
    }

    @Test(arguments: ["ro=Wizard", "em=no body", "netid=a b", "ge=Robot", "id=2"])
    func badValuesAreNamedAndChangeNothing(text: String) throws {
        var person = DukePersonTests.ric()
        let tokens = try Tokens("fn=Changed, \(text)", of: DukePerson.definition)
        #expect { try tokens.apply(to: &person.record) } throws: { error in
            let value = text.split(separator: "=")[1]
            return "\(error)".contains("“\(value)”") || "\(error)".contains("DUID")
        }
        #expect(person == DukePersonTests.ric())
    }

    /// A quoted value may contain commas, semicolons, and keys; a semicolon ends a value only before a key.
    @Test(arguments: [
        ("ho=swim; ro=student", ["hobby=swim", "role=student"]),
        ("ho=swim;ro=student", ["hobby=swim", "role=student"]),
        ("ho=swim; chess; ro=ta", ["hobby=swim; chess", "role=ta"]), ("mo=Face; Off", ["movie=Face; Off"]),
        ("te=\"Red; Inc\"; ro=ta", ["team=Red; Inc", "role=ta"]),
        ("fr=Pittsboro, NC; ro=ta", ["from=Pittsboro, NC", "role=ta"]),
        (#"ln="Doe, Jr.", fn=Ana"#, ["lName=Doe, Jr.", "fName=Ana"]),
        (#"ln = "Doe ""Ace"" Roe" , fn=Ana"#, [#"lName=Doe "Ace" Roe"#, "fName=Ana"]),
        (#"ln="Ace" Roe, fn=Ana"#, [#"lName="Ace" Roe"#, "fName=Ana"]),
        (#"fn=Ana, ln=Doe "Ace""#, ["fName=Ana", #"lName=Doe "Ace""#]),
        (#"te="Red, Inc.", ro=student"#, ["team=Red, Inc.", "role=student"]),
        (#"te = "Say ""hi"""  "#, [#"team=Say "hi""#]), (#"te="a", ln="b, c=d""#, ["team=a", "lName=b, c=d"]),
        (#"te="open"#, [#"team="open"#]), (#"te="a" b"#, [#"team="a" b"#]), (#"te="Owls""#, ["team=Owls"]),
        ("te=\"\u{301}x\"", ["team=\u{301}x"]), (#"te="""#, ["team="]),
    ])
    func textIsDividedIntoFields(typed: String, expected: [String]) throws {
        for isSearch in [true, false] {
            let tokens = try Tokens(typed, of: .people, isSearch: isSearch).tokens
            #expect(tokens.map { "\($0.field.key)=\($0.text)" } == expected)
        }
    }

    @Test func anUnknownKeyAfterASemicolonIsNamed() {
        let known = Definition.people.knownKeys + ["group", "no", "is", "changed"]
        #expect(throws: TokenError.unknownKey("zz", known: known)) {
            try Tokens("ho=swim; zz=3", of: .people, isSearch: true)
        }
    }

    @Test func aNumberOfNothingIsTakenBack() throws {
        var player = Player(id: 1)
        player.name = "Ana"
        player.yards = 4944
        player.rating = 117.1
        try Tokens("yd=, rt=", of: Player.definition).apply(to: &player.record)
        #expect(player.yards == nil && player.rating == nil && player.name == "Ana")
    }
}

/// Conditions of a search besides the texts of fields.
struct SearchConditionTests {
    private func marks(_ text: String) throws -> [SearchCondition] {
        try Tokens(text, of: .people, isSearch: true).marks
    }

    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    @Test func aSearchKnowsGroupsMissingValuesAndStates() throws {
        let expected: [(String, SearchCondition.Kind)] = [
            ("gr=My Team", .group("My Team")), ("gr=\"Red, Inc.\"", .group("Red, Inc.")),
            ("gr=“Red, Inc.”", .group("Red, Inc.")), ("gr=„Red, Inc.“", .group("Red, Inc.")),
            ("GR=a", .group("a")), ("Group=a", .group("a")), ("no=picture", .missing(field: "picture")),
            ("no=te", .missing(field: "team")),
            ("no=TEAM", .missing(field: "team")), ("no=first n", .missing(field: "fName")),
            ("is=favorite", .state(.favorite)), ("is=ed", .state(.edited)), ("is=NEW", .state(.new)),
            ("gr=", .unfinished(.group)),
        ]
        for (text, kind) in expected { #expect(try marks(text).map(\.kind) == [kind], "\(text)") }
    }

    @Test(arguments: [
        ("hobby=a", "hobby"), ("ho=a", "hobby"), ("Hobbies=a", "hobby"), ("firstname=a", "fName"), ("fn=a", "fName"),
        ("First Name = a", "fName"), ("FNAME=a", "fName"), ("netid=a", "netid"), ("email=a", "email"),
        ("em=a", "email"),
    ])
    func aFieldIsTypedByWordLabelKeyOrToken(text: String, key: String) throws {
        #expect(try Tokens(text, of: .people, isSearch: true).tokens.map(\.field.key) == [key])
        #expect(Tokens.looksLikeTokens(text, in: .people))
    }

    @Test func choicesAreShownAsLabels() {
        #expect(
            Definition.people.knownKeys == [
                "duid", "netid", "firstname", "lastname", "email", "from", "gender", "role", "program", "plan", "team",
                "movie", "hobby", "languages",
            ])
        #expect(Definition.toDos.knownKeys == ["identifier", "task", "user", "order", "completed"])
        #expect(Definition.people.field("team").search(for: "Red") == "team=\"Red\"")
        #expect(RecordGroup("Owls", of: .people).query(in: .people) == "group=\"Owls\"")
    }

    @Test(arguments: [
        ("gr=Study Group, -ho=swim", #"group="Night, ""Owls""", -ho=swim"#),
        ("-GR=\"study group\" ;ho=gr=Study Group", #"-group="Night, ""Owls""";ho=gr=Study Group"#),
        ("ho=a, gr = STÚDY  group , te=\"gr=Study Group\"", #"ho=a, group="Night, ""Owls""", te="gr=Study Group""#),
        (
            "gr=Study Group, group=Study, GROUP=study group",
            #"group="Night, ""Owls""", group=Study, group="Night, ""Owls""""#
        ),
        ("Study Group", "Study Group"), ("xx=1, gr=Study Group", "xx=1, gr=Study Group"),
    ])
    func aSearchNamesAGroupAnew(search: String, expected: String) {
        let group = RecordGroup("Night, \"Owls\"", of: .people)
        let named = Tokens.search(search, naming: group, insteadOf: "Study Group", in: .people)
        #expect(named == expected)
    }

    @Test func aMinusExcludes() throws {
        let tokens = try Tokens(
            "ro=student, -te=Aurora, -gr=\"A, B\"; -is=new", of: DukePerson.definition, isSearch: true)
        #expect(tokens.tokens.map(\.isNot) == [false, true])
        #expect(
            tokens.marks == [
                SearchCondition(.group("A, B"), isNot: true, name: "not Group: A, B"),
                SearchCondition(.state(.new), isNot: true, name: "not New and Changed"),
            ])
        #expect(tokens.names == ["Role: student", "not Team: Aurora", "not Group: A, B", "not New and Changed"])
    }

    @Test(arguments: ["-", "-5", "-fn", "- fn", "-x=1", "-919-555-0100", "+1-919", "--fn=a", "ab-fn=x"])
    func otherTermsWithMinusAreTexts(typed: String) {
        #expect(!Tokens.looksLikeTokens(typed, in: DukePerson.definition))
    }

    @Test func onlySearchesKnowThem() {
        for text in ["-fn=Ana", "gr=Team", "is=new", "no=team", "changed=7d"] {
            #expect(Tokens.looksLikeTokens(text, in: DukePerson.definition))
            #expect(throws: TokenError.self) { try Tokens(text, of: DukePerson.definition) }
        }
    }

    @Test func agesAndDaysAreTimes() throws {
        for (text, hours) in [("12h", 12.0), ("7d", 168), ("2W", 336)] {
            #expect(SearchCondition.date(text, on: now) == now.addingTimeInterval(-hours * 3600))
        }
        let day = try #require(SearchCondition.date("2026-11-16", on: now))
        let parts = Calendar.current.dateComponents([.year, .month, .day, .hour], from: day)
        #expect([parts.year, parts.month, parts.day, parts.hour] == [2026, 11, 16, 0])
        for text in ["7", "d", "-7d", "2026-13-40", "Monday", "7dd"] {
            #expect(SearchCondition.date(text, on: now) == nil)
        }
    }

    @Test func onlyASearchForAFieldWithoutAValueIsRefused() {
        for typed in ["te=", "te= , ro=student", "ro=student, te=", "-te=", "gr=", "-gr=", "ho=, te=x"] {
            #expect(throws: TokenError.self, "\(typed)") { try Tokens.refuseUnfinished(typed, in: .people) }
        }
        for typed in ["te=x", "te=\"\"", "no=te", "ln=*", "owls", ""] {
            #expect(throws: Never.self, "\(typed)") { try Tokens.refuseUnfinished(typed, in: .people) }
        }
    }

    @Test func invalidConditionGivesReason() {
        func problem(_ text: String) -> String? {
            do { _ = try marks(text) } catch { return "\(error)" }
            return nil
        }
        #expect(problem("is=odd") == "“is=odd” is not known. Use one of favorite, edited, new.")
        #expect(problem("changed=soon")?.hasPrefix("“changed=soon” is not a time. Enter hours, days, or weeks") == true)
        #expect(problem("no=shoes")?.hasPrefix("Unknown field “shoes”. The keys are netid, firstname") == true)
        #expect(throws: TokenError.unknownState("edited", known: ["favorite", "new"])) {
            try Tokens("is=edited", of: Contact.definition, isSearch: true)
        }
        #expect(throws: TokenError.self) { try Tokens("co=1, gr=a", of: Course.definition, isSearch: true) }
    }
}
