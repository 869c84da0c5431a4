import DirectoryModel
import DirectoryScreens
import DirectoryStore
import GtkKit
import TestingSupport
import TypedStore
import XCTest
@testable import DirectoryWidgets

@testable import DirectoryWindow

/// The menu of a row and the messages over the window, in every collection and at both widths.
final class RowMenuTests: WindowTestCase {
    func testOnesOwnRowCannotBeDeletedByASwipe() throws {
        let (_, pane) = try open(folder, [DukePerson(DUID: 1, netid: "me1", fName: "Ana")], netid: "me1")
        let list = pane.pane(of: .people).list
        XCTAssertEqual(list.actions(isOwn: true), [.edit])
        XCTAssertEqual(list.actions(isOwn: false), [.edit, .delete])
        let row = try XCTUnwrap(list.boundRows.first)
        row.read()
        XCTAssertFalse(row.swiped(-900, 0))
        XCTAssertTrue(row.swiped(900, 0), "It can be edited.")
        XCTAssertEqual(row.widget.every(Button.self).count, 0, "A row has no buttons.")
    }

    func testNoEntryOfARowsMenuIsCutAndMessagesStandAboveButtonsInEveryCollection() throws {
        let directory = try directory(folder, [])
        for definition in Collections.all { try Self.fill(directory, with: definition) }
        for width in [1000, 360] {
            let pane = try show(directory, width: width)
            for definition in Collections.all {
                let name = "\(definition.collection.name), \(width) px"
                directory.collectionChosen(definition.collection.name)
                try Self.openMenu(directory.open, pane, name)
                if definition.home.canAdd { try Self.showMessageOverForm(directory.open, pane, name) }
                try Self.selectSeveral(directory.open, pane, width, name)
            }
            pane.window.destroy()
        }
    }

    private static func openMenu(_ screen: CollectionScreen, _ pane: DirectoryPane, _ name: String) throws {
        let part = pane.pane(of: screen.definition)
        let list = try XCTUnwrap(part.list.list as? ListView)
        XCTAssertTrue(until { part.list.shownCount > 0 && pane.isIdle }, name)
        waitForFrame(of: pane.window, times: 3)
        let first = try XCTUnwrap(list.model.id(at: 0))
        // Twice, for the second time it has another menu to forget.
        for _ in 0..<2 {
            XCTAssertTrue(list.focus(id: first), name)
            XCTAssertTrue(list.pressShortcut("Menu|<Shift>F10"), name)
            XCTAssertTrue(until { list.menuHeights != nil }, name)
            waitForFrame(of: pane.window, times: 2)
            let heights = try XCTUnwrap(list.menuHeights, name)
            XCTAssertGreaterThanOrEqual(heights.given, heights.wanted, name)
            XCTAssertGreaterThan(heights.given, 30, name)
            list.openMenu?.close()
            waitForFrame(of: pane.window)
        }
        XCTAssertFalse(screen.editing.isOpen)
    }

    private static func showMessageOverForm(_ screen: CollectionScreen, _ pane: DirectoryPane, _ name: String) throws {
        let part = pane.pane(of: screen.definition)
        screen.editing.addTapped()
        let bar = part.form.buttons
        XCTAssertTrue(until { bar.isMapped }, name)
        screen.notify("What the server said about it is a sentence that needs more than one line in a narrow window.")
        XCTAssertTrue(until { pane.toasts.message != nil }, name)
        waitForFrame(of: pane.window, times: 3)
        let top = try XCTUnwrap(bar.position(in: pane.toasts)?.y, name)
        XCTAssertLessThanOrEqual(pane.toasts.messageEnd, top, name)
        // Without the program's style sheet, a list that drops down is so near that the message is above it.
        let below = part.unobstructed.filter(\.isMapped).compactMap { $0.position(in: pane.toasts)?.y }
        let next = try XCTUnwrap(below.filter { $0 >= pane.toasts.messageEnd }.min(), name)
        XCTAssertGreaterThan(pane.toasts.messageEnd, next - 60, name)
        // Where no form is open, it is at the lower edge.
        screen.editing.cancelTapped()
        screen.notify("Gone")
        XCTAssertTrue(until { pane.toasts.message == "Gone" }, name)
        waitForFrame(of: pane.window, times: 3)
        XCTAssertEqual(pane.toasts.messageEnd, Double(pane.toasts.height), accuracy: 1, name)
    }

    func testAMessageIsNotOverAListThatDropsDown() throws {
        let directory = try directory(folder, [])
        directory.collectionChosen(TourReservation.collection.name)
        let screen = directory.screen(of: .tours)
        let pane = try show(directory, width: 1000, height: 330)
        screen.editing.addTapped()
        let form = pane.pane(of: .tours).form
        XCTAssertTrue(until { form.dropDowns.first?.isMapped == true })
        screen.notify("What the server said about it is a sentence that needs more than one line in a narrow window.")
        XCTAssertTrue(until { pane.toasts.message != nil })
        waitForFrame(of: pane.window, times: 3)
        let list = try XCTUnwrap(form.dropDowns.first)
        let top = try XCTUnwrap(list.position(in: pane.toasts)?.y)
        let bar = try XCTUnwrap(form.buttons.position(in: pane.toasts)?.y)
        XCTAssertLessThan(bar - top, 110, "The list is near the lower edge, where messages are.")
        XCTAssertLessThanOrEqual(pane.toasts.messageEnd, top)
    }

    func testAMessageThatComesWhileAFormFadesOutStandsAtTheLowerEdge() throws {
        Desktop.setAnimations(enabled: true)
        let (screen, pane) = try Self.opened(folder, width: 1000, first: .contacts)
        screen.editing.addTapped()
        let bar = pane.pane(of: .contacts).form.buttons
        XCTAssertTrue(until { bar.isMapped })
        waitForFrame(of: pane.window, times: 3)
        screen.editing.cancelTapped()
        screen.notify("Gone")
        XCTAssertTrue(until { pane.toasts.message == "Gone" })
        waitForFrame(of: pane.window, times: 3)
        XCTAssertTrue(bar.isMapped)
        XCTAssertEqual(pane.toasts.messageEnd, Double(pane.toasts.height), accuracy: 1)
        XCTAssertTrue(until { !bar.isMapped })
        waitForFrame(of: pane.window, times: 3)
        XCTAssertEqual(pane.toasts.messageEnd, Double(pane.toasts.height), accuracy: 1)
    }

    func testAMessageHasUndoAndDetails() throws {
        let (screen, pane) = try DirectoryWindowTests.open(folder, [DukePerson(DUID: 1, fName: "Ana", lName: "Li")])
        let file = folder.appending(path: "list.json")
        try Data(#"[{"DUID": 2, "fName": "Bo"}, ["nobody"]]"#.utf8).write(to: file)
        Task { @MainActor in
            await screen.importChosen(file)
            screen.transfer.applyTapped()
        }
        XCTAssertTrue(until { pane.toasts.message?.hasPrefix("1 person imported") == true })
        XCTAssertEqual(pane.toasts.actionLabels, ["Undo", "Details"])
    }

    func testTheBarAddsSeveralToAGroup() throws {
        let (screen, pane) = try Self.opened(folder, width: 360, first: .people)
        XCTAssertTrue(until { pane.isIdle && screen.list.entries.count >= 2 })
        screen.rowsSelected(Array(screen.list.entries.rows.prefix(2)))
        let bar = pane.pane(of: .people).several.widget
        @MainActor func button(_ name: String) -> Button? {
            bar.every(Button.self).first { $0.tooltip == name }
        }
        XCTAssertTrue(until { button("New Group from 2 People…") != nil && bar.isMapped && bar.height > 40 })
        try screen.store[.people].makeGroup(RecordGroup("Band", of: .people))
        XCTAssertTrue(until { button("Add to Group") != nil })
        waitForFrame(of: pane.window, times: 3)
        try XCTUnwrap(button("Add to Group")).click()
        XCTAssertNil(screen.sheet)
        let menu = pane.pane(of: .people).several.groupMenu
        XCTAssertTrue(until { menu.openLabels == ["Band", "New Group from 2 People…"] })
        menu.openMenu?.close()
        waitForFrame(of: pane.window)
    }

    /// The bar offers what the collection can do.
    private static func selectSeveral(
        _ screen: CollectionScreen, _ pane: DirectoryPane, _ width: Int, _ name: String
    ) throws {
        XCTAssertTrue(until { pane.isIdle && screen.list.entries.count >= 2 }, name)
        screen.rowsSelected(Array(screen.list.entries.rows.prefix(2)))
        let part = pane.pane(of: screen.definition)
        let (page, bar) = (part.detail.several, part.several.widget)
        XCTAssertTrue(until { bar.isMapped && bar.height > 40 && (width == 360 || page.widget.isMapped) }, name)
        XCTAssertNil(page.stepLabel, name)
        let buttons = bar.every(Button.self).filter { $0.hasClass("several-act") }
        XCTAssertEqual(buttons.count, screen.selectionActions.count, name)
        let last = buttons.last?.hasClass("deletes")
        XCTAssertEqual(last, screen.definition.home.canDelete, name)
        XCTAssertEqual(page.sentence, "Use the buttons below the list.", name)
        // A message remains above the bar.
        screen.notify("Said")
        XCTAssertTrue(until { pane.toasts.message == "Said" }, name)
        waitForFrame(of: pane.window, times: 3)
        let index = try XCTUnwrap(bar.position(in: pane.toasts), name)
        XCTAssertLessThanOrEqual(index.x + Double(bar.width), Double(pane.toasts.width), name)
        if width == 360 { XCTAssertLessThanOrEqual(pane.toasts.messageEnd, index.y, name) }
        screen.stopSelectingTapped()
        XCTAssertTrue(until { !bar.isMapped || bar.height == 0 || bar.every(Label.self).first?.isMapped != true }, name)
    }

    /// A window of that width on a directory that has two records of `definition` at least, with that collection open.
    private static func opened(
        _ folder: URL, width: Int, first definition: Definition
    ) throws -> (CollectionScreen, DirectoryPane) {
        let directory = try directory(folder, [])
        try fill(directory, with: definition)
        directory.collectionChosen(definition.collection.name)
        return (directory.open, try show(directory, width: width))
    }

    /// A narrow window shows the first page while there is only one person.
    private static func fill(_ directory: DirectoryScreen, with definition: Definition) throws {
        let collection = directory.store[definition]
        if try collection.count() < 2 { try collection.saveAll([1, 2].map { Record(definition, key: $0) }) }
    }
}
