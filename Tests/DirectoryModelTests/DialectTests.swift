import DirectoryModel
import Foundation
import Testing

/// Read every dialect, write one.
struct DialectTests {
    private func person(_ json: String) throws -> DukePerson { DukePerson(try readJSON(json).whole()) }

    /// Lists of 2018, early 2023, and 2024, other types, odd choices, and hidden characters.
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
        (#"{"DUID": "0664541"}"#, DukePerson(DUID: 664_541)), (#"{"duid": 664541.0}"#, DukePerson(DUID: 664_541)),
        (#"{"Duid": " 664541 "}"#, DukePerson(DUID: 664_541)),
        (#"{"DUID": null, "id": 664541}"#, DukePerson(DUID: 664_541)),
        (
            #"""
            {"DUID": 1, "languages": "Swift, C", "hobby": ["chess", 7, null], "gender": false, "team": 42, "plan": true,
             "from": null}
            """#,
            DukePerson(
                DUID: 1, gender: .Female, plan: "true", team: "42", hobby: "chess, 7", languages: ["Swift", "C"])
        ),
        (#"{"DUID": 1, "role": "Wizard", "gender": "yes"}"#, DukePerson(DUID: 1, gender: .Other, role: .Other)),
        (#"{"DUID": 1, "role": "", "gender": null}"#, DukePerson(DUID: 1)),
        (
            #"{"DUID": 1, "role": "professor", "gender": "FEMALE"}"#,
            DukePerson(DUID: 1, gender: .Female, role: .Professor)
        ),
        (
            #"{"DUID":7,"fName":"Zo\u200be","lName":"\u200b","team":"\u202aOwls\u202c","languages":["\ufeffC"]}"#,
            DukePerson(DUID: 7, fName: "Zoe", lName: "", team: "Owls", languages: ["C"])
        ),
    ])
    func everyDialectIsRead(json: String, expected: DukePerson) throws {
        #expect(try person(json) == expected)
    }

    /// Fields cannot hold objects or nested lists: they are reported, and the rest is read.
    @Test(arguments: [
        ("email", #"{"work": "ada@x.y"}"#), ("gender", #"{"x": 1}"#), ("role", "[[1]]"), ("lName", "[[1]]"),
        ("hobby", #"["tea", {"b": 2}]"#), ("languages", #"{"a": "Swift"}"#), ("picture", "{}"),
    ])
    func unknownTypeIsReported(key: String, value: String) throws {
        let json = #"{"DUID": 70, "fName": "Ada", "team": "Owls", "\#(key)": \#(value)}"#
        let read = readJSON(json)
        #expect(read.record == DukePerson(DUID: 70, fName: "Ada", team: "Owls").record && read.unread == [key])
        let label = try #require(DukePerson.definition.field(named: key)?.label)
        #expect(read.rejected?.reason == "The \(label) does not contain text or a number, so it was not imported.")
        #expect(read.rejected?.raw == json)
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
