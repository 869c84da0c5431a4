import DirectoryModel
import DirectoryScreens
import DirectoryStore
import Foundation
import ScreenFixtures
import TypedStore
import XCTest

/// While another program has locked the database, no change makes the window wait for it: each returns at once,
/// and made in order once the other program is done.
final class LockedStoreTests: ScreenTestCase {
    private func opened() async throws -> (DirectoryScreen, CollectionScreen) {
        let (window, screen) = try await opened(DukePerson.self, with: people(1...6))
        XCTAssertTrue(screen.open(key: 2))
        await finished(screen)
        return (window, screen)
    }

    /// Requests changes while the database is locked, and waits until they are made.
    private func whileLocked(_ window: DirectoryScreen, _ perform: () async throws -> Void) async throws {
        try await folder.whileLocked(perform)
        await finished(window.open)
    }

    private func check(
        _ perform: @escaping (DirectoryScreen, CollectionScreen) async throws -> Void,
        _ expected: (DirectoryScreen, CollectionScreen) throws -> Bool, line: UInt = #line
    ) async throws {
        let (window, screen) = try await opened()
        try await whileLocked(window) {
            try await perform(window, screen)
            XCTAssertFalse(screen.isIdle, "It does not wait for the lock.", line: line)
        }
        XCTAssertTrue(try expected(window, screen), "\(screen.toast?.text ?? "")", line: line)
    }

    private func favorites(_ window: DirectoryScreen) throws -> [Int] {
        try MarkKind.favorite.records(in: window.store).map(\.key)
    }

    func testAFirstLaunchShowsTheWindowAtOnce() async throws {
        let window = try window(on: folder)
        try await whileLocked(window) { window.appeared() }
        XCTAssertFalse(try window.store.whole(Player.self) { _ in true }.isEmpty)
        XCTAssertEqual(try window.store[.people].groups().count, 2)
    }

    func testASecondClickOnTheStarTakesItBack() async throws {
        let (window, screen) = try await opened()
        try await whileLocked(window) {
            for isFavorite in [true, false, true, false] {
                window.favoriteTapped()
                XCTAssertEqual(window.isOpenFavorite, isFavorite)
            }
            XCTAssertFalse(screen.isIdle, "It does not wait for the lock.")
        }
        XCTAssertEqual(try favorites(window), [])
        XCTAssertFalse(window.isOpenFavorite)
        XCTAssertNil(screen.toast)
    }

    func testRecordsAreDeletedAndRestored() async throws {
        try await check { _, screen in
            screen.deleteTapped()
        } _: { _, screen in
            try screen.store.find(DukePerson.self, key: 2) == nil
        }
        let (window, screen) = try await opened()
        screen.deleteTapped()
        await finished(screen)
        try await whileLocked(window) {
            screen.undoTapped()
            screen.redoTapped()
            screen.undoTapped()
        }
        XCTAssertNotNil(try screen.store.find(DukePerson.self, key: 2))
        XCTAssertTrue(screen.canRedo)
    }

    func testAFormIsSavedAndItsDraftForgotten() async throws {
        let (window, screen) = try await opened()
        var saving: Task<Bool, Never>?
        try await whileLocked(window) {
            screen.editing.editTapped()
            screen.editing.form?.typed("Owls", in: "team")
            saving = Task.immediate { await screen.editing.saveTapped() }
            XCTAssertEqual(screen.editing.form?.isSaving, true)
        }
        let isSaved = await saving?.value
        XCTAssertEqual(isSaved, true)
        XCTAssertNil(screen.editing.form)
        XCTAssertEqual(try screen.store.find(DukePerson.self, key: 2)?.team, "Owls")
        XCTAssertNil(try screen.storedDraft())
    }

    func testANumberTakenAfterTheFormWasCheckedGetsTheFocus() async throws {
        let (window, screen) = try await opened()
        // Given a change that gives somebody a number, and is not stored yet
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let end = DispatchSemaphore(value: 0)
        DispatchQueue.global().async { [store = window.store] in
            _ = try? store.change(DukePerson.self, key: 1) { person throws(Never) in
                begin.yield()
                end.wait()
                return person.keyed(99)
            }
            begin.finish()
        }
        for await _ in begun { break }
        // When somebody else is saved with that number
        let form = try screen.editForm()
        form.typed("99", in: "DUID")
        let saving = Task.immediate { await screen.editing.saveTapped() }
        XCTAssertTrue(form.isSaving, "The number is free when the form is checked.")
        end.signal()
        let isSaved = await saving.value
        // Then the form remains, and shows where to change it
        XCTAssertFalse(isSaved)
        XCTAssertEqual(form.entry("DUID")?.note, .wrong("DUID already belongs to First1 Last1."))
        XCTAssertEqual(form.focusWanted, "DUID")
    }

    func testADraftIsDiscarded() async throws {
        try await check { _, screen in
            screen.editing.editTapped()
            screen.editing.form?.typed("Owls", in: "team")
            screen.editing.cancelTapped()
            screen.answer(true)
        } _: { _, screen in
            try screen.storedDraft() == nil && screen.editing.form == nil
        }
    }

    func testAVersionIsBroughtBackAndAChangeReverted() async throws {
        let (window, screen) = try await opened()
        try await screen.edit(2, ["team": "Owls"])
        try await screen.edit(2, ["team": "Bears"])
        screen.versionsTapped()
        guard case .history(let versions) = screen.sheet else { return XCTFail("It is not open.") }
        await eventually { versions.days.first.map { $0.changes.count > 1 } == true }
        let before = try XCTUnwrap(versions.days.first?.changes[1].id)
        try await whileLocked(window) { versions.revertTapped(before) }
        XCTAssertEqual(try screen.store.find(DukePerson.self, key: 2)?.team, "Owls")
        screen.sheet = nil
        screen.historyTapped()
        guard case .history(let history) = screen.sheet else { return XCTFail("It is not open.") }
        await eventually { history.days.first?.changes.isEmpty == false }
        let last = try XCTUnwrap(history.days.first?.changes.first?.id)
        try await whileLocked(window) { history.revertTapped(last) }
        XCTAssertEqual(try screen.store.find(DukePerson.self, key: 2)?.team, "Bears")
    }

    func testAGroupIsMadeAndFilledInOrder() async throws {
        let (window, screen) = try await opened()
        screen.groups.newTapped()
        guard case .group(let form) = screen.sheet else { return XCTFail("It is not open.") }
        form.nameTyped("Band")
        try await whileLocked(window) {
            form.saveTapped()
            XCTAssertFalse(form.isSaved)
        }
        await eventually { screen.groups.items.contains { $0.name == "Band" } }
        let key = try XCTUnwrap(screen.groups.items.first { $0.name == "Band" }?.key)
        try await whileLocked(window) {
            screen.groups.addTapped(to: key)
            screen.groups.addTapped(to: key)
        }
        XCTAssertEqual(try screen.store[.people].group("Band")?.memberKeys, [2])
        XCTAssertEqual(screen.toast?.text, "Already in “Band”")
        try await whileLocked(window) { screen.groups.deleteTapped(key) }
        XCTAssertNil(try screen.store[.people].group("Band"))
    }

    func testPreferencesAreStored() async throws {
        let (window, _) = try await opened()
        let preferences = window.preferences
        preferences.open()
        try await whileLocked(window) {
            for isOn in [false, true, false] { preferences.asksBeforeDownloadToggled(isOn) }
            preferences.historyDaysChosen(0)
            XCTAssertFalse(preferences.asksBeforeDownload)
            XCTAssertEqual(preferences.historyDays.chosen, 0)
            preferences.historyCleared()
        }
        await eventually(preferences.notice?.text ?? "") { preferences.notice?.text == "The history was cleared." }
        preferences.closeTapped()
        preferences.open()
        XCTAssertFalse(preferences.asksBeforeDownload)
        XCTAssertEqual(preferences.historyDays.chosen, 0)
    }

    func testTheWindowClosesOnceAllIsStored() async throws {
        let (window, _) = try await opened()
        var isClosed = false
        try await whileLocked(window) {
            window.favoriteTapped()
            XCTAssertTrue(window.closeTapped { isClosed = true })
            XCTAssertFalse(isClosed)
        }
        await eventually { isClosed }
        XCTAssertEqual(try favorites(window), [2])
        XCTAssertFalse(window.closeTapped {})
    }

    func testTheWindowClosesOnceALearnedNameIsStored() async throws {
        let (window, screen) = try await opened()
        try window.store.saveAll(
            people(1...6).map { $0.with(\.picture, Data([UInt8($0.DUID)]).base64EncodedString()) })
        screen.learnTapped()
        guard case .learn(let learn) = screen.sheet else { return XCTFail("It is not open.") }
        await eventually { learn.page == .question }
        let question = try XCTUnwrap(learn.question)
        let answer = try XCTUnwrap(question.choices.firstIndex(of: question.card))
        var isClosed = false
        try await whileLocked(window) {
            learn.choiceTapped(answer)
            XCTAssertTrue(window.closeTapped { isClosed = true })
            XCTAssertFalse(isClosed)
        }
        await eventually { isClosed }
        XCTAssertEqual(try screen.collection.learned().count, 1)
    }

    func testADamagedDirectoryIsRestored() async throws {
        try await check { _, screen in
            screen.restoreTapped()
        } _: { _, screen in
            screen.toast?.text == "No damage was found, so no changes were made."
        }
    }
}
