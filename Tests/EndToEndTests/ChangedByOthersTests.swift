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

    @Test func whatOthersChangedMeanwhileIsNeverWrittenOver() async throws {
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

    @Test func aChangeThatComesTooLateIsMadeAnew() async throws {
        let store = try Store(sandbox: folder.url)
        let tea = ToDo(title: "Tea", url: "/todos/1")
        func todo(_ user: String, tag: String, title: String = "Tea", status: String = "200 OK") -> [UInt8] {
            let body = #"{"title":"\#(title)","user":"\#(user)","url":"/todos/1"}"#
            return RawServer.answer(body, status: status, tag: "\"\(tag)\"")
        }
        let late = todo("Cy", tag: "2", status: "412 Precondition Failed")
        try await RawServer.with(
            answers: [todo("Bo", tag: "1"), late, todo("Cy", tag: "2"), todo("Cy", tag: "3", title: "Milk")]
        ) { server in
            let name = try server.address
            let list = store[.toDos].repository { Client(server: name, credentials: nil) }
            let changed = try await list.save(from: tea.record, to: ToDo(title: "Milk", url: "/todos/1").record)
            #expect(changed == .saved(ToDo(title: "Milk", user: "Cy", url: "/todos/1").record))
            let heard = server.heard
            #expect(heard.map { $0.prefix(3) } == ["GET", "PAT", "GET", "PAT"])
            #expect(heard[1].contains("If-Match: \"1\"") && heard[3].contains("If-Match: \"2\""))
            #expect(heard[3].hasSuffix(#"{"title":"Milk"}"#))
        }
        // And a server that changes all the time gets a limited number of requests
        try await RawServer.with(answers: (0..<10).flatMap { [todo("U\($0)", tag: "\($0)"), late] }) { server in
            let name = try server.address
            let problem = await problem { () async throws(SyncError) in
                _ = try await store[.toDos].repository { Client(server: name, credentials: nil) }
                    .save(from: tea.record, to: ToDo(title: "Cocoa", url: "/todos/1").record)
            }
            #expect(problem == .changedMeanwhile(one: "to-do", name: "Tea") && server.heard.count == 10)
            #expect(try store.find(ToDo.self, key: 1)?.user == "U4")
        }
    }

    @Test func whatIsDeletedIsWhatWasShown() async throws {
        let store = try Store(sandbox: folder.url)
        let tea = ToDo(title: "Tea", url: "/todos/1")
        try store.saveFromServer(tea)
        func answer(_ title: String, tag: String, status: String = "200 OK") -> [UInt8] {
            let body = #"{"title":"\#(title)","url":"/todos/1"}"#
            return RawServer.answer(body, status: status, tag: "\"\(tag)\"")
        }
        // Given a to-do that is changed between looking at it and deleting it
        let late = answer("Tea", tag: "2", status: "412 Precondition Failed")
        try await RawServer.with(answers: [answer("Tea", tag: "1"), late, answer("Coffee", tag: "2")]) { server in
            let name = try server.address
            let list = store[.toDos].repository { Client(server: name, credentials: nil) }
            let problem = await problem { () async throws(SyncError) in _ = try await list.delete([1]) }
            // Then only the version that was shown could have been deleted, and the newer one is here
            #expect(problem == .changedMeanwhile(one: "to-do", name: "Coffee"))
            #expect(server.heard.map { $0.prefix(3) } == ["GET", "DEL", "GET"])
            #expect(server.heard[1].contains("If-Match: \"1\""))
            #expect(try store.find(ToDo.self, key: 1)?.title == "Coffee")
        }
        // And one that is changed all the time, and back, is not deleted for ever
        try store.saveFromServer(tea)
        try await RawServer.with(answers: (0..<10).flatMap { [answer("Tea", tag: "\($0)"), late] }) { server in
            let name = try server.address
            let list = store[.toDos].repository { Client(server: name, credentials: nil) }
            let problem = await problem { () async throws(SyncError) in _ = try await list.delete([1]) }
            #expect(problem == .changedMeanwhile(one: "to-do", name: "Tea") && server.heard.count == 10)
            #expect(try store.find(ToDo.self, key: 1) == tea)
        }
    }

    @Test func aListIsDeletedOnlyAsItWasShown() async throws {
        let store = try Store(sandbox: folder.url)
        try await withClassServer(people: 1) { server in
            let client = Client(server: server, credentials: nil)
            let list = store[.toDos].repository { client }
            // Given a list to which somebody else added a to-do since it was shown
            _ = try await list.add(ToDo(title: "Tea").record)
            let theirs = try await client.post(ToDo(title: "Unseen"))
            // When all of it is deleted, then none is, that is said, and the new one is here
            let problem = await problem { () async throws(SyncError) in try await list.deleteAll() }
            #expect(problem == .listChangedMeanwhile(many: "to-dos", what: "1 new"))
            #expect(try await client.get([ToDo].self).count == 2)
            #expect(try store.find(ToDo.self, key: 2) == theirs)
            // And when all of it is deleted again, all are
            try await list.deleteAll()
            #expect(try await client.get([ToDo].self).isEmpty)
            #expect(try store[.toDos].count() == 0)
        }
    }

    @Test func aListThatChangesWhileItIsDeletedStays() async throws {
        let store = try Store(sandbox: folder.url)
        try store.saveFromServer(ToDo(title: "Tea", url: "/todos/1"))
        func answer(_ titles: [String], tag: String, status: String = "200 OK") -> [UInt8] {
            let items = titles.enumerated().map { #"{"title":"\#($0.element)","url":"/todos/\#($0.offset + 1)"}"# }
            let body = "[\(items.joined(separator: ","))]"
            return RawServer.answer(body, status: status, tag: "W/\"\(tag)\"")
        }
        let late = answer([], tag: "2", status: "412 Precondition Failed")
        // Given a to-do that arrives between fetching the list and deleting it
        try await RawServer.with(answers: [answer(["Tea"], tag: "1"), late, answer(["Tea", "Milk"], tag: "2")]) {
            server in
            let name = try server.address
            let list = store[.toDos].repository { Client(server: name, credentials: nil) }
            let problem = await problem { () async throws(SyncError) in try await list.deleteAll() }
            // Then only the list that was shown could have been deleted
            #expect(problem == .listChangedMeanwhile(many: "to-dos", what: "1 new"))
            #expect(server.heard.map { $0.prefix(3) } == ["GET", "DEL", "GET"])
            #expect(server.heard[1].contains("If-Match: \"1\""))
            #expect(try store.whole(ToDo.self) { _ in true }.compactMap(\.title) == ["Tea", "Milk"])
        }
    }
}
