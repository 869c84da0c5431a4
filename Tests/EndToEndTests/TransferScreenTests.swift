import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import ScreenFixtures
import TypedStore
import XCTest

/// What a download asks before it changes anything, against the real class server.
@MainActor
final class TransferScreenTests: XCTestCase {
    private let folder = Folder()

    func testAnEmptyListIsAskedAboutUnlessOnlyTheOwnRecordIsStored() async throws {
        try await RawServer.with(RawServer.answer("[]")) { raw in
            let screen = try directory(in: folder, server: try raw.address, with: people())
            await screen.download(.replace)
            XCTAssertEqual(screen.transfer.state, .askingToEmpty)
            screen.transfer.emptyAnswered(false)
            await eventually { screen.transfer.report?.isFailure == true }
            XCTAssertEqual(try screen.everybody().count, 3)
            // The first person of a class hears what comes next, and nobody is removed
            let other = Folder()
            let account = SystemAccount(login: "demo", fullName: "Dee Mo")
            _ = try other.model().store[.people].makeOwnIfAbsent(account, netid: "demo")
            let first = try directory(in: other, server: try raw.address)
            await first.download(.replace)
            XCTAssertEqual(
                first.transfer.report?.text, "You are the first in this class. Edit your record, and then upload it.")
            XCTAssertEqual(first.titles, ["Dee Mo"])
        }
    }

    func testAnEditOfAnotherPersonsRecordStaysUnlessItIsTicked() async throws {
        try await withClassServer(people: 12) { server in
            for isRequested in [true, false] {
                // Given an edit here of somebody else's record
                let folder = Folder()
                let screen = try await downloaded(folder, server)
                let other = try XCTUnwrap(screen.everybody().first { $0.netid != "demo" })
                try await screen.edit(other.DUID, ["movie": "Typed Here"])
                screen.preferences.asksBeforeDownloadToggled(isRequested)
                await screen.download(.update)
                // Then it is shown, and kept unless the user wants otherwise
                let preview = try XCTUnwrap(screen.transfer.preview)
                XCTAssertEqual(preview.lines.map(\.word), ["Edited Here"])
                XCTAssertEqual(preview.skipped, [other.DUID])
                await screen.applied()
                XCTAssertEqual(try screen.store.find(DukePerson.self, key: other.DUID)?.movie, "Typed Here")
                // When it is ticked, then the server's takes its place
                await screen.download(.update)
                try XCTUnwrap(screen.transfer.preview).ticked(other.DUID, isTicked: true)
                await screen.applied()
                XCTAssertEqual(try screen.store.find(DukePerson.self, key: other.DUID)?.movie, other.movie)
            }
        }
    }

    func testAnEditedOwnRecordIsAskedAboutAndTheAnswerCounts() async throws {
        try await withClassServer(people: 12) { server in
            let start = try await Client(server: server, credentials: demo).entry("demo", of: .people)
            let theirs = DukePerson(try XCTUnwrap(start?.record))
            // My answer, and what then is mine
            let answers: [(side: MergeScreen.Side?, team: String, movie: String, plan: String)] = [
                (.mine, "Here", "Mine", "MEng"), (.theirs, theirs.team, "Theirs", "Their plan"),
                (nil, "Here", "Theirs", "Their plan"),
            ]
            for strategy in MergeStrategy.allCases {
                for answer in answers {
                    // Given an edit here, and another one from elsewhere
                    try await changeElsewhere(server) { ($0.movie, $0.plan) = ("Before", "MEng") }
                    let folder = Folder()
                    let screen = try await downloaded(folder, server)
                    try await screen.edit(theirs.DUID, ["team": "Here", "movie": "Mine"])
                    try await changeElsewhere(server) { ($0.movie, $0.plan) = ("Theirs", "Their plan") }
                    // When a list arrives, then I am shown both before anything changes
                    let before = try screen.everybody()
                    await screen.download(strategy)
                    XCTAssertEqual(screen.transfer.state, .merging)
                    let merge = try XCTUnwrap(screen.transfer.merge)
                    XCTAssertEqual(merge.lines.map(\.id), ["movie"])
                    XCTAssertEqual(try screen.everybody(), before)
                    merge.allPicked(.theirs)
                    screen.transfer.mergeAnswered(answer.side)
                    await screen.requested()
                    if screen.transfer.state == .previewing {
                        XCTAssertEqual(answer.side, .theirs)
                        XCTAssertEqual(screen.transfer.preview?.text, "1 changed")
                        await screen.applied()
                    }
                    // Then my answer counts, and everybody else arrived
                    XCTAssertEqual(screen.transfer.report?.isFailure, false)
                    let own = try screen.own()
                    XCTAssertEqual([own.team, own.movie, own.plan], [answer.team, answer.movie, answer.plan])
                    XCTAssertEqual(own.name, theirs.name)
                    XCTAssertEqual(try screen.everybody().count, 12)
                    XCTAssertEqual(try screen.inFile(), try screen.everybody())
                    XCTAssertNil(screen.transfer.merge)
                    XCTAssertNil(screen.transfer.preview)
                }
            }
        }
    }

    func testAFirstDownloadFillsTheSectionsAndEveryEndAndQuestionIsAnnounced() async throws {
        try await withClassServer { server in
            // Given an empty window
            let screen = try directory(in: folder, server: server)
            XCTAssertEqual(screen.list.emptyState?.title, "No People Yet")
            XCTAssertNil(screen.transfer.announcement)
            screen.transfer.downloadTapped()
            XCTAssertEqual(screen.transfer.state, .choosing)
            screen.transfer.replaceTapped()
            XCTAssertTrue(screen.transfer.isRunning)
            await screen.requested()
            // When a list arrives, then its end is told in the toast's words until they are shown
            let message = try XCTUnwrap(screen.toast?.text)
            XCTAssertEqual(message, "150 people downloaded")
            XCTAssertEqual(screen.transfer.announcement?.title, "Download finished")
            XCTAssertEqual(screen.transfer.announcement?.body, message)
            await eventually { screen.list.entries.count == 150 }
            let headers = screen.list.entries.compactMap(\.header)
            XCTAssertEqual(headers.map(\.title), ["You", "Professor", "TA", "Student", "Other"])
            XCTAssertEqual(headers.map(\.count).reduce(0, +), 150)
            XCTAssertEqual(try screen.inFile().count, 150)
            screen.transfer.downloadTapped()
            XCTAssertNil(screen.transfer.announcement)
            screen.transfer.cancelChoiceTapped()
            // And so is a question, but nothing where the user stops it
            let mine = try screen.own()
            try await screen.edit(mine.DUID, ["team": "Here"])
            try await changeElsewhere(server) { $0.team = "There" }
            let before = try screen.everybody()
            await screen.download(.replace)
            XCTAssertEqual(screen.transfer.state, .merging)
            XCTAssertEqual(screen.transfer.announcement?.title, "Download needs an answer")
            screen.transfer.declined()
            XCTAssertNil(screen.transfer.announcement)
            XCTAssertEqual(screen.transfer.state, .idle)
            XCTAssertEqual(screen.transfer.report?.text, "\(SyncError.cancelled)")
            XCTAssertEqual(try screen.everybody(), before, "a declined merge changes nothing")
            // And it asks again the next time
            await screen.download(.replace)
            XCTAssertEqual(screen.transfer.state, .merging)
        }
    }

    func testEditsOfOtherFieldsAreTakenTogetherWithoutAQuestion() async throws {
        for strategy in MergeStrategy.allCases {
            let folder = Folder()
            try await withClassServer(people: 12) { server in
                // Given another team here, and another movie there
                let screen = try await downloaded(folder, server)
                let mine = try screen.own()
                try await screen.edit(mine.DUID, ["team": "Here"])
                try await changeElsewhere(server) { $0.movie = "There" }
                // When the list arrives, then mine has both, and goes up without a question
                await screen.download(strategy)
                XCTAssertEqual(screen.transfer.state, .idle)
                XCTAssertEqual(screen.transfer.report?.isFailure, false)
                let own = try screen.own()
                XCTAssertEqual([own.team, own.movie], ["Here", "There"])
                XCTAssertEqual(try screen.store[.people].editedQuery().value(), [mine.DUID])
                let publish = try await screen.openPublish(mine.DUID)
                await publish.uploadTapped()
                XCTAssertEqual(publish.text, "Your record is published.")
            }
        }
    }

    /// A list as the server has it, but for one who is changed, one who is gone and one who is only here.
    private func differing(
        _ folder: Folder, _ server: ServerAddress
    ) async throws -> (screen: CollectionScreen, changed: DukePerson, gone: DukePerson) {
        let screen = try await downloaded(folder, server)
        let others = try screen.everybody().filter { $0.netid != "demo" }
        try screen.store.save(others[0].with(\.team, "Changed here").with(\.picture, ""))
        XCTAssertTrue(try screen.store[.people].delete(key: others[1].DUID))
        try screen.store.save(DukePerson(DUID: 99, fName: "Only", lName: "Here"))
        return (screen, others[0], others[1])
    }

    func testThePreviewTellsWhatWouldChangeAndCanBeDeclinedUntickedAndTurnedOff() async throws {
        try await withClassServer(people: 12) { server in
            let (screen, changed, gone) = try await differing(folder, server)
            let (before, revision) = (try screen.everybody(), try screen.store[.people].revision())
            await screen.download(.replace)
            // Then every change is told, with its differences
            XCTAssertEqual(screen.transfer.state, .previewing)
            var preview = try XCTUnwrap(screen.transfer.preview)
            XCTAssertEqual(preview.text, "1 new, 1 changed, 1 removed")
            XCTAssertEqual(preview.lines.map(\.word), ["Edited Here", "Removed", "New"])
            XCTAssertEqual(preview.lines.map(\.id), [changed.DUID, 99, gone.DUID])
            XCTAssertEqual(preview.lines.map(\.title), [changed.name, "Only Here", gone.name])
            let team = changed.team.isEmpty ? "none" : "“\(changed.team)”"
            XCTAssertEqual(preview.lines[0].differences, ["Team: “Changed here” → \(team)", "Picture changed."])
            XCTAssertEqual(preview.lines.map(\.isRemoval), [false, true, false])
            XCTAssertEqual(preview.omittedCount, 0)
            XCTAssertEqual(try screen.everybody(), before)
            // When it is declined, then nothing changes, and what was toggled in it does not count
            preview.asksNextTimeToggled(false)
            screen.transfer.declined()
            XCTAssertEqual(screen.transfer.state, .idle)
            XCTAssertEqual(try screen.everybody(), before)
            XCTAssertEqual(try screen.store[.people].revision(), revision)
            await screen.download(.update)
            XCTAssertEqual(screen.transfer.preview?.text, "1 new", "What was typed here stays.")
            screen.transfer.declined()
            // When two are unticked
            await screen.download(.replace)
            preview = try XCTUnwrap(screen.transfer.preview)
            for key in [changed.DUID, 99, gone.DUID] { preview.ticked(key, isTicked: false) }
            XCTAssertEqual(preview.text, "no changes")
            preview.ticked(gone.DUID, isTicked: true)
            XCTAssertEqual(preview.text, "1 new")
            await screen.applied()
            // Then they stay as they were here, and the third comes
            XCTAssertEqual(screen.transfer.report?.text, "12 people downloaded: 1 new")
            let after = try screen.everybody()
            XCTAssertEqual(after.filter { $0.DUID != gone.DUID }, before)
            XCTAssertTrue(after.contains(gone))
            XCTAssertEqual(try screen.inFile(), after)
            // And they are reviewed again, for the server's list is still another
            await screen.download(.replace)
            XCTAssertEqual(screen.transfer.preview?.text, "1 changed, 1 removed")
            // Until that is turned off, also after a restart
            screen.transfer.preview?.asksNextTimeToggled(false)
            await screen.applied()
            XCTAssertEqual(screen.transfer.report?.text, "12 people downloaded: 1 changed, 1 removed")
            let next = try directory(in: folder, server: server)
            try next.store.save(DukePerson(DUID: changed.DUID))
            await next.download(.replace)
            XCTAssertEqual(next.transfer.report?.text, "12 people downloaded: 1 changed")
            // And on again
            next.preferences.open()
            XCTAssertFalse(next.preferences.asksBeforeDownload)
            next.preferences.asksBeforeDownloadToggled(true)
            try next.store.save(DukePerson(DUID: changed.DUID))
            await next.download(.replace)
            XCTAssertEqual(next.transfer.state, .previewing)
        }
    }

    func testAReplaceIsUndoneAndRedone() async throws {
        try await withClassServer { server in
            let screen = try directory(in: folder, server: server, with: people(1...20))
            let before = try screen.everybody()
            let rows = try screen.store[.people].rows(keys: before.map(\.DUID))
            XCTAssertTrue(screen.open(key: 7))
            await screen.download(.replace)
            await screen.applied()
            XCTAssertEqual(screen.toast?.text, "150 people downloaded: 150 new, 20 removed")
            await eventually { screen.list.total == 150 }
            screen.toast = nil
            screen.undoTapped()
            await eventually { screen.toast != nil && screen.isIdle }
            XCTAssertEqual(screen.toast?.text, "Undone: Download and Replace")
            XCTAssertEqual(try screen.everybody(), before)
            XCTAssertEqual(try screen.store[.people].rows(keys: before.map(\.DUID)), rows)
            XCTAssertEqual(try screen.inFile(), before)
            await eventually { screen.list.total == 20 }
            // And redone
            await eventually { screen.canRedo }
            screen.toast = nil
            screen.redoTapped()
            await eventually { screen.list.total == 150 }
            await finished(screen)
            XCTAssertEqual(screen.toast?.text, "Redone: Download and Replace")
            XCTAssertTrue(screen.canUndo && !screen.canRedo)
        }
    }
}

/// Changes the entry of `demo` on the server, as another of their computers does.
@MainActor
func changeElsewhere(_ server: ServerAddress, _ change: (inout DukePerson) -> Void) async throws {
    let client = Client(server: server, credentials: demo)
    let entry = try await client.entry("demo", of: .people)
    var person = DukePerson(try XCTUnwrap(entry).record)
    change(&person)
    _ = try await client.replace(person.record, netid: "demo")
}

extension CollectionScreen {
    /// Applies what is ticked, and waits for the next question, or for the end.
    func applied() async {
        transfer.applyTapped()
        await requested()
    }
}
