import DirectoryModel
import DirectoryScreens
import DirectoryStore
import ScreenFixtures
import TypedStore
import XCTest

/// Adding, editing, deleting, and undoing, as the window does them.
final class EditingTests: ScreenTestCase {
    private func screen() throws -> CollectionScreen {
        let screen = try window(on: folder, netid: "n1").screen(of: .people)
        if try screen.store[.people].count() == 0 { try screen.store.saveAll(people()) }
        screen.appeared()
        return screen
    }

    private func find(_ key: Int, _ screen: CollectionScreen) throws -> DukePerson? {
        try screen.store.find(DukePerson.self, key: key)
    }

    func testASecondRecordOfANetIDIsRefused() async throws {
        let screen = try screen()
        // Given a new person with a NetID that somebody has, in other letters
        var form = try screen.newForm()
        for (key, text) in [("DUID", "99"), ("fName", "Ana"), ("lName", "Li"), ("netid", " N2")] {
            form.typed(text, in: key)
        }
        form.fieldDidLoseFocus("netid")
        XCTAssertEqual(form.entry("netid")?.note, .wrong("NetID already belongs to First2 Last2."))
        await screen.save(succeeds: false)
        XCTAssertEqual(form.focusWanted, "netid")
        XCTAssertNil(try find(99, screen))
        Task.immediate { await screen.editing.leaveForm() }
        screen.answer(true)
        // Somebody else's record does not get it either; one's own name in other letters is no second one
        form = try screen.editForm(of: 3)
        form.entered("n2", in: "netid")
        XCTAssertEqual(form.entry("netid")?.note, .wrong("NetID already belongs to First2 Last2."))
        form.entered("N3", in: "netid")
        XCTAssertEqual(form.entry("netid")?.isWrong, false)
    }

    func testIncompleteImportedValuesAreMarkedAndCompletedOnlyWhenTyped() async throws {
        let screen = try screen()
        try screen.store.save(DukePerson(DUID: 5, fName: "Ana", email: "abc"))
        let form = try screen.editForm(of: 5)
        XCTAssertEqual(form.entry("email")?.note, .wrong("Enter an email address such as abc12@duke.edu."))
        await screen.save(succeeds: false)
        XCTAssertEqual(try find(5, screen)?.email, "abc")
        form.entered("abd", in: "email")
        XCTAssertEqual(form.entry("email")?.text, "abd@duke.edu")
        XCTAssertEqual(form.entry("email")?.isWrong, false)
    }

    func testAddNeedsANumberNobodyHas() async throws {
        let screen = try screen()
        let form = try screen.newForm()
        XCTAssertEqual(form.entry("DUID")?.text, "0000004", "the first that is free")
        XCTAssertFalse(form.canSave, "nothing is given yet")
        XCTAssertFalse(form.hasChanges)
        XCTAssertEqual(form.face.initials, "")
        await screen.save(succeeds: false)
        XCTAssertEqual(form.focusWanted, "fName", "the first of the fields as they are shown")
        form.typed("3", in: "DUID")
        await screen.save(succeeds: false)
        XCTAssertEqual(form.entry("DUID")?.note, .wrong("DUID already belongs to First3 Last3."))
        form.typed("0000044", in: "DUID")
        form.typed("Zoë", in: "fName")
        XCTAssertEqual(form.face.initials, "Z")
        await screen.save(succeeds: false)
        XCTAssertEqual(form.entry("lName")?.note, .wrong("Fill in Last Name."))
        form.typed("Lee", in: "lName")
        XCTAssertEqual(form.face.initials, "ZL")
        form.typed("swimming, chess", in: "hobby")
        XCTAssertEqual(form.entry("hobby").map(form.chips)?.map(\.emoji), ["⭐", "♟️"])
        await screen.save()
        XCTAssertEqual(try find(44, screen)?.name, "Zoë Lee")
        XCTAssertEqual(screen.detail.content?.header.key, 44)
    }

    func testOnesOwnNumberIsTypedAgainUntilItIsPublished() async throws {
        let screen = try screen()
        // Given one's own record, which no server has
        XCTAssertEqual(try screen.store[.people].ownKey(owner: "n1"), 1)
        let first = try screen.editForm(of: 1)
        XCTAssertEqual(first.entry("DUID")?.text, "0000001")
        XCTAssertEqual(first.entry("DUID")?.isLocked, false)
        XCTAssertFalse(first.hasChanges)
        // When another's number is typed, then that is said; a free one is saved
        first.entered("2", in: "DUID")
        XCTAssertEqual(first.entry("DUID")?.note, .wrong("DUID already belongs to First2 Last2."))
        first.typed("77", in: "DUID")
        await screen.save()
        XCTAssertNil(try find(1, screen))
        XCTAssertEqual(screen.detail.content?.header.key, 77)
        // And where a server has it, or it is another's, it is closed
        try screen.store.recordPublished(try XCTUnwrap(find(77, screen)), tag: nil)
        XCTAssertEqual(try screen.editForm(of: 77).entry("DUID")?.isLocked, true)
        Task.immediate { await screen.editing.leaveForm() }
        XCTAssertEqual(try screen.editForm(of: 2).entry("DUID")?.isLocked, true)
    }

    func testAFormWithChangesIsNotLeftUnasked() async throws {
        let screen = try screen()
        let form = try screen.editForm(of: 2)
        form.typed("Changed", in: "team")
        // Also over another window that is open
        screen.rejectedTapped()
        let shown = screen.sheetID
        let other = try XCTUnwrap(screen.store[.people].rows(keys: [3]).first)
        screen.rowsSelected([other])
        XCTAssertTrue(screen.isRequested("Discard Changes?"))
        XCTAssertNotEqual(screen.list.selectedRows, [other])
        XCTAssertEqual(screen.sheetID, shown, "the other window stays")
        screen.answer(false)
        XCTAssertNil(screen.alert)
        XCTAssertTrue(screen.editing.form === form)
        let closing = Task.immediate { await screen.editing.mayClose() }
        screen.answer(false)
        let isClosed = await closing.value
        XCTAssertFalse(isClosed)
        screen.rowsSelected([other])
        screen.answer(true)
        XCTAssertNil(screen.editing.form)
        XCTAssertEqual(screen.sheetID, shown)
        await eventually { screen.list.selectedRows == [other] }
        XCTAssertEqual(try find(2, screen)?.team, "")
        XCTAssertTrue(screen.editing.canCloseAtOnce)
    }

    func testSeveralAreDeletedAndComeBackButNeverOneself() async throws {
        let screen = try screen()
        let rows = try screen.store[.people].rows(keys: [1, 2, 3])
        screen.rowsSelected(rows)
        XCTAssertEqual(screen.detail.selectedCount, 3)
        screen.deleteTapped()
        await eventually {
            screen.list.total == 1 && screen.toast?.text == "2 people deleted. Your own record was kept."
        }
        XCTAssertNotNil(try find(1, screen))
        XCTAssertTrue(screen.open(key: 1))
        screen.deleteTapped()
        await eventually {
            screen.toast?.text == "Your own record cannot be deleted, but you can clear it."
        }
        // Whoever undoes now means the deletion, and not the change before it
        screen.undoTapped()
        await eventually { screen.toast?.text == "Nothing was deleted." }
        XCTAssertEqual(screen.list.total, 1)
        screen.deleteTapped()
        await eventually { screen.toast?.recovery == .clearOwn }
        let cleared = try find(1, screen)?.displayName ?? ""
        screen.recoveryTapped(.clearOwn)
        await eventually { (try? self.find(1, screen)?.role) == .Unknown }
        screen.undoTapped()
        await eventually { (try? self.find(1, screen)?.role) == .Student }
        await eventually(screen.toast?.text ?? "") { screen.toast?.text == "Undone: Clearing \(cleared)" }
        screen.undoTapped()
        await eventually { screen.list.total == 3 }
    }
}
