import DirectoryModel
import Foundation
import NIOHTTP1
import Testing

@testable import DirectoryServer

/// Courses that whoever runs the server loads.
@Suite struct CourseListTests {
    private static let json = """
        [{"Id":1,"Code":"IPC144","Name":"Thinking in Programs","Program":"CPA","Level":1,"Status":"Required",
          "DateCreated":"2016-10-19T09:30Z"},
         {"Id":2,"Code":"ULI101","Name":"The Shell","Program":"CPA","Level":2,"Status":"Option","DateCreated":"2016-10-20"}]
        """
    private static let csv = """
        \u{FEFF}Id,Code,Name,Program,Level,Status,DateCreated\r
        2,ULI101,"The Shell, and Friends",CPA,2,Option,2016-10-20\r
        7,DBW201,Tables That Keep,CPA,3,Required,\r

        """
    private static let bsd = "Id,Code,Name,Program,Level\n9,IPS101,First Programs,BSD,1\n"

    private static func courses(_ text: String) throws -> [Course] {
        try CourseFile.courses(in: Data(text.utf8), called: "a file", now: Date(timeIntervalSince1970: 0))
    }

    @Test(
        .server(),
        arguments: [
            "Id,Code,Name,Program\n9,IPS101,First Programs,BSD\n",
            #"[{"Id": 9, "Code": "IPS101", "Name": "First Programs", "Program": "BSD"}]"#,
        ])
    func aLevelThatIsNotGivenIsNotSent(text: String) async throws {
        _ = try await CourseList(repository: server.repository).load(try Self.courses(text))
        #expect(try await !server.open(.GET, "/api/courses/in/bsd").text.contains("Level"))
    }

    @Test(.serverOnEachDatabase()) func loadedCoursesAreServedAtOnce() async throws {
        let list = CourseList(repository: server.repository)
        #expect(try await list.load(try Self.courses(Self.json)) == change(2, 0, 0))
        #expect(try await list.load(try Self.courses(Self.bsd)) == change(1, 0, 0))
        // When a program is loaded again, then it consists of that, and the other one remains
        #expect(try await list.load(try Self.courses(Self.csv)) == change(1, 1, 1))
        #expect(try await list.load(try Self.courses(Self.csv)) == change(0, 0, 0))
        let answer = try await server.open(.GET, "/api/courses/in/cpa")
        let served = try JSONDecoder().decode([Course].self, from: answer.body)
        #expect(served.map(\.id) == [2, 7] && served.map(\.level) == [2, 3])
        #expect(served.map(\.name) == ["The Shell, and Friends", "Tables That Keep"])
        #expect(served.map(\.dateCreated) == ["2016-10-20", "1970-01-01T00:00Z"])
        #expect(try await list.all().map(\.id) == [9, 2, 7])
    }

    @Test(.server()) func theProgramsAreNamed() async throws {
        #expect(try await server.open(.GET, "/api/courses").text == "[]")
        let list = CourseList(repository: server.repository)
        _ = try await list.load(try Self.courses(Self.json))
        _ = try await list.load(try Self.courses("Id,Code,Name,Program,Level\n9,A,B,C++ & more,1\n"))
        let answer = try await server.open(.GET, "/api/courses")
        #expect(answer.text == #"["c++ & more","cpa"]"# && !answer.etag.isEmpty)
        // And each of them has its list
        let escaped = try await server.open(.GET, "/api/courses/in/c%2B%2B%20%26%20more")
        #expect(try JSONDecoder().decode([Course].self, from: escaped.body).map(\.id) == [9])
    }

    @Test(.server()) func aNumberOfAnotherProgramIsNotTaken() async throws {
        let list = CourseList(repository: server.repository)
        _ = try await list.load(try Self.courses(Self.json))
        _ = try await list.load(try Self.courses(Self.bsd))
        let before = try await list.all()
        // When a file has a number that is a course's of a program that is not in it, then nothing is changed
        let clashing = Self.bsd + "2,IPS202,Second Programs,BSD,2\n"
        let problem = await #expect(throws: ServerError.self) {
            _ = try await list.load(try Self.courses(clashing))
        }
        #expect(problem?.message.hasSuffix("The number 2 belongs to ULI101 in CPA.") == true)
        #expect(try await list.all() == before)
        // And where the other program is in the file too, that is meant
        let both = clashing + "1,IPC144,Thinking in Programs,cpa,1\n"
        #expect(try await list.load(try Self.courses(both)) == change(0, 2, 0))
        #expect(try await list.all().map(\.id) == [9, 2, 1])
    }

    private func change(_ added: Int, _ changed: Int, _ removed: Int) -> CourseList.Change {
        CourseList.Change(added: added, changed: changed, removed: removed)
    }

    private static let wrong: [(String, String)] = [
        ("", "not a complete JSON list"), ("[]", "contains no courses"), ("{}", "not a complete JSON list"),
        ("Id,Code,Name\n", "contains no courses"),
        (Self.json.replacing("\"Id\":2", with: "\"Id\":1"), "Course 2: The Id 1 belongs to another course."),
        (Self.json.replacing("\"Id\":2,", with: ""), "Course 2: "),
        (Self.json.replacing("\"Id\":2", with: "\"Id\":-2"), "Course 2: "),
        (Self.json.replacing("\"Id\":2", with: "\"Id\":0"), "Course 2: It needs an Id greater than 0."),
        (Self.json.replacing("ULI101", with: " "), "Course 2: It has no Code."),
        (Self.json.replacing("The Shell", with: ""), "Course 2: It has no Name."),
        (Self.json.replacing("\"Level\":2", with: "\"Level\":\(Int.max)"), "Course 2: Its Level"),
        (Self.json.replacing("2016-10-20", with: "2016-13-20"), "Course 2: Its DateCreated"),
        (Self.json.replacing("The Shell", with: String(repeating: "x", count: 2000)), "Course 2: "),
        (String(Self.json.dropLast(2)), "not a complete JSON list"), ("Id,Code\n1,A\n", "Course 1: It has no Name."),
        ("Id,Code,Name,Program,Level\n1,A,B,CPA,two\n", "Level must be a whole number"),
        (Self.json.replacing("\"Level\":2", with: "\"Level\":\"x\""), "Level must be a whole number"),
        ("[1,2]", "Course 2: "), ("Code,Name,Program\nA,B,CPA\n", "Id"),
        (#"[{"Code":"A","Name":"B","Program":"CPA"}]"#, "Id"),
        ("Id,Code,Name\n" + String(repeating: "0,A,B\n", count: 1000), "And 980 more."),
    ]

    @Test(arguments: wrong)
    func aFaultIsReported(text: String, reason: String) {
        let problem = #expect(throws: ServerError.self) { try Self.courses(text) }
        #expect(problem?.message.contains(reason) == true, "\(problem?.message ?? "")")
        // Files call the number of a course “Id”
        #expect(problem?.message.contains("Number") == false)
        #expect(
            problem?.message.hasPrefix("The courses in a file could not be loaded, so no changes were made.") == true)
    }
}
