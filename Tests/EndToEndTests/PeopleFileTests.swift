import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import TypedStore
import Waiting
import XCTest

/// After every change, whatever made it, the sandbox's `people.json` says what the store holds.
@MainActor
final class PeopleFileTests: XCTestCase {
    private let folder = Folder()

    /// Something that changes people, and what it is called.
    private typealias Act = (name: String, body: (CollectionScreen) async throws -> Void)

    /// Does each act and waits until it changed something and the file says so.
    private func check(_ acts: [Act], in screen: CollectionScreen) async throws {
        for act in acts {
            let before = try screen.everybody()
            try await act.body(screen)
            let isChanged = await until { (try? screen.everybody()) != before }
            XCTAssertTrue(isChanged, "\(act.name) changed nothing")
            let isWritten = await until { (try? screen.writtenYet()) == (try? screen.everybody()) }
            XCTAssertTrue(isWritten, "\(act.name) is not in people.json")
            let isIdle = await until { screen.canTakeOver }
            XCTAssertTrue(isIdle, act.name)
        }
    }

    private func row(_ key: Int, _ screen: CollectionScreen) throws -> Int64 {
        try XCTUnwrap(try screen.store[.people].rows(keys: [key]).first)
    }

    private let undo: Act = ("undo", { $0.undoTapped() })

    func testFormsDeletingAndUndoWriteTheFile() async throws {
        let screen = try directory(in: folder)
        try screen.store.saveAll(people(1...6))
        try screen.store[.people].saveFile()
        let row = row
        try await check(
            [
                ("editing", { try await $0.edit(1, ["team": "Owls"]) }), undo,
                (
                    "adding",
                    { screen in
                        screen.editing.addTapped()
                        let form = try XCTUnwrap(screen.editing.form)
                        for (key, text) in ["DUID": "77", "fName": "Ottoline", "lName": "Marchbanks"] {
                            form.typed(text, in: key)
                            form.fieldDidLoseFocus(key)
                        }
                        let isSaved = await screen.editing.saveTapped()
                        XCTAssertTrue(isSaved, "\(form.entries.compactMap(\.note))")
                    }
                ), undo,
                ("deleting", { $0.deleteTapped(try row(2, $0)) }), undo,
                (
                    "deleting several",
                    { screen in
                        screen.rowsSelected([try row(3, screen), try row(4, screen)])
                        screen.deleteTapped()
                    }
                ), undo,
            ], in: screen)
    }

    func testFilesTakenInWriteTheFile() async throws {
        let screen = try directory(in: folder)
        try screen.store.saveAll(people(1...6))
        try screen.store[.people].saveFile()
        let elsewhere = Folder()
        let list = #"[{"DUID": 8, "fName": "Wendell", "lName": "Ashgrove"}, {"fName": "Nobody", "lName": "Yet"}]"#
        let file = try elsewhere.file("list.json", list)
        let folder = folder
        try await check(
            [
                (
                    "an import",
                    { screen in
                        await screen.importChosen(file)
                        await screen.importAnswered(applies: true)
                    }
                ),
                (
                    "taking in what was set aside",
                    { screen in
                        let page = try screen.openRejected()
                        let id = try XCTUnwrap(page.elements.first?.id)
                        page.typed(#"{"DUID": 9, "fName": "Some", "lName": "Body"}"#, in: id)
                        await page.tryAgainTapped(id)
                    }
                ), undo, undo,
                (
                    "Load from Disk",
                    { screen in
                        let list = try JSONEncoder().encode(people(1...5))
                        try list.write(to: folder.url.appending(path: "people.json"))
                        await screen.loadFromDiskTapped()
                    }
                ), undo,
            ], in: screen)
    }

    func testDownloadsAndUploadsWriteTheFile() async throws {
        try await withClassServer(people: 12) { server in
            let screen = try directory(in: folder, server: server)
            try screen.store.saveAll(people(1...6))
            let client = Client(server: server, credentials: demo)
            let entry = try await client.entry("demo", of: .people)
            let there = DukePerson(try XCTUnwrap(entry?.record))
            try await check([("Replace", { try await $0.takeOver(.replace) }), undo], in: screen)
            try await check([("Update", { try await $0.takeOver(.update) })], in: screen)
            try await check(
                [
                    (
                        "an upload",
                        { screen in
                            let publish = try await screen.openPublish(there.DUID, ["movie": "Mine"])
                            await publish.uploadTapped()
                            XCTAssertEqual(publish.state, .ended, publish.words ?? "")
                        }
                    ),
                    (
                        "a merge",
                        { screen in
                            var theirs = there
                            theirs.movie = "Theirs"
                            let publish = try await screen.openPublish(there.DUID, ["movie": "Mine once more"])
                            _ = try await client.replace(theirs.record, netid: "demo")
                            await publish.uploadTapped()
                            let merge = try XCTUnwrap(publish.merge)
                            merge.allPicked(.theirs)
                            await publish.mergeTapped()
                        }
                    ),
                ], in: screen)
        }
    }

    func testTheCommandLineWritesTheFile() async throws {
        let elsewhere = Folder()
        let file = try elsewhere.file("list.json", #"[{"DUID": 8, "fName": "Wendell", "lName": "Ashgrove"}]"#)
        try await withClassServer(people: 12) { server in
            let model = try folder.model()
            let (store, folder) = (model.store, folder)
            for command in [
                ["add", "77", "fn=Ottoline, ln=Marchbanks"], ["update", "77", "te=Owls"], ["import", file.path],
                ["download", "--update", "--server", "\(server)", "--netid", "demo"], ["delete", "77"],
                ["import", "--replace", file.path], ["download", "--replace"],
            ] {
                let before = try store.whole(DukePerson.self) { _ in true }
                let ran = try await RealProgram(
                    "dukedir", [command[0], "--sandbox", folder.url.path] + command.dropFirst(),
                    environment: ["DUKE_DIRECTORY_PASSWORD": "demo"]
                ).run()
                XCTAssertEqual(ran.status, 0, "\(command): \(ran.complaint)")
                let after = try store.whole(DukePerson.self) { _ in true }
                XCTAssertNotEqual(after, before, "\(command)")
                let inFile = try JSONDecoder().decode([DukePerson].self, from: Data(contentsOf: model.file))
                XCTAssertEqual(inFile, after, "\(command)")
            }
        }
    }
}

extension CollectionScreen {
    /// Downloads, and agrees to what is asked.
    fileprivate func takeOver(_ how: MergeStrategy) async throws {
        await download(how)
        if transfer.state == .previewing {
            transfer.applyTapped()
            await asked()
        }
        XCTAssertEqual(transfer.report?.isFailure, false)
    }
}
