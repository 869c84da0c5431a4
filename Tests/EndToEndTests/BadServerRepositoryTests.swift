import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Testing
import TypedStore

/// Whatever becomes of the server in the middle of something, there is a sentence, nothing here has changed, and the
/// next try works; and what others change there meanwhile is not overwritten.
struct BadServerRepositoryTests {
    let folder = Folder()

    /// What is done to a list that holds the to-do 1.
    enum Action: CaseIterable, Sendable {
        case refresh, add, change, delete, deleteAll, look

        func run(_ list: RecordRepository) async throws(SyncError) {
            switch self {
            case .refresh: _ = try await list.refresh()
            case .add: _ = try await list.add(ToDo(title: "Milk").record)
            case .change:
                _ = try await list.save(
                    from: BadServerRepositoryTests.tea.record, to: ToDo(title: "Milk", url: "/todos/1").record)
            case .delete: _ = try await list.delete([1])
            case .deleteAll: try await list.deleteAll()
            case .look: _ = try await list.find(1)
            }
        }

        /// What a server answers that does it.
        var answers: [[UInt8]] {
            switch self {
            case .refresh: [RawServer.answer(#"[{"title":"Milk","url":"/todos/2"}]"#)]
            case .add: [RawServer.answer(#"{"title":"Milk","url":"/todos/2"}"#, status: "201 Created")]
            case .change, .look: [BadServerRepositoryTests.todo(1, "Milk")]
            case .delete: [BadServerRepositoryTests.todo(1, "Tea"), BadServerRepositoryTests.deleted]
            case .deleteAll:
                [
                    RawServer.answer(#"[{"title":"Tea","url":"/todos/1"}]"#),
                    BadServerRepositoryTests.deleted,
                ]
            }
        }

        /// What is here after that.
        var after: [String] {
            switch self {
            case .refresh, .change: ["Milk"]
            case .add: ["Tea", "Milk"]
            case .delete, .deleteAll: []
            case .look: ["Tea"]
            }
        }
    }

    static let tea = ToDo(title: "Tea", url: "/todos/1")
    private static let deleted = RawServer.answer([], status: "204 No Content")

    private static func todo(_ number: Int, _ title: String) -> [UInt8] {
        RawServer.answer(#"{"title":"\#(title)","url":"/todos/\#(number)"}"#)
    }

    /// A way to fail, and its sentence, with `@` for the server's name; `made` is the sentence where something was to
    /// be made.
    struct Failure: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        var end = RawServer.End.closes
        let sentence: String
        var list: String?
        var made: String?
    }

    private static let unsure = "The answer from @ could not be read. The to-do may have been created."

    static let failures = [
        Failure(
            testDescription: "killed before it answers", bytes: [],
            sentence: "The server at @ closed the connection without an answer.", made: unsure),
        Failure(
            testDescription: "killed while it answers", bytes: RawServer.answer("[{", length: 90),
            sentence: "The answer from @ is incomplete, so the result is not known.",
            list: "The list from @ is incomplete. Your list was not changed.", made: unsure),
        Failure(
            testDescription: "silent", bytes: [], end: .fallsSilent,
            sentence: "The server at @ stopped sending.", made: unsure),
        Failure(
            testDescription: "500", bytes: RawServer.answer([], status: "500 Internal Server Error"),
            sentence: "The server at @ could not answer: there is a problem on the server (500)."),
    ]

    private func store() throws -> Store {
        let store = try folder.store()
        try store.saveFromServer(Self.tea)
        return store
    }

    private func titles(_ store: Store) throws -> [String] {
        try store.whole(ToDo.self) { _ in true }.compactMap(\.title)
    }

    @Test(arguments: Action.allCases, failures)
    func badResponseIsReportedAndRetryWorks(action: Action, failure: Failure) async throws {
        let store = try store()
        let revision = try store[.toDos].revision()
        try await RawServer.with(failure.bytes, failure.end) { server in
            let client = try server.client(timeout: failure.end == .fallsSilent ? 1 : 60)
            // When it fails
            let problem = await problem { () async throws(SyncError) in
                try await action.run(store[.toDos].repository { client })
            }
            // Then it is said, and nothing here is another
            let special = action == .add ? failure.made : [.refresh, .deleteAll].contains(action) ? failure.list : nil
            let sentence = (special ?? failure.sentence).replacing("@", with: server.name)
            #expect(problem?.message == sentence)
            #expect(try store[.toDos].revision() == revision && titles(store) == ["Tea"])
        }
        // And when the server is gone altogether, that is said
        let nowhere = try ServerAddress("127.0.0.1:9")
        await #expect(throws: SyncError.unreachable(server: "\(nowhere)")) {
            try await action.run(store[.toDos].repository { Client(server: nowhere, credentials: nil) })
        }
        #expect(try store[.toDos].revision() == revision)
        // And when it is back, the same works
        try await store[.toDos].withRepository(action.answers) { list, _ in try await action.run(list) }
        #expect(try titles(store) == action.after)
    }

    @Test func deletionBeforeServerCrashIsAppliedLocally() async throws {
        let store = try store()
        for number in 2...4 { try store.saveFromServer(ToDo(title: "T\(number)", url: "/todos/\(number)")) }
        let answers = [Self.todo(1, "Tea"), Self.deleted, Self.todo(2, "T2"), Self.deleted, Self.todo(3, "T3"), []]
        try await store[.toDos].withRepository(answers) { list, server in
            await #expect(throws: SyncError.noAnswer(server: server.name)) { try await list.delete([1, 2, 3, 4]) }
        }
        #expect(try titles(store) == ["T3", "T4"])
    }

    @Test func elementsThatAreNoToDoAreSetAsideUnlessAllAre() async throws {
        let store = try store()
        let some =
            #"[{"order":"many","url":"/todos/3"},{"title":"Milk\u001b","url":"/todos/2"},7,{"title":"No number"}]"#
        try await store[.toDos].withRepository([RawServer.answer(some)]) { list, _ in
            let summary = try await list.refresh()
            #expect(summary.text == "2 new, 1 removed, 2 skipped")
            #expect(
                try store[.toDos].rejected().map(\.reason) == [
                    "This is not a to-do: it is not an object.",
                    "This is not a to-do: it has no number.",
                ])
            #expect(try titles(store) == ["Milk "])
        }
        try await store[.toDos].withRepository([RawServer.answer(#"[{"DUID":1},{"DUID":2}]"#)]) { list, server in
            let problem = await problem { () async throws(SyncError) in _ = try await list.refresh() }
            #expect(problem == .notAList(server: server.name, many: "to-dos"))
        }
        #expect(try titles(store) == ["Milk "])
    }

    @Test func aToDoMadeWhileTheListArrivedIsNotLost() async throws {
        let store = try store()
        let old = RawServer.answer(#"[{"title":"Tea","url":"/todos/1"}]"#)
        let new = RawServer.answer(#"[{"title":"Tea","url":"/todos/1"},{"title":"Milk","url":"/todos/2"}]"#)
        // Given a server that read its list before another to-do was made there and kept here
        try await store[.toDos].withRepository(
            [old, new],
            before: { turn in
                if turn == 0 { try? store.saveFromServer(ToDo(title: "Milk", url: "/todos/2")) }
            }
        ) { list, server in
            // When the list is refreshed, then it is read again
            _ = try await list.refresh()
            #expect(server.heard.count == 2)
            #expect(try titles(store) == ["Tea", "Milk"])
        }
    }

    @Test func aListThatIsChangedAllTheTimeIsLeftAsItIs() async throws {
        let store = try store()
        try await store[.toDos].withRepository(
            [RawServer.answer("[]")],
            before: { turn in
                try? store.saveFromServer(ToDo(title: "Turn \(turn)", url: "/todos/1"))
            }
        ) { list, server in
            let problem = await problem { () async throws(SyncError) in _ = try await list.refresh() }
            #expect(problem == .store(.changedMeanwhile) && server.heard.count == 3)
        }
        #expect(try titles(store) == ["Turn 2"])
    }

    // MARK: Changed by others meanwhile

    private static func todo(
        _ title: String, user: String? = nil, tag: String, status: String = "200 OK"
    ) -> [UInt8] {
        let user = user.map { #""user":"\#($0)","# } ?? ""
        return RawServer.answer(
            #"{"title":"\#(title)",\#(user)"url":"/todos/1"}"#, status: status, tag: "\"\(tag)\"")
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
            let changed = try await list.save(from: Self.tea.record, to: ToDo(title: "Milk", url: "/todos/1").record)
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
                _ = try await list.save(from: Self.tea.record, to: ToDo(title: "Cocoa", url: "/todos/1").record)
            }
            #expect(problem == .changedMeanwhile(one: "to-do", name: "Tea") && server.heard.count == 10)
            let theirs = try store.find(ToDo.self, key: 1)
            #expect(theirs?.user == "U4")
        }
    }

    @Test func onlyTheShownVersionIsDeleted() async throws {
        let store = try store()
        // Given a to-do that is changed between looking at it and deleting it
        let late = Self.todo("Tea", tag: "2", status: "412 Precondition Failed")
        try await store[.toDos].withRepository([Self.todo("Tea", tag: "1"), late, Self.todo("Coffee", tag: "2")]) {
            list, server in
            let problem = await problem { () async throws(SyncError) in _ = try await list.delete([1]) }
            // Then only the version that was shown could have been deleted, and the newer one is here
            #expect(problem == .changedMeanwhile(one: "to-do", name: "Coffee"))
            let message = "The to-do “Coffee” was changed elsewhere, so your change was not saved."
            #expect(problem?.message == message)
            #expect(server.heard.map { $0.prefix(3) } == ["GET", "DEL", "GET"])
            #expect(server.heard[1].contains("If-Match: \"1\""))
            let theirs = try store.find(ToDo.self, key: 1)
            #expect(theirs?.title == "Coffee")
        }
    }

    @Test func aListThatChangesWhileItIsDeletedStays() async throws {
        let store = try store()
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
