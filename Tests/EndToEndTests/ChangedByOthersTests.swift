import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import ScreenFixtures
import Testing
import TypedStore

/// A record of the server's that several people change at the same time.
struct ChangedByOthersTests {
    let folder = Folder()
    private let tea = ToDo(title: "Tea", url: "/todos/1")

    private static func todo(
        _ title: String, user: String? = nil, tag: String, status: String = "200 OK"
    ) -> [UInt8] {
        let user = user.map { #""user":"\#($0)","# } ?? ""
        return RawServer.answer(
            #"{"title":"\#(title)",\#(user)"url":"/todos/1"}"#, status: status, tag: "\"\(tag)\"")
    }

    @Test func changeOfTheSameFieldByOthersIsAConflict() async throws {
        let store = try Store(sandbox: folder.url)
        try await withClassServer(people: 1) { server in
            let client = Client(server: server, credentials: nil)
            let list = store[.toDos].repository { client }
            func stored() throws -> [ToDo] { try store.whole(ToDo.self) { _ in true } }
            let tea = ToDo(
                try #require(try await list.add(ToDo(title: "Tea", user: "Bo", order: 1).record).record))
            // Given another title and another user from elsewhere
            let theirs = try await client.patch(tea.id, ToDo(title: "Coffee", user: "Cy"))
            // When the title is changed here too, then nothing is sent and theirs is here
            var edited = tea
            edited.title = "Milk"
            let conflict = try await list.save(from: tea.record, to: edited.record)
            #expect(
                conflict
                    == .conflict(ThreeWayMerge(mine: edited.record, theirs: theirs.record, base: tea.record)))
            #expect(try await client.get(tea.id) == theirs)
            #expect(try stored() == [theirs])
            // And when another field is changed, or the same is, both have both
            edited = tea
            edited.completed = true
            edited.user = "Cy"
            var both = theirs
            both.completed = true
            #expect(try await list.save(from: tea.record, to: edited.record) == .saved(both.record))
            #expect(try await client.get(tea.id) == both)
            #expect(try stored() == [both])
        }
    }

    @Test func editThatWouldOverwriteAChangeOfOthersIsAConflict() async throws {
        let store = try Store(sandbox: folder.url)
        try await withClassServer(people: 1) { server in
            let client = Client(server: server, credentials: nil)
            let list = store[.toDos].repository { client }
            func edit(_ title: String? = nil, user: String? = nil) async throws -> Changed {
                try await list.edit(1) { record throws(Never) in
                    var todo = ToDo(record)
                    todo.title = title ?? todo.title
                    todo.user = user ?? todo.user
                    return todo.record
                }.get()
            }
            func isConflict(_ title: String) async throws -> Bool {
                guard case .conflict = try await edit(title) else { return false }
                return true
            }
            _ = try await list.add(ToDo(title: "Call Bo").record)
            for title in ["Clobber", "Call Bo"] {
                // Given a title that somebody else changed since it was shown here, then nothing is sent
                _ = try await list.refresh()
                let theirs = try await client.patch(RecordID<ToDo>(1), ToDo(title: "Call Bo before noon"))
                #expect(try await isConflict(title))
                #expect(try await client.get([ToDo].self) == [theirs])
                _ = try await client.patch(RecordID<ToDo>(1), ToDo(title: "Call Bo"))
            }
            // And another field is changed, and the same edit again too
            _ = try await edit(user: "ana")
            #expect(try await client.get([ToDo].self).map { [$0.title, $0.user] } == [["Call Bo", "ana"]])
            _ = try await client.patch(RecordID<ToDo>(1), ToDo(title: "Call Bo at noon"))
            #expect(try await isConflict("Clobber"))
            #expect(try await !isConflict("Clobber"))
            #expect(try await client.get([ToDo].self).map { [$0.title, $0.user] } == [["Clobber", "ana"]])
        }
    }

    @Test func aChangeThatComesTooLateIsMadeAnew() async throws {
        let store = try Store(sandbox: folder.url)
        let late = Self.todo("Tea", user: "Cy", tag: "2", status: "412 Precondition Failed")
        try await store[.toDos].withRepository(
            [
                Self.todo("Tea", user: "Bo", tag: "1"), late, Self.todo("Tea", user: "Cy", tag: "2"),
                Self.todo("Milk", user: "Cy", tag: "3"),
            ]
        ) { list, server in
            let changed = try await list.save(from: tea.record, to: ToDo(title: "Milk", url: "/todos/1").record)
            #expect(changed == .saved(ToDo(title: "Milk", user: "Cy", url: "/todos/1").record))
            let heard = server.heard
            #expect(heard.map { $0.prefix(3) } == ["GET", "PAT", "GET", "PAT"])
            #expect(heard[1].contains("If-Match: \"1\"") && heard[3].contains("If-Match: \"2\""))
            #expect(heard[3].hasSuffix(#"{"title":"Milk"}"#))
        }
        // And a server that changes all the time gets a limited number of requests
        let answers = (0..<10).flatMap { [Self.todo("Tea", user: "U\($0)", tag: "\($0)"), late] }
        try await store[.toDos].withRepository(answers) { list, server in
            let problem = await problem { () async throws(SyncError) in
                _ = try await list.save(from: tea.record, to: ToDo(title: "Cocoa", url: "/todos/1").record)
            }
            #expect(problem == .changedMeanwhile(one: "to-do", name: "Tea") && server.heard.count == 10)
            let theirs = try store.find(ToDo.self, key: 1)
            #expect(theirs?.user == "U4")
        }
    }

    @Test func onlyTheShownVersionIsDeleted() async throws {
        let store = try Store(sandbox: folder.url)
        try store.saveFromServer(tea)
        // Given a to-do that is changed between looking at it and deleting it
        let late = Self.todo("Tea", tag: "2", status: "412 Precondition Failed")
        try await store[.toDos].withRepository([Self.todo("Tea", tag: "1"), late, Self.todo("Coffee", tag: "2")]) {
            list, server in
            let problem = await problem { () async throws(SyncError) in _ = try await list.delete([1]) }
            // Then only the version that was shown could have been deleted, and the newer one is here
            #expect(problem == .changedMeanwhile(one: "to-do", name: "Coffee"))
            #expect(server.heard.map { $0.prefix(3) } == ["GET", "DEL", "GET"])
            #expect(server.heard[1].contains("If-Match: \"1\""))
            let theirs = try store.find(ToDo.self, key: 1)
            #expect(theirs?.title == "Coffee")
        }
        // And one that is changed all the time, and back, is not deleted for ever
        try store.saveFromServer(tea)
        let answers = (0..<10).flatMap { [Self.todo("Tea", tag: "\($0)"), late] }
        try await store[.toDos].withRepository(answers) { list, server in
            let problem = await problem { () async throws(SyncError) in _ = try await list.delete([1]) }
            #expect(problem == .changedMeanwhile(one: "to-do", name: "Tea") && server.heard.count == 10)
            let stored = try store.find(ToDo.self, key: 1)
            #expect(stored == tea)
        }
    }

    @Test func aListThatChangesWhileItIsDeletedStays() async throws {
        let store = try Store(sandbox: folder.url)
        try store.saveFromServer(tea)
        func answer(_ titles: [String], tag: String, status: String = "200 OK") -> [UInt8] {
            let items = titles.enumerated().map { #"{"title":"\#($0.element)","url":"/todos/\#($0.offset + 1)"}"# }
            let body = "[\(items.joined(separator: ","))]"
            return RawServer.answer(body, status: status, tag: "W/\"\(tag)\"")
        }
        let late = answer([], tag: "2", status: "412 Precondition Failed")
        // Given a to-do that arrives between fetching the list and deleting it
        try await store[.toDos].withRepository([answer(["Tea"], tag: "1"), late, answer(["Tea", "Milk"], tag: "2")]) {
            list, server in
            let problem = await problem { () async throws(SyncError) in try await list.deleteAll() }
            // Then only the list that was shown could have been deleted
            #expect(problem == .listChangedMeanwhile(many: "to-dos", what: "1 new"))
            #expect(server.heard.map { $0.prefix(3) } == ["GET", "DEL", "GET"])
            #expect(server.heard[1].contains("If-Match: \"1\""))
            let stored = try store.whole(ToDo.self) { _ in true }
            #expect(stored.compactMap(\.title) == ["Tea", "Milk"])
        }
    }
}
