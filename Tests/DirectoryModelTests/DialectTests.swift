import DirectoryModel
import Foundation
import Testing

/// Read every dialect, write one (REQUIREMENTS 1.1).
struct DialectTests {
    private func read(_ json: String) -> ReadElement<DukePerson> {
        ElementReader<DukePerson>().read(.whole(Data(json.utf8)))
    }

    private func person(_ json: String) throws -> DukePerson {
        guard case .record(let person) = read(json) else { throw NobodyRead() }
        return person
    }

    private func reason(_ json: String) throws -> String {
        guard case .setAside(let setAside) = read(json) else { throw NobodyRead() }
        #expect(setAside.raw == json)
        return setAside.reason
    }

    private struct NobodyRead: Error {}

    @Test func theDialectOf2018() throws {
        let person = try person(
            """
            {"uid": 12, "firstname": "Ana", "lastname": "Li", "wherefrom": "Lima", "gender": true, "degree": "MS",
             "hobbies": ["chess", "tea"], "languages": ["C"], "role": "TA", "pic": "eHg=", "team": "Owls"}
            """)
        #expect(
            person
                == DukePerson(
                    DUID: 12, fName: "Ana", lName: "Li", from: "Lima", gender: .Male, role: .TA, plan: "MS",
                    team: "Owls", hobby: "chess, tea", languages: ["C"], picture: "eHg="))
    }

    @Test func theDialectOfEarly2023() throws {
        let person = try person(
            #"{"id": 12, "firstname": "Ana", "lastname": "Li", "wherefrom": "Lima", "gender": 2, "movie": "Alien"}"#)
        #expect(
            person == DukePerson(DUID: 12, fName: "Ana", lName: "Li", from: "Lima", gender: .Female, movie: "Alien"))
    }

    @Test func theDialectOf2024() throws {
        let person = try person(#"{"DUID": 12, "netID": "al9", "moviegenre": "Noir", "email1": "al9@duke.edu"}"#)
        #expect(person == DukePerson(DUID: 12, netid: "al9", email: "al9@duke.edu", movie: "Noir"))
    }

    @Test(arguments: [
        #"{"DUID": "0664541"}"#, #"{"duid": 664541.0}"#, #"{"Duid": " 664541 "}"#, #"{"DUID": null, "id": 664541}"#,
    ])
    func theKeyInManyShapes(json: String) throws {
        #expect(try person(json).DUID == 664_541)
    }

    @Test func otherTypesAreTaken() throws {
        let person = try person(
            #"""
            {"DUID": 1, "languages": "Swift, C", "hobby": ["chess", 7, null], "gender": false, "team": 42, "plan": true,
             "movie": {"title": "x"}, "from": null, "program": [["deep"]]}
            """#)
        #expect(person.languages == ["Swift", "C"])
        #expect(person.hobby == "chess, 7")
        #expect(person.gender == .Female)
        #expect([person.team, person.plan, person.movie, person.from] == ["42", "true", "", "unknown"])
    }

    @Test func unknownWordsBecomeOtherAndMissingOnesUnknown() throws {
        let odd = try person(#"{"DUID": 1, "role": "Wizard", "gender": "yes"}"#)
        #expect([odd.role.rawValue, odd.gender.rawValue] == ["Other", "Other"])
        let bare = try person(#"{"DUID": 1, "role": "", "gender": null}"#)
        #expect([bare.role.rawValue, bare.gender.rawValue] == ["Unknown", "Unknown"])
        #expect(try person(#"{"DUID": 1, "role": "professor", "gender": "FEMALE"}"#).role == .Professor)
    }

    @Test(arguments: [
        ("7", "This is no person: it is not an object."), ("[1]", "This is no person: it is not an object."),
        ("{}", "This is no person: it has no DUID."), (#"{"DUID": null}"#, "This is no person: it has no DUID."),
        (#"{"DUID": "abc"}"#, "This is no person: its DUID “abc” is not a number."),
        (#"{"DUID": 1.5}"#, "This is no person: its DUID “1.5” is not a number."),
        (#"{"DUID": -4}"#, "This is no person: its DUID “-4” is not a number."),
        (#"{"DUID": 1e300}"#, "This is no person: its DUID “1e+300” is not a number."),
        (#"{"DUID": 1,}x"#, "The element is not valid JSON."),
    ])
    func whatIsNoPersonIsSetAside(json: String, expected: String) throws {
        #expect(try reason(json) == expected)
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
