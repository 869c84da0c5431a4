import Boats
import DirectoryModel
import NIOHTTP1
import Testing

@testable import DirectoryServer

/// A published collection that is not people's.
struct OtherCollectionTests {
    @Test(.eachDatabase) func entriesOfACollectionAreApartFromPeopleAndOfTheirOwner() async throws {
        // Given a person of the number and the owner of a boat with an attack for a name
        try await repository.add(try Entry(DukePerson.sample().record))
        let tag = try await repository.version(of: "people").tag

        // When the boat is published, it is neither refused nor among the people
        try await TestServer.with(repository, collections: [.people, Boat.definition]) { (server) async throws in
            func create(skipper: String) async throws -> TestServer.Answer {
                let sent = #"{"number": 7, "name": "<b>Möwe</b>", "skipper": "\#(skipper)", "harbor": "Kiel"}"#
                return try await server.send(.POST, "/club/boats/create", body: sent)
            }
            #expect(try await create(skipper: TestServer.netid).status == 200)
            let refused = try await create(skipper: "ana")
            #expect(refused.status == 403)
            #expect(refused.json["error"] == "The body’s Skipper is ana, but you signed in as \(TestServer.netid).")
            #expect(try await repository.version(of: "people").tag == tag)
            #expect(try await server.send(.GET, "/club/boats/all").text.contains("Möwe"))
            #expect(try await !server.send(.GET, "/entries/all").text.contains("Möwe"))
            // And its page shows every field
            let page = try await server.send(.GET, "/club/boats?q=kiel").text
            #expect(page.contains("<h1>Boats</h1>") && page.contains("1 boat found for “kiel”."))
            #expect(page.contains("&lt;b&gt;Möwe&lt;/b&gt;") && page.contains("<dt>Harbor</dt><dd>Kiel</dd>"))
        }
    }
}
