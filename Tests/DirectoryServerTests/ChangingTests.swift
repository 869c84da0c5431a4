import DirectoryModel
import Foundation
import Hostile
import NIOHTTP1
import Synchronization
import Testing

@testable import DirectoryServer

/// The POST, PUT and DELETE rows of the wire table.
@Suite struct ChangingTests {
    @Test(.serverOnEachDatabase()) func anEntryIsAddedOnceAndReplacedWhole() async throws {
        // When one's own entry is sent
        let answer = try await server.send(.POST, "/entries/create", body: try DukePerson.sample().json())
        // Then it is there, under the tag that was answered
        #expect(answer.status == 200)
        let stored = try await server.send(.GET, "/entries/ab12")
        #expect(stored.etag == answer.etag)
        #expect(try JSONDecoder().decode(DukePerson.self, from: stored.body) == .sample())
        // And a second time it is refused
        let again = try await server.send(.POST, "/entries/create", body: try DukePerson.sample(duid: 8).json())
        #expect(again.status == 409)
        #expect(again.json["field"] == "netid")
        // When it is put with another name, then that is what is there
        let changed = DukePerson.sample(name: "Eve")
        let put = try await server.send(.PUT, "/entries/ab12", body: try changed.json())
        #expect(put.status == 200)
        let replaced = try await server.send(.GET, "/entries/ab12")
        #expect(try JSONDecoder().decode(DukePerson.self, from: replaced.body) == changed)
        #expect(replaced.etag == put.etag)
    }

    @Test(.server()) func anOlderDialectIsStoredInThePresentOne() async throws {
        let body =
            #"{"uid":"0000007","netID":"ab12","firstname":"Ada","gender":true,"role":"student","hobbies":["tea","go"]}"#
        #expect(try await server.send(.POST, "/entries/create", body: body).status == 200)
        let stored = try await server.send(.GET, "/entries/ab12").text
        #expect(stored.contains(#""DUID":7"#) && stored.contains(#""hobby":"tea, go""#))
        #expect(!stored.contains("uid\""))
    }

    @Test(.server([.sample("cd34", duid: 2)])) func anEntryOfSomeoneElseIsNotAdded() async throws {
        let body = try DukePerson.sample("cd35").json()
        #expect(try await server.send(.POST, "/entries/create", body: body).status == 403)
        #expect(try await server.send(.POST, "/entries/create", body: body, credentials: .some(nil)).status == 401)
        let taken = try await server.send(.POST, "/entries/create", body: try DukePerson.sample(duid: 2).json())
        #expect(taken.status == 409)
        #expect(taken.json["field"] == "DUID")
        let count = try await server.repository.version(of: "people").count
        #expect(count == 1)
    }

    /// What breaks a rule, and the field that is to blame.
    private static let broken: [(String, String, String)] = [
        ("email", "\"nobody at all\"", "email"), ("DUID", "0", "DUID"), ("DUID", "\"many\"", "DUID"),
        ("DUID", "null", "DUID"), ("DUID", "-4", "DUID"), ("netid", "\"a b\"", "netid"), ("netid", "\"\"", "netid"),
        ("movie", "\"\(String(repeating: "long ", count: 300))\"", "movie"),
        ("picture", "\"\(String(repeating: "A", count: 150_000))\"", "picture"),
        ("picture", "\"\(HeaderOnlyPicture.png(22_000, 22_000).base64EncodedString())\"", "picture"),
        ("role", "\"Professor\"", "role"), ("role", "\"TA\"", "role"), ("role", "\"King\"", "role"),
        ("role", "\"Unknown\"", "role"), ("role", "\"\"", "role"), ("role", "null", "role"), ("role", "3", "role"),
        ("gender", "\"King\"", "gender"), ("gender", "7", "gender"), ("email", "{\"a\":1}", "email"),
        ("lName", "[[1]]", "lName"), ("picture", "[{}]", "picture"), ("email", "12.5", "email"),
        ("movie", #""\ud800""#, "movie"),
    ]

    @Test(.server([.sample()]), arguments: broken)
    func aBrokenRuleNamesItsField(key: String, value: String, field: String) async throws {
        // Given an entry one of whose values breaks its rule
        let marked = try DukePerson.sample().json([key: "MARK"])
        let body = marked.replacingOccurrences(of: "\"MARK\"", with: value)
        for (method, path) in [("POST", "/entries/create"), ("PUT", "/entries/ab12")] {
            // When it is sent, then the answer names the field and says why
            let answer = try await server.send(.init(rawValue: method), path, body: body)
            #expect(answer.status == 422)
            #expect(answer.json["field"] == field)
            #expect(answer.json["reason"]?.isEmpty == false && answer.json["error"]?.hasSuffix(".") == true)
            #expect(answer.json["recovery"] == "Correct it and send it again.")
        }
    }

    private static let notJSON = ["", "{", "DUID=7", String(repeating: "[", count: 100_000)].map {
        ($0, 400, "The body is not valid JSON.")
    }
    private static let tooLarge = String(repeating: "x", count: (256 << 10) + 1)

    @Test(.server([.sample()]), arguments: notJSON + [(tooLarge, 413, "The body is larger than 256 KB.")])
    func aBodyThatIsNoEntryIsRefused(body: String, status: Int, error: String) async throws {
        for (method, path) in [(HTTPMethod.POST, "/entries/create"), (.PUT, "/entries/ab12")] {
            let answer = try await server.send(method, path, body: body)
            #expect(answer.status == UInt(status) && answer.json["error"] == error)
        }
    }

    /// The role may change after the body was read.
    @Test(.eachDatabase) func aDemotionThatComesFirstIsHonored() async throws {
        let accounts = Accounts(repository: repository)
        let isDemoted = Mutex(true)
        let database = WatchedDatabase(repository) {
        } willChange: {
            guard isDemoted.withLock({ !$0 }) else { return }
            isDemoted.withLock { $0 = true }
            try await accounts.setRole(.student, of: TestServer.netid)
        }
        try await TestServer.with(database.repository) { (server) async throws in
            var person = DukePerson.sample()
            for (method, path, member, role) in [
                (HTTPMethod.POST, "/entries/create", MemberRole.professor, Role.Professor),
                (.PUT, "/entries/ab12", .ta, .TA),
            ] {
                person.role = role
                try await accounts.setRole(member, of: TestServer.netid)
                // When the role changes just before the entry is stored, then that is refused
                isDemoted.withLock { $0 = false }
                let refused = try await server.send(method, path, body: try person.json())
                #expect(refused.status == 422 && refused.json["field"] == "role")
                try await accounts.setRole(member, of: TestServer.netid)
                #expect(try await server.send(method, path, body: try person.json()).status == 200)
            }
        }
    }

    @Test(.server(.three)) func anEntryOfSomeoneElseIsNotReplaced() async throws {
        let mine = try DukePerson.sample().json()
        // Another's entry, even with a body that says it is mine; mine with another's netid; one nobody has
        #expect(try await server.send(.PUT, "/entries/cd34", body: mine).status == 403)
        let others = try [DukePerson].three[1].json()
        #expect(try await server.send(.PUT, "/entries/cd34", body: others).status == 403)
        #expect(try await server.send(.PUT, "/entries/ab12", body: others).status == 403)
        #expect(try await server.send(.PUT, "/entries/zz99", body: mine).status == 404)
        let unsigned = try await server.send(.PUT, "/entries/ab12", body: mine, credentials: .some("ab12:x"))
        #expect(unsigned.status == 401)
        // Another's DUID, or any other than the one everybody knows the record by
        let other = try await server.send(.PUT, "/entries/ab12", body: try DukePerson.sample(duid: 10).json())
        #expect(other.status == 422 && other.json["field"] == "DUID")
        #expect(other.json["error"] == "DUID must stay 7.")
        let taken = try await server.send(.PUT, "/entries/ab12", body: try DukePerson.sample(duid: 8).json())
        #expect(taken.status == 422)
        #expect(taken.json["field"] == "DUID")
        let answer = try await server.send(.GET, "/entries/all")
        #expect(try JSONDecoder().decode([DukePerson].self, from: answer.body) == .three)
    }

    @Test(.serverOnEachDatabase([.sample(), .sample("cd34", duid: 2)]))
    func anEntryIsRemovedOnlyByItsOwner() async throws {
        #expect(try await server.send(.DELETE, "/entries/cd34").status == 403)
        #expect(try await server.send(.DELETE, "/entries/ab12", credentials: .some("ab12:x")).status == 401)
        #expect(try await server.send(.DELETE, "/entries/ab12").status == 200)
        #expect(try await server.send(.DELETE, "/entries/ab12").status == 404)
        #expect(try await server.send(.GET, "/entries/ab12").status == 404)
        let count = try await server.repository.version(of: "people").count
        #expect(count == 1)
    }
}
