import DirectoryModel
import Foundation
import NIOHTTP1
import Testing
import TypedStore

@testable import DirectoryServer

/// What an administrator does with what people published: hides it, shows it again, removes it, changes its role.
@Suite struct EntryListTests {
    /// The DUIDs that the list has, and those that the page names.
    private static func seen(_ server: TestServer) async throws -> [Int] {
        let all = try JSONDecoder().decode(
            [DukePerson].self, from: try await server.send(.GET, "/entries/all").body)
        let page = try await server.send(.GET, "/entries").text
        let named = [DukePerson].three.filter { page.contains("\($0.fName) Byrne") }.map(\.DUID)
        #expect(named == all.map(\.DUID).filter { $0 < 10 }.sorted())
        #expect(page.contains(DukePerson.collection.counted(all.count)))
        return all.map(\.DUID)
    }

    private static func delta(_ server: TestServer, since tag: String) async throws -> (removed: [Int], sent: [Int]) {
        try #require(
            try await server.repository.withDelta(of: "people", since: DeltaRequest(tag: tag)) { delta in
                var sent: [Int] = []
                try delta.each { sent.append(try JSONDecoder().decode(DukePerson.self, from: $0.json).DUID) }
                return (delta.removed, sent)
            })
    }

    @Test(.serverOnEachDatabase(.three)) func aHiddenEntryIsNotServedUntilItIsShown() async throws {
        let tag = try await server.repository.version(of: "people").tag
        let token = try await server.report(CardRequest.sync()).token
        #expect(try await Self.seen(server) == [7, 8, 9])
        // When it is hidden, by another program
        let entries = EntryList(repository: try database.open())
        try await entries.hide(of: "CD34")
        // Then lists, pages, single entries, searches, deltas and phones are without it
        #expect(try await Self.seen(server) == [7, 9])
        let known = ["If-None-Match": "\"\(tag)\""]
        #expect(try await server.send(.GET, "/entries/all", headers: known).status == 200)
        #expect(try await server.send(.GET, "/entries/cd34").status == 404)
        #expect(try await !server.send(.GET, "/entries?q=zo%C3%AB").text.contains("Zoë Byrne"))
        #expect(try await Self.delta(server, since: tag) == ([8], []))
        let changes = try await server.report(CardRequest.sync(token))
        let card = CardRequest.hrefs[1]
        #expect(changes.only?.href == card && changes.only?.status.contains("404") == true)
        #expect(try await server.send(.GET, card).status == 404)
        // Its owner can make no other, and nobody else takes its number
        let password = try await Accounts(repository: server.repository).add("cd34", role: .student)
        let again = try await server.send(
            .POST, "/entries/create", body: try [DukePerson].three[1].json(), credentials: "cd34:\(password)")
        #expect(again.status == 422 && again.json["error"] == "Your entry is hidden on this server.")
        #expect(again.json["recovery"] == "Ask the person who runs this server to show it again.")
        // Nor can they change or remove it, which only they are told
        for (method, body) in [(HTTPMethod.PUT, try [DukePerson].three[1].json()), (.DELETE, nil)] {
            let own = try await server.send(method, "/entries/CD34", body: body, credentials: "cd34:\(password)")
            #expect(own.status == 422 && own.json["error"] == again.json["error"])
            #expect(own.json["field"] == "netid")
            #expect(try await server.send(method, "/entries/cd34", body: body).status == 404)
        }
        try await server.repository.add(try Entry(DukePerson.sample("gh78", duid: 10).record))
        await #expect(throws: EntryError.keyTaken) {
            try await server.repository.add(try Entry(DukePerson.sample("ij90", duid: 8).record))
        }
        await #expect(throws: ServerError.entryHidden("cd34")) { try await entries.hide(of: "cd34") }
        await #expect(throws: ServerError.noEntry("zz99")) { try await entries.hide(of: "zz99") }
        // When it is shown again, then everyone has it
        let hidden = try await server.repository.version(of: "people").tag
        try await entries.show(of: "cd34")
        #expect(try await Self.delta(server, since: hidden) == ([], [8]))
        #expect(try await Set(Self.seen(server)) == [7, 8, 9, 10])
        await #expect(throws: ServerError.noHiddenEntry("cd34")) { try await entries.show(of: "cd34") }
        // When it is hidden and removed, then it is neither there nor hidden, and may be added again
        try await entries.hide(of: "cd34")
        try await entries.remove(of: "cd34")
        await #expect(throws: ServerError.noEntry("cd34")) { try await entries.remove(of: "cd34") }
        await #expect(throws: ServerError.noHiddenEntry("cd34")) { try await entries.show(of: "cd34") }
        try await server.repository.add(try Entry([DukePerson].three[1].record))
    }

    @Test(.sqlite) func aRemovalThatFailsLeavesTheHiddenEntryToo() async throws {
        let entries = EntryList(repository: database.repository)
        try await database.repository.add(try Entry([DukePerson].three[1].record))
        // Given an entry that is hidden and shown, and cannot be removed
        let columns = "key, owner, owner_key, section, sort, search, hash, json"
        try await database.execute(
            "INSERT INTO entry (list, \(columns)) SELECT 'people:hidden', \(columns) FROM entry")
        try await database.execute(
            """
            CREATE TRIGGER full BEFORE DELETE ON entry WHEN old.list = 'people:hidden'
            BEGIN SELECT RAISE(ABORT, 'full'); END
            """)
        await #expect(throws: (any Error).self) { try await entries.remove(of: "cd34") }
        // Then it is hidden still
        #expect(try await database.texts("SELECT list FROM entry ORDER BY 1") == ["people", "people:hidden"])
        try await database.execute("DROP TRIGGER full")
        try await entries.remove(of: "cd34")
        #expect(try await database.texts("SELECT owner FROM entry").isEmpty)
    }

    @Test(.serverOnEachDatabase(.three), arguments: [false, true])
    func anAccountIsDeleted(withEntry: Bool) async throws {
        let repository = try database.open()
        let tag = try await server.repository.version(of: "people").tag
        let (passwords, links) = (AppPasswords(repository: repository), PasswordLinks(repository: repository))
        let app = try await passwords.add("phone", to: "ab12")
        _ = try await links.make(for: "ab12")
        #expect(try await server.send(.GET, "/entries/ab12").status == 200)
        // When an account is deleted
        try await Accounts(repository: repository).remove("AB12", withEntries: withEntry)
        // Then neither its password nor that of a phone opens anything
        #expect(try await server.send(.GET, "/entries/ab12").status == 401)
        #expect(try await server.dav("PROPFIND", "/dav/", depth: 0, credentials: "ab12:\(app)").status == 401)
        let entry = try await repository.entry(of: "ab12", in: "people")
        #expect((entry == nil) == withEntry)
        #expect(try await Self.delta(server, since: tag).removed == (withEntry ? [7] : []))
        for table in ["app_password", "password_link", "membership"] {
            #expect(try await database.texts("SELECT netid_key FROM \(table)").isEmpty)
        }
        await #expect(throws: ServerError.noAccount("ab12")) {
            try await Accounts(repository: repository).remove("ab12", withEntries: true)
        }
        await #expect(throws: ServerError.noAccount("ab12")) { try await passwords.add("laptop", to: "ab12") }
        await #expect(throws: ServerError.noAccount("ab12")) { try await links.make(for: "ab12") }
        // A later account of the NetID has none of its passwords
        _ = try await Accounts(repository: repository).add("ab12", role: .student)
        #expect(try await server.dav("PROPFIND", "/dav/", depth: 0, credentials: "ab12:\(app)").status == 401)
    }

    private func role(of owner: String, _ repository: SQLRepository) async throws -> Role? {
        try await repository.entry(of: owner, in: "people").map { DukePerson(try $0.record(of: .people)).role }
    }

    @Test(.serverOnEachDatabase([DukePerson.sample().with(\.role, .Professor), [DukePerson].three[1]]))
    func theRoleOfAnEntryFollowsTheAccount() async throws {
        let accounts = Accounts(repository: try database.open())
        let tag = try await server.repository.version(of: "people").tag
        // When a professor's account is made a student's, then list, page and delta say so at once
        try await accounts.setRole(.student, of: "AB12")
        let served = try await server.send(.GET, "/entries/ab12")
        #expect(try JSONDecoder().decode(DukePerson.self, from: served.body).role == .Student)
        #expect(try await !server.send(.GET, "/entries").text.contains("Professor"))
        #expect(try await Self.delta(server, since: tag) == ([], [7]))
        #expect(try await database.texts("SELECT DISTINCT section FROM entry").count == 1)
        // And with the same role again, nothing changes
        let after = try await server.repository.version(of: "people").tag
        try await accounts.setRole(.student, of: "ab12")
        #expect(try await server.repository.version(of: "people").tag == after)
        await #expect(throws: ServerError.noAccount("zz99")) { try await accounts.setRole(.ta, of: "zz99") }
        // Where it is hidden, the role is right when it is shown; who publishes Other remains so
        try await EntryList(repository: server.repository).hide(of: "ab12")
        try await accounts.setRole(.ta, of: "ab12")
        try await EntryList(repository: server.repository).show(of: "ab12")
        #expect(try await role(of: "ab12", server.repository) == .TA)
        let other = DukePerson.sample().with(\.role, .Other)
        try await server.repository.replace(entryOf: "ab12", with: try Entry(other.record))
        try await accounts.setRole(.professor, of: "ab12")
        #expect(try await role(of: "ab12", server.repository) == .Other)
    }

    /// What pages sort and search by is derived anew where a server starts with another definition or language.
    @Test(.eachDatabase) func derivedValuesOfAnotherVersionAreDerivedAnew() async throws {
        let person = DukePerson.sample().with(\.team, "Owls")
        try await database.repository.reindexEntries(EntryDerivation(.people))
        try await database.repository.add(try Entry(person.record))
        try await database.repository.add(try Entry([DukePerson].three[1].record))
        try await EntryList(repository: database.repository).hide(of: "cd34")
        let tag = try await database.repository.version(of: "people").tag
        // Given what another version derived
        try await database.execute("UPDATE entry SET search = 'old words', section = '9\tOld'")
        try await database.execute("UPDATE list SET fingerprint = 'of another version'")
        let changes = try await database.contents()["entry_change"]
        // When a server starts
        try await TestServer.with(try database.open()) { server in
            // Then its pages find by the present words, which are those of the values, in the present sections
            for (word, count) in [
                ("ada", 1), ("owls", 1), ("ab12", 1), ("0000007", 1), ("reach", 0), ("team", 0), ("can", 0),
            ] {
                let query = PageQuery(terms: [word], offset: 0, limit: 9)
                #expect(try await server.repository.page(query, of: "people").total == count, "\(word)")
            }
            #expect(try await server.send(.GET, "/entries").text.contains("Old") == false)
            #expect(try await database.texts("SELECT DISTINCT section FROM entry").count == 1)
            // And no client sees a change
            #expect(try await server.repository.version(of: "people").tag == tag)
            #expect(try await database.contents()["entry_change"] == changes)
            try await EntryList(repository: server.repository).show(of: "cd34")
            let shown = try await server.repository.entry(of: "cd34", in: "people")
            #expect(try shown == Entry([DukePerson].three[1].record))
        }
        // And it is done once
        try await database.execute("UPDATE entry SET search = 'by hand'")
        try await database.open().reindexEntries(EntryDerivation(.people))
        #expect(try await database.texts("SELECT DISTINCT search FROM entry") == ["by hand"])
    }
}
