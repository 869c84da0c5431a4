@testable import DirectoryModel
import Foundation
import Testing

/// Typed fields.
struct TokensTests {
    @Test func theExampleOfTheCourseIsUnderstood() throws {
        var person = DukePerson(DUID: 1)
        try Tokens(
            "fn=Ric, ln=Telford, em=ric.telford@duke.edu, fr=Chatham County, ge=Male, ro=Professor",
            of: .people
        ).apply(to: &person.record)
        #expect(
            person
                == DukePerson(
                    DUID: 1, fName: "Ric", lName: "Telford", email: "ric.telford@duke.edu", from: "Chatham County",
                    gender: .Male, role: .Professor))
    }

    @Test func everyFieldHasItsKey() {
        #expect(
            Set(DukePerson.definition.fields.compactMap(\.token))
                == Set("id netid fn ln em fr ge ro pr pl ho la mo te".split(separator: " ").map(String.init)))
    }

    @Test func keysInAnyCaseAndCommasInValues() throws {
        var person = DukePerson(DUID: 1)
        try Tokens("FR=Pittsboro, NC, Ho = chess, tea ,LA=Swift, C,NetID=ab1", of: .people).apply(to: &person.record)
        #expect(person.from == "Pittsboro, NC")
        #expect(person.hobby == "chess, tea")
        #expect(person.languages == ["Swift", "C"])
        #expect(person.netid == "ab1")
    }

    @Test(arguments: [
        (#"ln="Doe, Jr.", fn=Ana"#, "Doe, Jr."), (#"ln = "Doe ""Ace"" Roe" , fn=Ana"#, #"Doe "Ace" Roe"#),
        (#"ln="Ace" Roe, fn=Ana"#, #""Ace" Roe"#), (#"fn=Ana, ln=Doe "Ace""#, #"Doe "Ace""#),
        (#"ln="Roe", fn=Ana"#, "Roe"),
    ])
    func quotedValuesMayContainCommasAsInSearches(text: String, lastName: String) throws {
        var person = DukePerson(DUID: 1)
        try Tokens(text, of: .people).apply(to: &person.record)
        #expect(person.lName == lastName && person.fName == "Ana")
        let searched = try Tokens(text, of: DukePerson.definition, isSearch: true).tokens.first {
            $0.field.token == "ln"
        }
        #expect(searched?.text == lastName)
    }

    @Test func listsAreDividedByCommasOrSemicolonsAndPlaceholdersAreEmpty() throws {
        var person = DukePersonTests.ric()
        try Tokens("ho=chess; tea, go, la=Swift;C, mo=Up", of: .people).apply(to: &person.record)
        #expect(person.hobby == "chess, tea, go" && person.languages == ["Swift", "C"] && person.movie == "Up")
        try Tokens("ho=none, la=-, mo=N/A, fr=anywhere, em=unknown", of: .people).apply(to: &person.record)
        #expect(person.hobby.isEmpty && person.languages.isEmpty && person.movie.isEmpty)
        #expect(person.from == "unknown" && person.email == "unknown")
    }

    @Test(arguments: [
        ("-5", RuleBroken("must be 0 or greater", advice: "Enter 0 or more.")),
        ("99999999999999999999", RuleBroken("is too large", advice: "Enter a smaller number.")),
    ])
    func aNumberIsRefusedForWhatItIs(typed: String, broken: RuleBroken) throws {
        let rule = try #require(DukePerson.definition.field(named: "DUID")).rule
        #expect(rule.verdict(typed) == .wrong(broken))
    }

    @Test(arguments: [
        ("em=a b@c", ["Email: changed from “a b@c” to “ab@c”."]),
        (
            "netid=RT@duke.edu, ho=a;b",
            ["NetID: changed from “RT@duke.edu” to “rt”.", "Hobbies: changed from “a;b” to “a, b”."]
        ),
        ("em=rt2", ["Email: changed from “rt2” to “rt2@duke.edu”."]),
        ("em=a@b.c, ge=f, mo=none, la=Swift, C", []),
    ])
    func correctionsAreReported(text: String, corrections: [String]) throws {
        #expect(try Tokens(text, of: DukePerson.definition).corrections == corrections)
    }

    @Test func onlyTypedFieldsChange() throws {
        var person = DukePersonTests.ric()
        try Tokens("ho=chess", of: .people).apply(to: &person.record)
        #expect(DukePersonTests.ric().compareUpdate(person).map(\.key) == ["hobby"])
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
}

/// What rules correct, and what they refuse.
struct RuleTests {
    @Test(arguments: [
        ("email", "  RT113 ", "rt113@duke.edu"), ("email", "RT113@", "rt113@duke.edu"),
        ("email", "A.B@Duke.EDU", "a.b@duke.edu"), ("netid", " RT113@duke.edu", "rt113"),
        ("fName", "<b>Ann</b>\u{202E}  Lee\u{7}\n", "<b>Ann</b> Lee"),
        ("movie", "use <stdio.h>\u{200B}", "use <stdio.h>"),
        ("movie", "List<Int>  < > Tom <tom@x.y>", "List<Int> < > Tom <tom@x.y>"),
        ("email", "ric . telford @ duke.edu", "ric.telford@duke.edu"),
        ("email", "\"Fred Bloggs\"@example.org", "\"Fred Bloggs\"@example.org"), ("email", "N/A", "N/A"),
        ("fName", "🦉 👩🏽‍🚀", "🦉 👩🏽‍🚀"),
        ("role", "student", "Student"), ("hobby", "swim,, chess ,", "swim, chess"), ("hobby", "a;b;c", "a, b, c"),
        ("languages", "Swift|C;  C/C++\n日本語、ß", "Swift, C, C/C++, 日本語, ß"),
        ("movie", "Tom & Jerry <3 '; DROP TABLE people", "Tom & Jerry <3 '; DROP TABLE people"),
        ("from", "a\0b", "ab"),
    ])
    func normalizes(key: String, typed: String, normalized: String) throws {
        let field = try #require(DukePerson.definition.field(named: key))
        #expect(try field.rule.checked(typed).get() == normalized)
        #expect(field.rule.verdict(normalized) == .fine)
    }

    @Test(arguments: [
        ("email", "a b@duke@edu"), ("email", "a b"), ("email", "Tom <tom@x.y>"), ("DUID", "-5"), ("email", "a@b@c"),
        ("email", "@duke.edu"), ("email", ".a@duke.edu"), ("email", "a@duke.edu."),
        ("netid", "rt 113"), ("netid", "ré1"), ("netid", String(repeating: "a", count: 33)), ("role", "Wizard"),
        ("fName", String(repeating: "a", count: 101)), ("movie", String(repeating: "a", count: 1001)),
        ("picture", "hello!"), ("picture", "aGVsbG8="), ("DUID", "12a"),
    ])
    func refuses(key: String, typed: String) throws {
        let field = try #require(DukePerson.definition.field(named: key))
        #expect(throws: RuleBroken.self) { try field.rule.checked(typed).get() }
    }

    @Test(arguments: [
        ("NASA", "a"), ("MS", "an"), ("MBA", "an"), ("MEng", "an"), ("BSE", "a"), ("18th", "an"), ("1800", "a"),
        ("Ukrainian", "a"), ("Urdu", "an"), ("\u{201C}Arts\u{201D}", "an"), ("European", "a"), ("honest", "an"),
        ("X", "an"),
    ])
    func articles(word: String, article: String) {
        let person = DukePerson(DUID: 1, role: .Student, plan: word)
        #expect(person.description.contains("towards \(article) \(word) degree"))
    }

    @Test func aVeryLongNameIsCutWhereItIsPrinted() {
        let long = String(repeating: "x", count: 5_000)
        let person = DukePerson(DUID: 5, fName: long, lName: long, role: .Student, program: "ECE")
        for text in [person.displayName, person.text(style: .line), person.description] {
            #expect(text.count < 500 && text.contains("…"))
        }
        #expect(person.fName == long)
    }

    @Test func sentencesNeitherDoubleTheirEndNorStandEmpty() {
        let person = DukePerson(DUID: 5, fName: "", lName: "", email: "a@b.c.", movie: ".")
        #expect(person.description == "0000005. You can reach them at a@b.c.")
    }

    @Test(arguments: [
        ("ho=swim; ro=student", ["hobby=swim", "role=student"]),
        ("ho=swim;ro=student", ["hobby=swim", "role=student"]),
        ("ho=swim; chess; ro=ta", ["hobby=swim; chess", "role=ta"]), ("mo=Face; Off", ["movie=Face; Off"]),
        ("te=\"Red; Inc\"; ro=ta", ["team=Red; Inc", "role=ta"]),
        ("fr=Pittsboro, NC; ro=ta", ["from=Pittsboro, NC", "role=ta"]),
    ])
    func aSemicolonBeforeAKeyEndsAValue(typed: String, expected: [String]) throws {
        let searched = try Tokens(typed, of: .people, isSearch: true).tokens.map { "\($0.field.key)=\($0.text)" }
        #expect(searched == expected)
        if !typed.contains("\"") {
            #expect(try Tokens(typed, of: .people).tokens.map { "\($0.field.key)=\($0.text)" } == expected)
        }
    }

    @Test func anUnknownKeyAfterASemicolonIsNamed() {
        #expect(
            throws: TokenError.unknownKey(
                "zz", known: DukePerson.definition.knownKeys + ["group", "no", "is", "changed"])
        ) {
            try Tokens("ho=swim; zz=3", of: DukePerson.definition, isSearch: true)
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

    @Test(arguments: ["te=", "te= , ro=student", "ro=student, te=", "-te=", "gr=", "-gr=", "ho=, te=x"])
    func aFieldWithoutAValueIsRefused(typed: String) {
        #expect(throws: TokenError.self) { try Tokens.refuseUnfinished(typed, in: DukePerson.definition) }
    }

    @Test(arguments: ["te=x", "te=\"\"", "no=te", "ln=*", "owls", ""])
    func otherSearchesAreNotRefused(typed: String) throws {
        try Tokens.refuseUnfinished(typed, in: DukePerson.definition)
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
