import DirectoryModel
import Testing

/// REQUIREMENTS 1.4: fields as people type them.
struct TokensTests {
    @Test func theExampleOfTheCourse() throws {
        var person = DukePerson(DUID: 1)
        try Tokens<DukePerson>(
            "fn=Ric, ln=Telford, em=ric.telford@duke.edu, fr=Chatham County, ge=Male, ro=Professor"
        ).apply(to: &person)
        #expect(
            person
                == DukePerson(
                    DUID: 1, fName: "Ric", lName: "Telford", email: "ric.telford@duke.edu", from: "Chatham County",
                    gender: .Male, role: .Professor))
    }

    @Test func everyFieldHasItsKey() {
        #expect(
            Set(Tokens<DukePerson>.knownKeys)
                == Set("id netid fn ln em fr ge ro pr pl ho la mo te".split(separator: " ").map(String.init)))
    }

    @Test func keysInAnyCaseAndCommasInValues() throws {
        var person = DukePerson(DUID: 1)
        try Tokens<DukePerson>("FR=Pittsboro, NC, Ho = chess, tea ,LA=Swift, C,NetID=ab1").apply(to: &person)
        #expect(person.from == "Pittsboro, NC")
        #expect(person.hobby == "chess, tea")
        #expect(person.languages == ["Swift", "C"])
        #expect(person.netid == "ab1")
    }

    @Test func onlyTypedFieldsChange() throws {
        var person = DukePersonTests.ric()
        try Tokens<DukePerson>("ho=chess").apply(to: &person)
        #expect(DukePersonTests.ric().compareUpdate(person).map(\.key) == ["hobby"])
    }

    @Test(arguments: [
        ("xx=1", "“xx” is no field."), ("fn=Ric, Telford", "“Telford” has no key."),
        ("fn=Ric, xx=1", "“xx” is no field."),
        ("ho=a, xx=1", "“xx” is no field."), ("", "No fields were given."), ("Ric", "“Ric” has no key."),
    ])
    func badKeysAreNamed(text: String, message: String) {
        #expect { try Tokens<DukePerson>(text) } throws: { ($0 as? TokenProblem)?.message == message }
    }

    @Test(arguments: ["ro=Wizard", "em=nobody", "netid=a b", "ge=Robot", "id=2"])
    func badValuesAreNamedAndChangeNothing(text: String) throws {
        var person = DukePersonTests.ric()
        let tokens = try Tokens<DukePerson>("fn=Changed, \(text)")
        #expect { try tokens.apply(to: &person) } throws: { error in
            let value = text.split(separator: "=")[1]
            return "\(error)".contains("“\(value)”") || "\(error)".contains("DUID")
        }
        #expect(person == DukePersonTests.ric())
    }
}
