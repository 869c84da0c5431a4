import DirectoryModel
import DirectoryServer
import Foundation
import NIOHTTP1
import Testing

/// What browsers are shown.
@Suite struct PageTests {
    @Test func theHomePageIsOpenAndNamesNobody() async throws {
        try await TestServer.with([.sample()]) { server in
            let answer = try await server.send(.GET, "/", credentials: .some(nil))
            #expect(answer.status == 200)
            #expect(answer.headers.first(name: "Content-Type") == "text/html; charset=utf-8")
            #expect(answer.text.contains("How to sign in"))
            #expect(!answer.text.contains("Byrne") && !answer.text.contains("ab12"))
        }
    }

    @Test func everybodyIsListedWithEveryField() async throws {
        try await TestServer.with([.sample(), .sample("cd34", duid: 2, name: "Zoë")]) { server in
            let page = try await server.send(.GET, "/entries")
            #expect(page.status == 200)
            #expect(page.text.contains("Student <small>2</small>"))
            #expect(page.text.contains("Zoë Byrne is a Student."))
            for field in DukePerson.fields { #expect(page.text.contains("<dt>\(field.label)</dt>")) }
            #expect(page.headers.first(name: "Content-Security-Policy")?.contains("default-src 'none'") == true)
        }
    }

    @Test func whatPeopleWriteStaysText() async throws {
        // Given somebody whose every text is an attack
        let evil = #"<script>alert("1")</script>'"#
        var person = DukePerson.sample(name: evil)
        (person.lName, person.from, person.movie, person.hobby) = (evil, evil, evil, evil)
        (person.team, person.languages, person.picture) = (evil, [evil], evil)
        (person.email, person.netid) = ("\"><b>@x", "\"><i>")
        try await TestServer.with([person]) { server in
            // When they are shown, and searched for with an attack
            let query = "?q=%3Cscript%3Ealert(%221"
            let page = try await server.send(.GET, "/entries\(query)").text
            // Then nothing of it is HTML
            #expect(page.contains("1 person found for “&lt;script&gt;alert(&quot;1”"))
            #expect(page.contains("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;"))
            for piece in ["<script", "\"><b>", "\"><i>", "alert(\""] { #expect(!page.contains(piece)) }
        }
    }

    @Test(arguments: ["zoe", "ZO%C3%8B", "byrne+zoe", "student++zo", "cd34", "0000002"])
    func searchForgivesCaseAndAccents(query: String) async throws {
        try await TestServer.with([.sample(), .sample("cd34", duid: 2, name: "Zoë")]) { server in
            let page = try await server.send(.GET, "/entries?q=\(query)").text
            #expect(page.contains("1 person found"))
            #expect(page.contains("Zoë Byrne") && !page.contains("Ada Byrne"))
        }
    }

    @Test func picturesAreSentOnlyIfTheyArePictures() async throws {
        var (jpeg, other) = (DukePerson.sample(), DukePerson.sample("cd34", duid: 2))
        jpeg.picture = Data([0xFF, 0xD8, 0xFF, 0xD9]).base64EncodedString()
        other.picture = Data("<svg onload=alert(1)>".utf8).base64EncodedString()
        try await TestServer.with([jpeg, other]) { server in
            let answer = try await server.send(.GET, "/entries/ab12/picture")
            #expect(answer.headers.first(name: "Content-Type") == "image/jpeg")
            #expect(answer.body.count == 4)
            #expect(try await server.send(.GET, "/entries/cd34/picture").status == 404)
            let page = try await server.send(.GET, "/entries").text
            #expect(page.contains("src=\"/entries/ab12/picture\"") && !page.contains("/entries/cd34/picture"))
        }
    }

    @Test func hundredsComeInPages() async throws {
        try await TestServer.with { server in
            let sample = SampleClass(count: 450, portraits: [])
            try await server.repository.fill(count: 450) { try sample.entry(at: $0) }
            let first = try await server.send(.GET, "/entries").text
            #expect(first.contains("450 people.") && first.contains("Page 1 of 3"))
            #expect(first.contains("?page=2") && !first.contains(">Previous<"))
            let last = try await server.send(.GET, "/entries?page=3").text
            #expect(last.components(separatedBy: "<article").count - 1 == 50)
            #expect(last.contains("?page=2") && !last.contains(">Next<"))
            #expect(try await server.send(.GET, "/entries?page=9").text.contains("There is no page 9."))
        }
    }
}
