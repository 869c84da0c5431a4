import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import ScreenFixtures
import Testing
import TypedStore

/// The server's own lists, here and there: the real server, the real file.
struct HostedRepositoryTests {
    let folder = Folder()

    private func todos(_ body: (RecordRepository, Store, Client) async throws -> Void) async throws {
        let store = try Store(sandbox: folder.url, offersUndo: true)
        try await withClassServer(people: 1) { server in
            let client = Client(server: server, credentials: demo)
            try await body(store[.toDos].repository { client }, store, client)
        }
    }

    private func stored(_ store: Store) throws -> [ToDo] { try store.whole(ToDo.self) { _ in true } }

    @Test func completedToDoIsSavedOnBothSides() async throws {
        try await todos { list, store, client in
            // When a to-do is added, then it is on the server and here, under the server's number
            let new = ToDo(title: " Tea ", user: "Bo", order: 1, completed: true)
            let tea = ToDo(try #require(try await list.add(new.record).record))
            #expect(tea.key == 1 && tea.title == "Tea" && tea.completed == false)
            #expect(try stored(store) == [tea])
            #expect(try await client.get([ToDo].self) == [tea])
            // When it is changed and emptied, then only that is
            _ = try await client.patch(tea.id, ToDo(order: 9))
            var edited = tea
            edited.title = "Green tea"
            edited.user = nil
            edited.completed = true
            let changed = ToDo(try #require(try await list.save(from: tea.record, to: edited.record).record))
            edited.order = 9
            #expect(changed == edited)
            #expect(try stored(store) == [edited])
            var open = changed
            open.completed = false
            let reopened = ToDo(try #require(try await list.save(from: changed.record, to: open.record).record))
            #expect(reopened.completed == false)
            // When it is looked up, the server is queried
            #expect(try await list.find(1) == reopened.record)
            #expect(try await list.find(2) == nil)
            // When it is deleted, it is gone there and here
            #expect(try await list.delete([1]) == ["Green tea"])
            #expect(try await client.get([ToDo].self).isEmpty && stored(store).isEmpty)
            // And nothing of it can be undone without the server
            #expect(try !store[.toDos].offeredChanges().undo)
        }
    }

    @Test func aRefreshAlsoTakesAnEmptyListFromTheServer() async throws {
        try await todos { list, store, client in
            var there: [ToDo] = []
            for order in 1...3 { there.append(try await client.post(ToDo(title: "T\(order)", order: order))) }
            #expect(try await list.refresh().text == "3 new")
            #expect(try stored(store) == there)
            there[0] = try await client.patch(there[0].id, ToDo(completed: true))
            try await client.delete(there.removeLast().id)
            #expect(try await list.refresh().text == "1 changed, 1 removed")
            #expect(try stored(store) == there)
            #expect(try await list.refresh().text == "no changes")
            try await client.deleteAll(ToDo.self)
            #expect(try await list.refresh().text == "2 removed")
            #expect(try stored(store).isEmpty && !store[.toDos].offeredChanges().undo)
        }
    }

    @Test func recordDeletedOnServerRemainsUntilItIsMissed() async throws {
        try await todos { list, store, client in
            // Given to-dos of which others deleted two
            for order in 1...4 { _ = try await list.add(ToDo(title: "T\(order)").record) }
            for key in [2, 4] { try await client.delete(RecordID<ToDo>(key)) }
            // When one of these is changed, then it remains
            let problem = await problem { () async throws(SyncError) in _ = try await list.toggle(4) }
            #expect(problem == .gone(server: "\(client.server)", one: "to-do"))
            #expect(try stored(store).map(\.key) == [1, 2, 3, 4])
            // When it is deleted, then it counts as deleted; and a refresh removes the other
            #expect(try await list.delete([3, 2, 77]) == ["T3", "T2"])
            #expect(try stored(store).map(\.key) == [1, 4])
            _ = try await list.refresh()
            #expect(try stored(store).map(\.key) == [1])
            try await list.deleteAll()
            #expect(try await client.get([ToDo].self).isEmpty && stored(store).isEmpty)
        }
    }

    @Test func undoRestoresADeletedToDoOnce() async throws {
        try await todos { list, store, client in
            let made = try #require(try await list.add(ToDo(title: "Tea", user: "Bo", order: 4).record).record)
            var done = ToDo(made)
            done.completed = true
            done = ToDo(try #require(try await list.save(from: made, to: done.record).record))
            _ = try await list.delete([1])
            #expect(try await list.undo() == Undone("Deleting Tea"))
            #expect(
                try stored(store)
                    == [ToDo(title: "Tea", user: "Bo", order: 4, completed: true, url: "\(client.server.url)/todos/2")])
            // And once only, and not what was deleted before another change
            #expect(try await list.undo() == nil)
            _ = try await list.delete([2])
            _ = try await list.add(ToDo(title: "Milk").record)
            #expect(try await list.undo() == nil)
        }
    }
}
