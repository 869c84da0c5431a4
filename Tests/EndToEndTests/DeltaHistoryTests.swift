import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import GRDB
import Generations
import Hostile
import Testing
import TypedStore

/// Random histories of a class: whoever takes only what changed ends with what the whole list would have made.
/// `DIRECTORY_TEST_STEPS` says how many steps each of the four phases has.
struct DeltaHistoryTests: ServerSuite {
    /// What is the same in all runs of a server.
    private struct Class {
        let address: ServerAddress
        let passwords: [String: String]

        func client(_ netid: String) -> Client {
            Client(server: address, credentials: Credentials(netid: netid, password: passwords[netid] ?? ""))
        }
    }

    private static let netids = (1...6).map { "aa\($0)" }
    private static let animals = ["Ant", "Bee", "Cat", "Dog", "Eel", "Fox", "Gnu", "Hen"]
    /// What the server has, and what it had after the first phase.
    let folder = Folder()
    private let backup = Folder()

    @Test func downloadingOnlyTheChangesGivesTheSameListAsDownloadingAll() async throws {
        var draw = Draw()
        var passwords: [String: String] = [:]
        for netid in Self.netids { passwords[netid] = try await addAccount(netid) }
        let sandboxes = (0..<3).map { _ in Folder() }
        let steps = testSize("DIRECTORY_TEST_STEPS", 8)
        var (deltas, wholes, port) = (0, 0, 0)
        for phase in 0..<4 {
            // A server is started anew, in the end with the database of long before
            if phase == 3 { try replaceFiles(of: folder, from: backup) }
            let arguments = ["--database", path("server.sqlite"), "--port", "\(port)"]
            try await RealProgram("duke-directory-server", arguments).whileItServes { address in
                port = address.url.port ?? 0
                let course = Class(address: address, passwords: passwords)
                for step in 0..<steps {
                    if phase == 2, step == steps / 2 { try forgetChanges() }
                    for _ in 0..<Int.random(in: 0...3, using: &draw) { try await changeThere(course, &draw) }
                    let index = Int.random(in: 0..<sandboxes.count, using: &draw)
                    let sandbox = sandboxes[index]
                    try await changeLocally(sandbox, Self.netids[index], course, &draw)
                    if Bool.random(using: &draw) { try await changeThere(course, &draw) }
                    let isDelta = try await download(sandbox, Self.netids[index], course, &draw)
                    if let isDelta { (deltas, wholes) = isDelta ? (deltas + 1, wholes) : (deltas, wholes + 1) }
                }
            }
            if phase == 0 { try replaceFiles(of: backup, from: folder) }
        }
        // Then most were differences, and not all could be
        #expect(deltas > steps && wholes >= 3, "\(deltas) differences, \(wholes) whole lists, \(draw)")
    }

    // MARK: The server

    private func replaceFiles(of target: Folder, from source: Folder) throws {
        try? FileManager.default.removeItem(at: target.url)
        try FileManager.default.copyItem(at: source.url, to: target.url)
    }

    private func forgetChanges() throws {
        try DatabaseQueue(path: path("server.sqlite")).write { try $0.execute(sql: "DELETE FROM entry_change") }
    }

    /// Somebody adds, changes or removes their entry.
    private func changeThere(_ course: Class, _ draw: inout Draw) async throws {
        let index = Int.random(in: 0..<Self.netids.count, using: &draw)
        let netid = Self.netids[index]
        let client = course.client(netid)
        guard let now = try await client.entry(netid, of: .people) else {
            // The number may be another than before
            let number = 100 + index + 10 * Int.random(in: 0...1, using: &draw)
            let new = DukePerson(DUID: number, netid: netid, fName: word(&draw), lName: word(&draw), role: .Student)
            _ = try await client.create(new.record)
            return
        }
        if Int.random(in: 0..<4, using: &draw) == 0 {
            return try await client.remove(netid, from: .people)
        }
        var person = DukePerson(now.record)
        if Bool.random(using: &draw) { person.movie = word(&draw) } else { person.team = word(&draw) }
        _ = try await client.replace(person.record, netid: netid)
    }

    private func word(_ draw: inout Draw) -> String { Self.animals.randomElement(using: &draw) ?? "" }

    // MARK: The clients

    /// Somebody changes the list in their sandbox, their own record or another, or publishes their own.
    private func changeLocally(_ sandbox: Folder, _ netid: String, _ course: Class, _ draw: inout Draw) async throws {
        let model = try sandbox.model()
        try SignIn(server: course.address.url.absoluteString, netid: netid).save(in: model.store)
        let stored = try model.store.whole(DukePerson.self) { _ in true }
        let own = stored.first { $0.netid == netid }
        switch Int.random(in: 0..<8, using: &draw) {
        case 0, 1:
            guard var mine = own else { break }
            mine.movie = word(&draw)
            _ = model.update(mine)
        case 2:
            guard var other = stored.randomElement(using: &draw) else { break }
            other.hobby = word(&draw)
            _ = model.update(other)
        case 3:
            guard let other = stored.randomElement(using: &draw) else { break }
            _ = model.delete(other.DUID)
        case 4:
            let number = 200 + Int.random(in: 0..<5, using: &draw)
            _ = model.add(DukePerson(DUID: number, netid: "lo\(number)", fName: word(&draw)))
        case 5:
            guard let mine = own, let theirs = try await course.client(netid).entry(netid, of: .people),
                theirs.record.key == mine.DUID
            else { break }
            let saved = try await course.client(netid).replace(mine.record, netid: netid)
            try model.store.recordPublished(DukePerson(saved.record), tag: saved.tag, replacing: mine)
        case 6: _ = try model.store[.people].undoLast()
        default: break
        }
    }

    /// Takes the list over, and in a copy of the sandbox the whole list in the same way.
    /// - Returns: true where only what changed arrived; nil where the server did not have anything newer.
    private func download(
        _ sandbox: Folder, _ netid: String, _ course: Class, _ draw: inout Draw
    ) async throws -> Bool? {
        let strategy: MergeStrategy = Bool.random(using: &draw) ? .update : .replace
        let choice = Int.random(in: 0..<3, using: &draw)
        let twin = try sandbox.copy()
        let whole = try twin.model()
        try Setting<String>("last-download-people").set(nil, in: whole.store)
        let other = try await taken(whole, strategy, choice, course.client(netid))
        let taken = try await taken(try sandbox.model(), strategy, choice, course.client(netid))
        #expect(other?.isDelta == false)
        guard let taken, let other else {
            // Where the list is the same here and there, the whole list does not change it
            #expect(other?.summary.isChange == false, "\(draw)")
            return nil
        }
        #expect(taken.preview.summary == other.preview.summary, "\(draw)")
        #expect(taken.preview.items == other.preview.items, "\(draw)")
        #expect(taken.unpublished == other.unpublished, "\(draw)")
        #expect(taken.summary.text == other.summary.text, "\(draw)")
        #expect(taken.summary.arrived == other.summary.arrived, "\(draw)")
        #expect(taken.summary.preservesOwn == other.summary.preservesOwn, "\(draw)")
        let (mine, theirs) = (try content(of: sandbox), try content(of: twin))
        for (name, rows) in theirs { #expect(mine[name] == rows, "\(name), \(draw)") }
        return taken.isDelta
    }

    /// What a download showed and did.
    private struct Taken {
        let isDelta: Bool
        let preview: ChangePreview
        let unpublished: Unpublished?
        let summary: ChangeSummary
    }

    private func taken(
        _ model: DataModel, _ strategy: MergeStrategy, _ choice: Int, _ client: Client
    ) async throws -> Taken? {
        let download = Download(model.store[.people], client: client, strategy: strategy)
        guard let list = try await download.fetch(progress: { _ in }) else { return nil }
        let unpublished = try list.unpublished()
        let own: OwnRecord = [.mine, .theirs, OwnRecord(unasked: unpublished)][choice]
        let preview = try list.preview(own: own)
        let saved = choice == 0 ? Set(preview.items.prefix(1).map(\.key)) : []
        let summary = try download.apply(list, own: own, of: unpublished, preserving: saved)
        return Taken(isDelta: list.isDelta, preview: preview, unpublished: unpublished, summary: summary)
    }

    /// The rows of the tables that a download writes.
    private func content(of sandbox: Folder) throws -> [String: [String]] {
        let queries = [
            "people": """
            SELECT row, DUID, hash, section_role, sort_last, sort_first, hex(search_text) FROM people ORDER BY row
            """,
            "pictures": """
            SELECT p.row, content FROM people p JOIN picture c ON c.hash = p.picture ORDER BY p.row
            """,
            "listed": "SELECT * FROM listed ORDER BY collection, key",
            "marks": """
            SELECT collection, kind, key, substr(value, 1, instr(value || '{', '{') - 1) FROM mark
            WHERE kind IN ('own', 'published') ORDER BY collection, kind, key
            """,
            "aside": "SELECT collection, reason, raw FROM set_aside ORDER BY position",
            "journal": """
            SELECT change, key, hash FROM image WHERE collection = 'people' AND source = 'record' ORDER BY change, key
            """,
        ]
        return try sandbox.database().read { db in
            try queries.mapValues { sql in
                try Row.fetchAll(db, sql: sql).map { row in
                    row.map { "\($0.0)=\($0.1)" }.filter { !$0.hasPrefix("row=") }.joined(separator: " ")
                }
            }
        }
    }
}
