import DirectoryModel
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import DirectoryServer

/// Two classes in one database, whose people and to-dos have the same keys.
@Suite struct TwoClassTests {
    private static let classes = ["ece564-f26", "ece650-f26"]

    private static func people(_ classID: String) -> ListKey { ListKey("people", of: classID) }
    private static func todos(_ classID: String) -> ListKey { ListKey("todos", of: classID) }

    private static func entry(_ netid: String, _ duid: Int, _ name: String) throws -> Entry {
        try Entry(DukePerson.sample(netid, duid: duid, name: name).record)
    }

    /// Fills both classes with people, one of them hidden, and to-dos, whose texts name the class.
    private static func fill(_ repository: SQLRepository) async throws {
        for classID in classes {
            for (netid, duid) in [("ab12", 1), ("cd34", 2), ("ef56", 3)] {
                try await repository.add(try entry(netid, duid, "\(netid) of \(classID)"), to: people(classID))
            }
            #expect(try await repository.setHidden(true, entryOf: "ef56", in: people(classID)))
            let request = ItemRequest(key: "k", content: "same")
            for _ in 0..<2 {
                let item = try await repository.addItem(to: todos(classID), for: request) { _ in Data(classID.utf8) }
                #expect(item.number == 1 && item.json == Data(classID.utf8))
            }
        }
    }

    /// Everything there is to read of a class, as texts.
    private static func everything(of classID: String, _ repository: SQLRepository) async throws -> [String] {
        let (people, todos) = (people(classID), todos(classID))
        var texts = try await repository.withEntries(of: people) { tag, each in
            var texts = [tag]
            try each { texts.append(String(decoding: $0.json, as: UTF8.self)) }
            return texts
        }
        let page = try await repository.page(PageQuery(terms: ["of"], offset: 0, limit: 9), of: people)
        texts += page.entries.map(\.searchText) + page.counts.map { "\($0.key) \($0.value)" }
        texts += try await repository.withEntries(of: people, withJSON: false) { tag, each in
            var hashes = [tag]
            try each { hashes.append("\($0.key) \($0.hash.base64EncodedString())") }
            return hashes
        }
        for netid in ["ab12", "cd34", "ef56"] {
            texts.append("\(try await repository.entry(of: netid, in: people)?.searchText ?? "none")")
        }
        texts += try await repository.items(of: todos).map { String(decoding: $0.json, as: UTF8.self) }
        texts.append("\(try await repository.version(of: people)) \(try await repository.version(of: todos))")
        return texts
    }

    @Test(.eachDatabase) func noReadOfOneClassSeesTheOther() async throws {
        try await Self.fill(repository)
        for (one, other) in zip(Self.classes, Self.classes.reversed()) {
            let texts = try await Self.everything(of: one, repository).joined(separator: "\n")
            #expect(texts.contains(one) && !texts.contains(other))
            // A tag of one is unknown to the other
            let request = DeltaRequest(tag: try await repository.version(of: Self.people(one)).tag)
            #expect(try await repository.withDelta(of: Self.people(one), since: request) { $0.count } == 2)
            #expect(try await repository.withDelta(of: Self.people(other), since: request) { $0.count } == nil)
        }
        // The root has none of them
        #expect(try await repository.items(of: "todos").isEmpty)
        #expect(try await repository.version(of: "people") == ListVersion())
    }

    /// Each write in the first class, and then what the second has.
    @Test(.eachDatabase) func noWriteInOneClassChangesTheOther() async throws {
        try await Self.fill(repository)
        let (one, other) = (Self.classes[0], Self.classes[1])
        let (people, todos) = (Self.people(one), Self.todos(one))
        let files = ListCache(repository: repository, folder: repository.folder)
        func file(_ list: ListKey) async throws -> ResponseFile {
            try await files.file(of: list, tag: try await repository.version(of: list).tag)
        }
        let before = try await Self.everything(of: other, repository)
        let (file1, file2) = (try await file(people), try await file(Self.people(other)))
        let writes: [() async throws -> Void] = [
            { try await repository.add(try Self.entry("gh78", 4, "new"), to: people) },
            {
                let entry = try Self.entry("ab12", 5, "changed")
                try await repository.replace(entryOf: "AB12", in: people, with: entry) { _ in }
            },
            { _ = try await repository.remove(entryOf: "cd34", in: people) { _ in } },
            { _ = try await repository.setHidden(false, entryOf: "ef56", in: people) },
            { _ = try await repository.removeHiddenOrShown(entryOf: "ef56", in: people) },
            { _ = try await repository.addItem(to: todos) { _ in Data("new".utf8) } },
            { _ = try await repository.changeItem(1, of: todos) { _ in Data("changed".utf8) } },
            { _ = try await repository.removeItem(2, of: todos) },
            { try await repository.removeItems(of: todos) },
        ]
        for (index, write) in writes.enumerated() {
            let old = (try await repository.version(of: people), try await repository.version(of: todos))
            try await write()
            let new = (try await repository.version(of: people), try await repository.version(of: todos))
            // A to-do changes no version of the people, either
            #expect((old.0.tag != new.0.tag) == (index < 5) && (old.1.tag != new.1.tag) == (index >= 5), "\(index)")
            #expect(try await Self.everything(of: other, repository) == before, "\(index)")
        }
        // The file of the second is the same, that of the first is another
        #expect(try await file(Self.people(other)) === file2)
        #expect(try await file(people) !== file1)
    }

    /// Sets the class as the middleware of an address of a class does.
    private struct ClassMiddleware: RouterMiddleware {
        let classID: String

        func handle(
            _ request: Request, context: ClassContext, next: (Request, ClassContext) async throws -> Response
        ) async throws -> Response {
            var context = context
            context.classID = classID
            return try await next(request, context)
        }
    }

    @Test(.sqlite, arguments: TwoClassTests.classes)
    func routesAnswerForTheClassOfTheContext(classID: String) async throws {
        try await Self.fill(repository)
        let router = Router(context: ClassContext.self)
        router.add(middleware: ClassMiddleware(classID: classID))
        let files = ListCache(repository: repository, folder: repository.folder)
        EntryRoutes(
            definition: .people, repository: repository, files: files, turns: AsyncSemaphore(1),
            folder: repository.folder
        ).add(to: .plain(of: router))
        let source = ApplicationRequestContextSource(
            channel: NIOAsyncTestingChannel(), logger: Logger(label: "test"))
        for (path, tag) in [
            ("/entries/ab12", try await repository.entry(of: "ab12", in: Self.people(classID))?.etag),
            ("/entries/all", try await repository.version(of: Self.people(classID)).etag),
        ] {
            let head = HTTPRequest(method: .get, scheme: nil, authority: "localhost", path: path)
            let response = try await router.buildResponder().respond(
                to: Request(head: head, body: RequestBody(buffer: ByteBuffer())),
                context: ClassContext(source: source))
            #expect(response.headers[.eTag] == tag && tag != nil)
        }
    }

    @Test(.eachDatabase) func anAccountHasARoleInEachClass() async throws {
        let (one, other) = (Self.classes[0], Self.classes[1])
        let account = Account(netid: "ab12", passwordHash: "x")
        #expect(try await repository.add([Member(account: account, role: .professor)], to: one))
        #expect(try await repository.members(of: one).map(\.role) == [.professor])
        #expect(try await repository.members(of: other).isEmpty)
        #expect(try await !repository.setRole(.ta, netid: "ab12", in: other, entries: [:]))
        #expect(try await repository.setRole(.ta, netid: "ab12", in: one, entries: [:]))
        #expect(try await repository.members(of: one).map(\.role) == [.ta])
        #expect(try await repository.removeAccount(netid: "ab12", entriesIn: []))
        #expect(try await repository.members(of: one).isEmpty)
    }

    @Test(arguments: [
        ("people", ListKey("people")), ("people:hidden", ListKey("people").hidden),
        ("a/people", ListKey("people", of: "a")), ("a/people:hidden", ListKey("people", of: "a").hidden),
    ])
    func aKeyIsStoredAsText(text: String, key: ListKey) {
        #expect(key.text == text && ListKey(stored: text) == key)
    }
}
