import DirectoryModel
import Foundation
import NIOHTTP1
import SampleData
import Testing
import TypedStore

@testable import DirectoryServer

/// Pages for browsers.
@Suite struct PageTests {
    @Test(.sqlite) func theHomePageNamesOnlyTheSamplesAccountWhileItsPasswordIsPublic() async throws {
        let html = ["Accept": "text/html"]
        let sentence = "Sign in as demo with the password demo."
        let accounts = Accounts(repository: repository)
        try await accounts.addDemo()
        try await TestServer.with(repository) { server in
            #expect(try await server.open(.GET, "/", headers: html).text.contains(sentence))
            _ = try await accounts.reset(Accounts.demo)
            #expect(try await !server.open(.GET, "/", headers: html).text.contains(sentence))
        }
        try await TestServer.with([.sample()]) { (server) async throws in
            let answer = try await server.open(.GET, "/", headers: html)
            #expect(answer.status == 200)
            #expect(answer.headers.first(name: "Content-Type") == "text/html; charset=utf-8")
            #expect(answer.text.contains("How to sign in"))
            for text in ["Byrne", "ab12", "sample class"] { #expect(!answer.text.contains(text)) }
        }
    }

    private static let errors: [(HTTPMethod, String, UInt, String)] = [
        (.GET, "/nothing", 404, "This address does not exist."),
        (.GET, "/entries/%3Cb%3E", 404, "&lt;b&gt; has no entry."),
        (.DELETE, "/entries", 405, "DELETE cannot be used at this address."),
        (.POST, "/api/tours", 415, "The body must be sent as “Content-Type: application/json”."),
    ]

    @Test(.server(), arguments: errors)
    func browsersGetAPageForAnError(method: HTTPMethod, path: String, status: UInt, sentence: String) async throws {
        let type = ["Content-Type": "text/plain"]
        let page = try await server.send(
            method, path, headers: type.merging(["Accept": "text/html,application/xhtml+xml,*/*;q=0.8"]) { $1 })
        #expect(page.status == status && page.text.contains(sentence))
        #expect(page.headers.first(name: "Content-Type") == "text/html; charset=utf-8")
        #expect(page.headers.first(name: "Content-Security-Policy")?.contains("default-src 'none'") == true)
        // And programs get JSON
        let json = try await server.send(method, path, headers: type)
        #expect(json.status == status && json.headers.first(name: "Content-Type")?.contains("json") == true)
        #expect(json.headers["Allow"] == page.headers["Allow"])
        // Where a password is missing, browsers ask for it
        let signIn = try await server.open(.GET, "/entries", headers: ["Accept": "text/html"])
        #expect(signIn.status == 401 && signIn.text.contains("<h1>Sign In</h1>"))
        #expect(signIn.headers.first(name: "WWW-Authenticate")?.hasPrefix("Basic") == true)
    }

    @Test(.serverOnEachDatabase([.sample(), .sample("cd34", duid: 2, name: "Zoë")]))
    func peopleAreListedWithEveryFieldAndFoundByValues() async throws {
        let page = try await server.send(.GET, "/entries")
        #expect(page.status == 200)
        #expect(page.text.contains("Student <small>2</small>"))
        #expect(page.text.contains("Zoë Byrne is a Student."))
        for field in DukePerson.fields { #expect(page.text.contains("<dt>\(field.label)</dt>")) }
        #expect(page.headers.first(name: "Content-Security-Policy")?.contains("default-src 'none'") == true)
        for query in ["zoe", "ZO%C3%8B", "byrne+zoe", "student++zo", "cd34", "0000002"] {
            let found = try await server.send(.GET, "/entries?q=\(query)").text
            #expect(found.contains("1 person found"), "\(query)")
            #expect(found.contains("Zoë Byrne") && !found.contains("Ada Byrne"), "\(query)")
        }
        for (query, reason) in [
            ("te%3D", "Nothing follows “team=”."), ("gr%3DTeam", "Unknown field “group”."),
            ("zz%3D1,te%3D2", "No results."), ("te%3Da,zz%3D1", "Unknown field “zz”."),
        ] {
            #expect(try await server.send(.GET, "/entries?q=\(query)").text.contains(reason), "\(query)")
        }
    }

    @Test func textsOfPeopleAreEscaped() async throws {
        let evil = #"<script>alert("1")</script>'"#
        let person = DukePerson.sample("\"><i>", name: evil).with(\.picture, evil).with(\.email, "\"><b>@x")
        try await TestServer.with([person]) { (server) async throws in
            // When they are shown, and searched for with an attack
            let query = "?q=%3Cscript%3Ealert(%221"
            let page = try await server.send(.GET, "/entries\(query)").text
            #expect(page.contains("1 person found for “&lt;script&gt;alert(&quot;1”"))
            #expect(page.contains("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;"))
            for piece in ["<script", "\"><b>", "\"><i>", "alert(\""] { #expect(!page.contains(piece)) }
        }
    }

    private static let odd = [
        DukePerson.sample("a1").with(\.email, "o+b&c?d=e%f@duke.example")
            .with(\.picture, Data([0xFF, 0xD8, 0xFF, 0xD9]).base64EncodedString()),
        DukePerson.sample("b2", duid: 8).with(\.email, "a@b.c, d@e.f")
            .with(\.picture, Data("<svg onload=alert(1)>".utf8).base64EncodedString()),
        DukePerson.sample("c3", duid: 9).with(\.email, "unknown"),
    ]

    @Test(.server(PageTests.odd)) func onlyAPictureIsSentAndOnlyAValidEmailAddressIsALink() async throws {
        let answer = try await server.send(.GET, "/entries/a1/picture")
        #expect(answer.headers.first(name: "Content-Type") == "image/jpeg")
        #expect(answer.body.count == 4)
        #expect(try await server.send(.GET, "/entries/b2/picture").status == 404)
        let page = try await server.send(.GET, "/entries").text
        #expect(page.contains("src=\"/entries/a1/picture\"") && !page.contains("/entries/b2/picture"))
        // In the card's head and among all fields
        let links = page.matches(of: /href="mailto:([^"]*)"/).map { String($0.1) }
        #expect(links == Array(repeating: "o+b%26c%3Fd%3De%25f@duke.example", count: 2))
        #expect(page.contains("a@b.c, d@e.f") && page.contains("No email address"))
    }

    @Test func sectionsAndPeopleAreSorted() async throws {
        // Given people of every role who came in no order
        let roles: [Role] = [.Student, .Unknown, .Professor, .Student, .TA, .Other, .Student]
        let people = zip(roles, ["Zoë", "Łukasz", "Eve", "Åsa", "Bo", "Dan", "æsir"]).enumerated().map { number, who in
            DukePerson.sample("p\(number)", duid: number + 1, name: who.1).with(\.lName, who.1).with(\.role, who.0)
        }
        try await TestServer.withDatabase(people) { (server, _) async throws in
            let page = try await server.send(.GET, "/entries").text
            let sections = page.matches(of: /<h2>(\w+) <small>(\d)/).map { "\($0.1) \($0.2)" }
            #expect(sections == ["Professor 1", "TA 1", "Student 3", "Other 2"])
            let names = page.matches(of: #/<h3>(\w+) /#).map { String($0.1) }
            #expect(names == ["Eve", "Bo", "æsir", "Åsa", "Zoë", "Dan", "Łukasz"])
        }
    }

    @Test(.serverOnEachDatabase()) func hundredsComeInPagesOfWhichTheLastMayBeFull() async throws {
        let sample = try SampleClass(count: 450, pictures: nil)
        try await repository.fill("people", count: 450) { try sample.entry(at: $0) }
        let first = try await server.send(.GET, "/entries").text
        #expect(first.contains("450 people.") && first.contains("Page 1 of 3"))
        #expect(first.contains("?page=2") && !first.contains(">Previous<"))
        let last = try await server.send(.GET, "/entries?page=3").text
        #expect(last.components(separatedBy: "<article").count - 1 == 50)
        #expect(last.contains("?page=2") && !last.contains(">Next<"))
        #expect(try await server.send(.GET, "/entries?page=9").text.contains("Page 9 does not exist."))
        for index in 400..<450 {
            _ = try await repository.remove(entryOf: sample.entry(at: index).owner, in: "people") { _ in }
        }
        let full = try await server.send(.GET, "/entries?page=2").text
        #expect(full.components(separatedBy: "<article").count - 1 == 200)
        #expect(full.contains("Page 2 of 2") && !full.contains(">Next<"))
    }
}
