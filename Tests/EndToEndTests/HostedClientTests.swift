import DirectoryModel
import DirectorySync
import Foundation
import Testing
import TypedStore

/// The client by types against the real server.
struct HostedClientTests {
    @Test(.eachDatabase) func everyOperationOfATypeReachesTheServer() async throws {
        try await withClassServer(people: 1) { server in
            let client = Client(server: server, credentials: nil)
            #expect(try await client.get([ToDo].self).isEmpty)
            // Made
            let milk = try await client.post(ToDo(title: "Milk", user: "Ada", order: 1, completed: true))
            #expect(milk == ToDo(title: "Milk", user: "Ada", order: 1, completed: false, url: "\(server.url)/todos/1"))
            let tea = try await client.post(ToDo(title: "Tea"))
            #expect(tea.id == RecordID(2))
            // Read, all and one
            #expect(try await client.get([ToDo].self) == [milk, tea])
            #expect(try await client.get(milk.id) == milk)
            #expect(try await client.get(RecordID<ToDo>(3)) == nil)
            // Changed: only what the part has
            #expect(try await client.patch(milk.id, ToDo(completed: true)) == milk.with(\.completed, true))
            // Deleted, one and all
            try await client.delete(milk.id)
            #expect(try await client.get([ToDo].self) == [tea])
            try await client.deleteAll(ToDo.self)
            #expect(try await client.get([ToDo].self).isEmpty)
            // And what is missing or refused is reported
            let gone = SyncError.gone(server: "\(server)", one: "to-do")
            #expect("\(gone)" == "This to-do was removed from the server at \(server). Refresh the list.")
            let id = RecordID<ToDo>(7)
            await #expect(throws: gone) { try await client.patch(id, ToDo(title: "x")) }
            await #expect(throws: gone) { try await client.delete(id) }
            let refused = SyncError.refused(
                server: "\(server)", key: "title", label: "Task", reason: "must have at most 1,000 characters")
            let long = ToDo(title: String(repeating: "long ", count: 400))
            await #expect(throws: refused) { try await client.post(long) }
        }
    }

    @Test func noCredentialsAreSentToWhatIsOpen() async throws {
        let one = Array(#"{"title":"Tea","url":"/todos/1"}"#.utf8)
        try await RawServer.with(answers: [RawServer.answer(one)]) { server in
            let client = try server.client("demo")
            _ = try await client.get(RecordID<ToDo>(1))
            _ = try await client.post(ToDo(title: "Tea"))
            _ = try await client.patch(RecordID<ToDo>(1), ToDo(order: 2))
            _ = try? await client.get([ToDo].self)
            try await client.deleteAll(ToDo.self)
            #expect(server.heard.count == 5)
            #expect(server.heard.allSatisfy { !$0.lowercased().contains("authorization") })
            #expect(server.heard[1].hasSuffix(#"{"title":"Tea"}"#) && server.heard[2].hasSuffix(#"{"order":2}"#))
            // And a password is still sent where it belongs
            _ = try? await client.entry("demo", of: .people)
            #expect(server.heard.last?.lowercased().contains("authorization: basic") == true)
        }
    }

    @Test func requestsWithoutCredentialsMayUseHTTP() async throws {
        // A name that is never there (RFC 6761), so that the one problem is that nobody can be reached
        let client = Client(server: try ServerAddress("http://directory.invalid"), credentials: demo)
        let problem = SyncError.unreachable(server: "directory.invalid")
        await #expect(throws: problem) { try await client.get([ToDo].self) }
        await #expect(throws: problem) { try await client.post(ToDo(title: "Tea")) }
    }

    @Test(arguments: [
        "", "7", "null", "[]", "<html>", #"{"title":{},"url":"/todos/1"}"#, #"{"title":"Tea"}"#,
        #"{"title":"Tea","url":"/todos/2"}"#, #"{"title":"Tea","url":"/todos/x"}"#,
    ])
    func responseWithoutToDoIsReported(body: String) async throws {
        try await RawServer.with(RawServer.answer(body)) { server in
            let client = try server.client()
            let problem = SyncError.notAnAnswer(server: server.name)
            await #expect(throws: problem) { try await client.get(RecordID<ToDo>(1)) }
            await #expect(throws: problem) { try await client.patch(RecordID<ToDo>(1), ToDo(order: 1)) }
        }
    }

    @Test(arguments: ["<html>", #"{"title":"Tea"}"#, String(repeating: "x", count: 2 << 20)])
    func unreadableAnswerToACreationMayHaveCreatedIt(body: String) async throws {
        let answers = ["201 Created", "201 Created", "422 Unprocessable Content"].map {
            RawServer.answer(body, status: $0)
        }
        try await RawServer.with(answers: answers) { server in
            let client = try server.client()
            await #expect(throws: SyncError.unsure(server: server.name, one: "to-do")) {
                try await client.post(ToDo(title: "Tea"))
            }
            // What was refused was not made
            await #expect(throws: SyncError.failed(server: server.name, status: 422)) {
                try await client.post(ToDo(title: "Tea"))
            }
        }
    }

    @Test(arguments: [#"[{"title":{},"url":"/todos/1"}]"#, #"[{"title":"Tea"}]"#])
    func aListWithAnElementThatIsNoToDoIsReported(body: String) async throws {
        try await RawServer.with(RawServer.answer(body)) { server in
            let client = try server.client()
            await #expect(throws: SyncError.notAnAnswer(server: server.name)) { try await client.get([ToDo].self) }
        }
    }

    @Test func aSeriesOfRequestsUsesOneConnection() async throws {
        let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]".utf8)
        try await RawServer.with(answer, .answersOn) { server in
            let client = try server.client()
            // When three lists are fetched
            for _ in 1...3 { #expect(try await client.get([ToDo].self).isEmpty) }
            // Then
            #expect(server.heard.count == 3 && server.connections == 1)
        }
    }
}

/// What `body` throws.
func problem(_ body: () async throws(SyncError) -> Void) async -> SyncError? {
    do throws(SyncError) {
        try await body()
        return nil
    } catch { return error }
}
