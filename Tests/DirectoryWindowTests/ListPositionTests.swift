import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectoryWidgets
import GtkKit
import TestingSupport
import TypedStore
import XCTest

@testable import DirectoryWindow

/// In every collection: a list that is scrolled away from the row that is selected remains where it is, whatever comes
/// and goes, and the keyboard goes where it is wanted and nowhere else.
final class ListPositionTests: WindowTestCase {
    func testAListScrolledAwayFromTheSelectedRowStaysWhereItIs() throws {
        for definition in Collections.all {
            try Self.change(definition, in: folder.appending(path: definition.collection.name))
        }
    }

    private static func change(_ definition: Definition, in folder: URL) throws {
        let changes: [@MainActor (CollectionScreen) throws -> Void] = [
            insert, refresh, { try remove(3..<40, from: $0) }, { try remove(1..<30, from: $0) },
        ]
        let (screen, list, window) = try opened(definition, in: folder)
        for (index, change) in changes.enumerated() {
            let name = "\(definition.collection.name), change \(index)"
            // Given the third row selected, with the keyboard on it, and the list scrolled far below it
            list.scrolled.scrollToTop()
            waitForFrame(of: window, times: 2)
            let rows = screen.list.entries.rows
            screen.rowsSelected([rows[2]])
            XCTAssertTrue(list.focus(row: rows[2]), name)
            list.scrolled.scrollPosition = 3801
            waitForFrame(of: window, times: 3)
            let (before, revision) = (list.shownIndices, screen.list.contentRevision)
            XCTAssertGreaterThan(before.count, 5, name)
            XCTAssertNil(before[rows[2]], name)
            // When others change the list
            try change(screen)
            XCTAssertTrue(until { screen.list.contentRevision != revision }, name)
            waitForFrame(of: window, times: 4)
            // Then what is seen is where it was
            let (after, left) = (list.shownIndices, Set(screen.list.entries.rows))
            for (row, position) in before where left.contains(row) {
                XCTAssertEqual(after[row] ?? -9999, position, accuracy: 1, "\(name): row \(row)")
            }
            // And the keyboard is on its row, or on one that is seen where that is gone
            let focused = try XCTUnwrap(list.focusedRow, name)
            XCTAssertTrue(focused == rows[2] || after[focused] != nil, "\(name): row \(focused)")
        }
        window.destroy()
    }

    func testDeletingGoesOnWithTheRowThatIsSelected() throws {
        for definition in Collections.all where definition.home.canDelete && !definition.home.isHosted {
            try Self.delete(definition, in: folder.appending(path: definition.collection.name))
        }
    }

    private static func delete(_ definition: Definition, in folder: URL) throws {
        let (screen, list, window) = try opened(definition, in: folder)
        let rows = screen.list.entries.rows
        // Given the third row selected, with the keyboard on it, and the list scrolled far below it
        screen.rowsSelected([rows[2]])
        XCTAssertTrue(list.focus(row: rows[2]), definition.collection.name)
        for (deleted, next) in [(rows[2], rows[3]), (rows[3], rows[4])] {
            list.scrolled.scrollPosition = 3801
            waitForFrame(of: window, times: 3)
            XCTAssertNil(list.shownIndices[deleted], definition.collection.name)
            // When the user deletes it
            screen.deleteTapped()
            XCTAssertTrue(until { !screen.list.entries.rows.contains(deleted) && screen.list.selectedRows == [next] })
            // Then the keyboard is on the row that the next Delete takes, and that is seen
            let isThere = until { list.focusedRow == next && list.shownIndices[next] != nil }
            XCTAssertTrue(isThere, definition.collection.name)
        }
        window.destroy()
    }

    func testDeleteAppliesToOpenedOwnRecord() throws {
        let (directory, pane) = try openWindow(
            folder, (1...60).map { DukePerson(DUID: $0, netid: "p\($0)", fName: "Ana") }, netid: "p40")
        // Given the keyboard in the search entry
        pane.focusSearch()
        let (screen, list) = (directory.screen(of: .people), pane.pane(of: .people).list)
        XCTAssertNil(list.focusedRow)
        // When one's own record is opened by its key
        XCTAssertTrue(directory.perform(.myRecord))
        // Then the keyboard is on its row, where Delete says why it remains
        XCTAssertTrue(until { list.focusedRow == screen.list.selectedRow && list.focusedRow != nil })
        XCTAssertTrue(screen.isOwnOpen)
        XCTAssertEqual(list.list?.pressShortcut("Delete"), true)
        XCTAssertTrue(until { pane.toasts.message?.hasPrefix("Your own record cannot be deleted") == true })
    }

    /// A record like the first, which comes beside it.
    private static func insert(_ screen: CollectionScreen) throws {
        let row = try XCTUnwrap(screen.list.entries.rows.first)
        let first = try XCTUnwrap(try screen.collection.stored(row: row)).record
        try screen.collection.save(first.keyed(9999))
    }

    /// The third row, which is selected, is not in 3..<40.
    private static func remove(_ indices: Range<Int>, from screen: CollectionScreen) throws {
        let rows = Array(screen.list.entries.rows[indices])
        _ = try screen.collection.delete(keys: try screen.collection.keys(rows: rows))
    }

    /// As a download does that brings the same records, with something else in some of them.
    private static func refresh(_ screen: CollectionScreen) throws {
        let field = try XCTUnwrap(
            screen.definition.fields.last { field in
                if case .text = field.editor { !field.isKey } else { field.editor == .readOnly }
            })
        var records: [Record] = []
        try screen.collection.each { records.append($0.record) }
        for position in records.indices where position.isMultiple(of: 3) { records[position][field] = .text("other") }
        try screen.collection.saveAll(records)
    }

    func testTheKeyboardStaysOnTheRowWhenTheLookChanges() throws {
        let (screen, list, window) = try Self.opened(.people, in: folder)
        let row = screen.list.entries.rows[2]
        screen.rowsSelected([row])
        XCTAssertTrue(list.focus(row: row))
        for isWall in [true, false] {
            screen.list.looks.facesTapped()
            XCTAssertTrue(until { (list.list is WallView) == isWall && !list.isFilling })
            waitForFrame(of: window, times: 4)
            XCTAssertEqual(list.focusedRow, row)
        }
    }

    func testTheKeyboardIsNotTakenFromWhereItWentMeanwhile() throws {
        let (screen, list, window) = try Self.opened(.people, in: folder)
        let entry = SearchEntry()
        window.child = nil
        window.child = Box(.vertical, [entry, list.widget])
        list.widget.vexpand = true
        waitForFrame(of: window, times: 2)
        // Given a row that is selected so far away that it has no widget
        let row = screen.list.entries.rows[280]
        screen.rowsSelected([row])
        XCTAssertTrue(until { list.shownSelection == [row] })
        XCTAssertFalse(list.focus(row: row))
        // When a search is begun before it has one
        list.focus()
        XCTAssertTrue(entry.grabFocus())
        waitForFrame(of: window, times: 3)
        // Then the keyboard remains there
        XCTAssertTrue(entry.hasFocus)
        // And otherwise it goes to the row
        list.scrolled.scrollToTop()
        waitForFrame(of: window, times: 3)
        list.focus()
        waitForFrame(of: window, times: 3)
        XCTAssertEqual(list.focusedRow, row)
    }

    func testDeletingAndUndoingMoveNoRowAboveTheDeletedOne() throws {
        let (screen, pane) = try undoable()
        let list = pane.pane(of: .people).list
        // Given a list that is scrolled, and its first or fifth whole row selected
        for index in [0, 4] {
            list.scrolled.scrollPosition = 3801
            waitForFrame(of: pane.window, times: 3)
            let before = list.shownIndices.filter { $0.value >= 0 }.sorted { $0.value < $1.value }
            screen.rowsSelected([before[index].key])
            XCTAssertTrue(list.focus(row: before[index].key))
            waitForFrame(of: pane.window, times: 3)
            // When it is deleted, and comes back
            screen.deleteTapped()
            XCTAssertTrue(until { screen.isIdle && pane.isIdle && screen.list.total == 299 })
            waitForFrame(of: pane.window, times: 4)
            let without = list.shownIndices
            screen.undoTapped()
            XCTAssertTrue(until { screen.isIdle && pane.isIdle && screen.list.total == 300 })
            waitForFrame(of: pane.window, times: 4)
            let after = list.shownIndices
            // Then the rows above it stand still, the next one takes its position, and all are where they were
            for (row, top) in before[..<index] { XCTAssertEqual(without[row] ?? -9999, top, accuracy: 1) }
            XCTAssertEqual(without[before[index + 1].key] ?? -9999, before[index].value, accuracy: 1)
            for (row, top) in before.dropLast() { XCTAssertEqual(after[row] ?? -9999, top, accuracy: 1) }
        }
    }

    func testARestoredRowComesIntoView() throws {
        let (screen, pane) = try undoable()
        for search in ["", "abel"] {
            screen.list.searchChanged(search)
            XCTAssertTrue(until { pane.isIdle && pane.shownRows >= 300 })
            XCTAssertTrue(screen.open(key: 290))
            XCTAssertTrue(until { pane.isIdle })
            screen.deleteTapped()
            XCTAssertTrue(until { screen.isIdle && pane.isIdle && screen.list.total == 299 })
            screen.rowsSelected([screen.list.entries.rows[0]])
            pane.pane(of: .people).list.scrolled.scrollToTop()
            waitForFrame(of: pane.window, times: 3)
            XCTAssertFalse(pane.rowsInView.isEmpty)
            screen.undoTapped()
            XCTAssertTrue(until { screen.isIdle && pane.isIdle && screen.list.total == 300 })
            waitForFrame(of: pane.window, times: 3)
            XCTAssertEqual(screen.selected.map(\.key), [290])
            XCTAssertTrue(pane.rowsInView.contains(screen.list.selectedRows[0]), "“\(search)”")
        }
    }

    /// A window with 300 people, whose changes can be undone.
    private func undoable() throws -> (CollectionScreen, DirectoryPane) {
        let people = (1...300).map {
            DukePerson(DUID: $0, netid: "n\($0)", fName: "Xenia", lName: "Abel \(1000 + $0)")
        }
        let (directory, pane) = try openWindow(folder, people, offersUndo: true)
        return (directory.screen(of: .people), pane)
    }

    /// A warning of GTK ends the tests.
    func testFacesBecomeRowsAndBackFarFromTheBeginning() throws {
        let people = (1...3000).map {
            DukePerson(DUID: $0, netid: "n\($0)", fName: "Xenia", lName: "Abel \($0)")
        }
        let (screen, pane) = try open(folder, people)
        screen.list.looks.facesTapped()
        for _ in 0..<2 {
            XCTAssertTrue(until { pane.isIdle && pane.shownRows >= 3000 })
            waitForFrame(of: pane.window, times: 3)
            let last = try XCTUnwrap(screen.list.entries.rows.last)
            let key = try XCTUnwrap(screen.list.content(of: last)?.key)
            XCTAssertTrue(screen.open(key: key))
            XCTAssertTrue(until { pane.isIdle && pane.rowsInView.contains(last) })
            waitForFrame(of: pane.window, times: 2)
            screen.list.looks.facesTapped()
            XCTAssertTrue(until { pane.isIdle && pane.shownRows >= 3000 })
            waitForFrame(of: pane.window, times: 4)
            XCTAssertTrue(pane.rowsInView.contains(last), "What is selected is in view again.")
        }
    }

    /// A record with a name of its own, where records of its kind have one, so that nothing else decides its place.
    private static func named(_ key: Int, as definition: Definition) -> Record {
        var record = Record(definition, key: key)
        let name = definition.fields.first { $0.editor == .text(.name) }
        if let name { record[name] = .text(String(format: "N%03d", key)) }
        return record
    }

    /// The list of 300 records in a window of its own.
    private static func opened(
        _ definition: Definition, in folder: URL
    ) throws -> (CollectionScreen, ListPane, Window) {
        let directory = try directory(folder, [])
        try directory.store[definition].saveAll((1...300).map { named($0, as: definition) })
        let screen = directory.screen(of: definition)
        screen.appeared()
        let (list, window) = showList(screen, count: 300)
        return (screen, list, window)
    }
}
