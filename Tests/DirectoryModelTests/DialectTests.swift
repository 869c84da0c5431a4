import DirectoryModel
import Foundation
import Testing

/// Read every dialect, write one.
struct DialectTests {
    private func person(_ json: String) throws -> DukePerson { DukePerson(try readJSON(json).whole()) }

    /// Lists of 2018, early 2023, and 2024.
    @Test(arguments: [
        (
            #"""
            {"uid": 12, "firstname": "Ana", "lastname": "Li", "wherefrom": "Lima", "gender": true, "degree": "MS",
             "hobbies": ["chess", "tea"], "languages": ["C"], "role": "TA", "pic": "eHg=", "team": "Owls"}
            """#,
            DukePerson(
                DUID: 12, fName: "Ana", lName: "Li", from: "Lima", gender: .Male, role: .TA, plan: "MS",
                team: "Owls", hobby: "chess, tea", languages: ["C"], picture: "eHg=")
        ),
        (
            #"{"id": 12, "firstname": "Ana", "lastname": "Li", "wherefrom": "Lima", "gender": 2, "movie": "Alien"}"#,
            DukePerson(DUID: 12, fName: "Ana", lName: "Li", from: "Lima", gender: .Female, movie: "Alien")
        ),
        (
            #"{"DUID": 12, "netID": "al9", "moviegenre": "Noir", "email1": "al9@duke.edu"}"#,
            DukePerson(DUID: 12, netid: "al9", email: "al9@duke.edu", movie: "Noir")
        ),
    ])
    func listsOfEarlierYearsAreRead(json: String, expected: DukePerson) throws {
        #expect(try person(json) == expected)
    }

    @Test(arguments: [
        #"{"DUID": "0664541"}"#, #"{"duid": 664541.0}"#, #"{"Duid": " 664541 "}"#, #"{"DUID": null, "id": 664541}"#,
    ])
    func theKeyIsReadInManyShapes(json: String) throws {
        #expect(try person(json).DUID == 664_541)
    }

    @Test func otherTypesAreTaken() throws {
        let person = try person(
            #"""
            {"DUID": 1, "languages": "Swift, C", "hobby": ["chess", 7, null], "gender": false, "team": 42, "plan": true,
             "from": null}
            """#)
        #expect(person.languages == ["Swift", "C"])
        #expect(person.hobby == "chess, 7")
        #expect(person.gender == .Female)
        #expect([person.team, person.plan, person.from] == ["42", "true", "unknown"])
    }

    /// Fields cannot hold objects or nested lists: they are reported, and the rest is read.
    @Test(arguments: [
        ("email", #"{"work": "ada@x.y"}"#), ("gender", #"{"x": 1}"#), ("role", "[[1]]"), ("lName", "[[1]]"),
        ("hobby", #"["tea", {"b": 2}]"#), ("languages", #"{"a": "Swift"}"#), ("picture", "{}"),
    ])
    func unknownTypeIsReported(key: String, value: String) throws {
        let json = #"{"DUID": 70, "fName": "Ada", "team": "Owls", "\#(key)": \#(value)}"#
        guard case .partly(let person, let unread, let rejected) = readJSON(json) else {
            Issue.record("It was read, or rejected")
            return
        }
        #expect(person == DukePerson(DUID: 70, fName: "Ada", team: "Owls").record && unread == [key])
        let label = try #require(DukePerson.definition.field(named: key)?.label)
        #expect(rejected.reason == "The \(label) does not contain text or a number, so it was not imported.")
        #expect(rejected.raw == json)
    }

    @Test func unknownValuesBecomeOtherAndMissingOnesUnknown() throws {
        let odd = try person(#"{"DUID": 1, "role": "Wizard", "gender": "yes"}"#)
        #expect([odd.role.rawValue, odd.gender.rawValue] == ["Other", "Other"])
        let bare = try person(#"{"DUID": 1, "role": "", "gender": null}"#)
        #expect([bare.role.rawValue, bare.gender.rawValue] == ["Unknown", "Unknown"])
        #expect(try person(#"{"DUID": 1, "role": "professor", "gender": "FEMALE"}"#).role == .Professor)
    }

    /// Placeholders of older dialects are stored, but not shown.
    @Test(arguments: ["NA", "N/A", "none", "None", "null", "-", "unknown", " n/a "])
    func placeholdersAreStoredAndHidden(word: String) throws {
        let texts = ["netid", "email", "from", "program", "plan", "team", "movie", "hobby", "fName", "lName"]
        let sent = texts.map { #""\#($0)": "\#(word)""# }.joined(separator: ", ")
        let person = try person(
            #"{"DUID": 5, \#(sent), "languages": ["\#(word)"], "role": "\#(word)", "gender": "\#(word)"}"#)
        #expect(person.program == word && person.fName == word && person.languages == [word == " n/a " ? "n/a" : word])
        #expect(person.description == "0000005." && person.text(style: .search) == "0000005")
        #expect([person.rowSubtitle, person.pill].allSatisfy(\.isEmpty) && person.rowDetail == "0000005")
        #expect(person.text(style: .line) == "0000005 – 0000005" && person.hobbies.isEmpty)
        let record = person.record
        #expect(
            DukePerson.fields.dropFirst().allSatisfy { $0.displayText(record).isEmpty && $0.inputText(record).isEmpty })
        #expect(person.role == .Unknown && person.gender == .Unknown)
        // Neither rules nor encoding change them.
        #expect(try record.normalized() == record)
        let written = try JSONEncoder().encode(person)
        #expect(try self.person(String(decoding: written, as: UTF8.self)) == person)
    }

    @Test func somePlaceholdersAreRealNames() throws {
        let person = try person(#"{"DUID": 5, "fName": "Na", "lName": "Null", "movie": "None but the Brave"}"#)
        #expect(person.description == "Na Null. Their favorite movie is None but the Brave.")
        #expect(ToDo(title: "None").displayName == "None")
        let some = try self.person(
            #"{"DUID": 5, "from": "Anywhere", "movie": "Anywhere", "hobby": "none, tea; N/A", "languages": ["-", "C"]}"#
        )
        #expect(
            some.description
                == "0000005. Their hobby is tea. They know C. Their favorite movie is Anywhere.")
        #expect(DukePerson.definition.field(named: "hobby")?.displayText(some.record) == "tea")
    }

    @Test func defaultsAreNotShown() {
        let person = DukePerson(DUID: 5, role: .Student, program: "ECE")
        #expect(person.displayName == "0000005" && person.name.isEmpty && person.rowSubtitle.isEmpty)
        #expect(DukePerson(DUID: 5, fName: "Zoë").displayName == "Zoë")
    }

    @Test(arguments: [
        ("7", "This is not a person: it is not an object."), ("[1]", "This is not a person: it is not an object."),
        ("{}", "This is not a person: it has no DUID."), (#"{"DUID": null}"#, "This is not a person: it has no DUID."),
        (#"{"DUID": "abc"}"#, "This is not a person: its DUID “abc” is not a number."),
        (#"{"DUID": 1.5}"#, "This is not a person: its DUID “1.5” is not a whole number."),
        (#"{"DUID": {"a": 1}}"#, "The DUID does not contain text or a number, so it was not imported."),
        (#"{"DUID": -4}"#, "This is not a person: its DUID “-4” is below 0."),
        (#"{"DUID": 1e300}"#, "This is not a person: its DUID “1e+300” is too large."),
        (#"{"DUID": [12]}"#, "This is not a person: its DUID is a list."),
        (#"{"DUID": 1e400}"#, "This is not a person: its DUID “” is not a number."),
        (#"{"DUID": 1,}x"#, "The entry is not valid JSON."),
    ])
    func elementWithoutAPersonIsRejected(json: String, expected: String) {
        #expect(readJSON(json).rejectedWhole == RejectedElement(reason: expected, raw: json))
    }

    @Test func exactlyTheTableIsWritten() throws {
        let written = try JSONEncoder().encode(DukePersonTests.ric())
        let object = try #require(try JSONSerialization.jsonObject(with: written) as? [String: Any])
        #expect(
            Set(object.keys) == [
                "DUID", "netid", "fName", "lName", "email", "from", "gender", "role", "program", "plan", "team",
                "movie", "hobby", "languages", "picture",
            ])
        #expect(object["DUID"] as? Int == 664_541)
        #expect(try person(String(decoding: written, as: UTF8.self)) == DukePersonTests.ric())
    }
}
