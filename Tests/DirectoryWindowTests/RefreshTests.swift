import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectoryWidgets
import GtkKit
import TestingSupport
import TypedStore
import XCTest

@testable import DirectoryWindow

/// What others change comes into the list without disturbing who is looking at it.
final class RefreshTests: WindowTestCase {
    func testTheRowsInViewStayWhereTheyAre() throws {
        for change in Self.changes {
            let (screen, list, window) = try Self.openList(folder.appending(path: change.name))
            if let key = change.opened { XCTAssertTrue(screen.open(key: key)) }
            try Self.scroll(list)
            let selection = change.opened.map { [Int64($0)] } ?? []
            XCTAssertTrue(until { list.shownSelection == selection })
            waitForFrame(of: window, times: 3)
            let before = list.shownIndices
            if change.opened == nil { XCTAssertTrue(Set(Int64(138)...144).isSubset(of: before.keys)) }
            let first = before.filter { $0.value >= 0 }.min { $0.value < $1.value }?.key
            XCTAssertNotNil(first, change.name)
            try change.make(screen.store)
            XCTAssertTrue(until { screen.list.entries.count == change.count && list.shownCount == change.count })
            waitForFrame(of: window, times: 3)
            let after = list.shownIndices
            for (row, index) in before where !change.movesOthers || row == first {
                XCTAssertEqual(after[row] ?? -9999, index, accuracy: 1, "\(change.name): row \(row)")
            }
            XCTAssertEqual(list.shownSelection, selection, change.name)
            window.destroy()
        }
    }

    func testARecordOpenedFromElsewhereComesIntoView() throws {
        let (screen, list, window) = try Self.openList(folder)
        for key in [290, 3, 150] {
            XCTAssertNil(list.shownIndices[Int64(key)])
            XCTAssertTrue(screen.open(key: key))
            XCTAssertTrue(until { list.shownSelection == [Int64(key)] && !list.isRevealing })
            waitForFrame(of: window, times: 3)
            let top = try XCTUnwrap(list.shownIndices[Int64(key)])
            XCTAssertTrue((0...660).contains(top), "\(key) at \(top)")
        }
        let before = list.shownIndices
        XCTAssertTrue(screen.open(key: 148))
        XCTAssertTrue(until { list.shownSelection == [148] && !list.isRevealing })
        waitForFrame(of: window, times: 3)
        XCTAssertEqual(list.shownIndices, before)
    }

    func testARecordOpenedBeforeTheListIsFilledComesIntoView() throws {
        let directory = try directory(folder, Self.people)
        let pane = present(directory, width: 1000)
        XCTAssertTrue(directory.screen(of: .people).open(key: 200))
        XCTAssertTrue(until { pane.isIdle })
        waitForFrame(of: pane.window, times: 3)
        XCTAssertTrue(pane.rowsInView.contains(200), "\(pane.rowsInView)")
    }

    func testAListOutOfSightComesBackAsItWas() throws {
        let (screen, list, window) = try Self.openList(folder)
        let pages = Stack(transition: .none)
        window.child = pages
        pages.add(list.widget, name: "list")
        pages.add(Label("Elsewhere"), name: "elsewhere")
        try Self.scroll(list)
        waitForFrame(of: window, times: 3)
        let before = list.shownIndices
        pages.visibleName = "elsewhere"
        for key in [998, 999] {
            try screen.store.save(Self.person(key, name: "AAA\(key)"))
            XCTAssertTrue(until { list.shownCount == key - 697 })
            waitForFrame(of: window, times: 3)
        }
        pages.visibleName = "list"
        waitForFrame(of: window, times: 3)
        XCTAssertEqual(list.shownIndices, before)
    }

    func testTheBeginningStaysTheBeginning() throws {
        let (screen, list, window) = try Self.openList(folder)
        let before = list.shownIndices
        try screen.store.save(Self.person(999, name: "AAA"))
        XCTAssertTrue(until { list.shownCount == 301 })
        waitForFrame(of: window, times: 3)
        XCTAssertEqual(list.scrolled.scrollPosition, 0)
        // The header went over to the new first row.
        XCTAssertEqual(list.shownIndices[301], before[1])
        XCTAssertEqual(list.shownIndices[1], before[2])
        XCTAssertEqual(list.shownIndices[2], before[3])
    }

    func testTheKeyboardStaysOnItsRow() throws {
        let (screen, list, window) = try Self.openList(folder)
        for (row, count) in [(Int64(1), 301), (3, 302), (120, 303)] {
            XCTAssertTrue(list.focus(row: row))
            waitForFrame(of: window)
            XCTAssertEqual(list.focusedRow, row)
            try screen.store.save(Self.person(count, name: "AAA"))
            XCTAssertTrue(until { list.shownCount == count })
            waitForFrame(of: window, times: 3)
            XCTAssertEqual(list.focusedRow, row)
        }
    }

    func testARowThatVanishesUnderTheKeyboardLeavesTheListWhereItIs() throws {
        for (isScrolled, isOpen) in [(false, false), (false, true), (true, false), (true, true)] {
            let name = "\(isScrolled ? "scrolled" : "at the beginning"), \(isOpen ? "open" : "not open")"
            // Given a list of others that took the place of half of mine, and the keyboard on one of them
            let (screen, list, window) = try Self.openList(folder.appending(path: name))
            let others = (1...150).map { Self.person(1000 + $0, name: String(format: "N%03dB", $0 * 2)) }
            try screen.store.download(others + Self.people.suffix(150), as: nil)
            XCTAssertTrue(until { list.shownCount == 300 })
            if isScrolled { try Self.scroll(list) }
            waitForFrame(of: window, times: 3)
            let seen = list.shownIndices.sorted { $0.value < $1.value }.filter { $0.value >= 0 }.map(\.key)
            let theirs = try XCTUnwrap(seen.prefix(6).first { $0 > 300 })
            if isOpen { screen.rowActivated(theirs) }
            XCTAssertTrue(list.focus(row: theirs))
            waitForFrame(of: window, times: 3)
            let (indices, revision) = (list.shownIndices, screen.list.contentRevision)
            let (first, staying) = (seen.first, seen.first { $0 <= 300 })
            let position = list.scrolled.scrollPosition
            // When that is undone
            try screen.store.download(Self.people, as: nil)
            XCTAssertTrue(until { screen.list.contentRevision != revision })
            waitForFrame(of: window, times: 4)
            // Then the list is where it was, and the keyboard on a row that is seen
            if isScrolled {
                let row = try XCTUnwrap(staying, name)
                // It takes the place of the first row, which may be gone.
                let (now, before) = (list.shownIndices[row] ?? -9999, try XCTUnwrap(indices[try XCTUnwrap(first)]))
                XCTAssertEqual(now, before, accuracy: 1, "\(name): row \(row)")
            } else {
                XCTAssertEqual(list.scrolled.scrollPosition, position, accuracy: 1, name)
            }
            let focused = try XCTUnwrap(list.focusedRow, name)
            XCTAssertNotNil(list.shownIndices[focused], "\(name): row \(focused) of \(list.shownIndices)")
            window.destroy()
        }
    }

    func testAHalfTypedSearchStays() throws {
        let (screen, pane) = try open(folder, Self.people)
        let entry = try XCTUnwrap(pane.window.focusWidget.map { SearchEntry(root: $0) })
        entry.text = "N00"
        entry.moveCursorToEnd()
        XCTAssertTrue(until { pane.shownRows == 9 })
        try screen.store.save(Self.person(999, name: "N0099"))
        XCTAssertTrue(until { pane.shownRows == 10 })
        XCTAssertEqual(entry.text, "N00")
        XCTAssertTrue(entry.hasFocus)
    }

    func testAChangeDissolvesOnlyWhereAnimationsAreOnAndASearchNever() throws {
        let (screen, list, _) = try Self.openList(folder)
        try screen.store.save(Self.person(999, name: "AAA"))
        XCTAssertTrue(until { list.shownCount == 301 })
        XCTAssertFalse(list.widget.isFading)
        Desktop.setAnimations(enabled: true)
        screen.list.searchChanged("N00")
        XCTAssertTrue(until { list.shownCount == 9 })
        XCTAssertFalse(list.widget.isFading)
        try screen.store.save(Self.person(1000, name: "N0099"))
        XCTAssertTrue(until { list.widget.isFading })
        XCTAssertTrue(until { !list.widget.isFading && list.shownCount == 10 })
    }

    private struct Change {
        let name: String
        let count: Int
        /// The record that is open.
        var opened: Int?
        /// Only the first row that is seen whole remains where it is, others make room for what comes between.
        var movesOthers = false
        let make: @MainActor (Store) throws -> Void
    }

    private static let changes = [
        Change(name: "one above", count: 301) { try $0.save(person(999, name: "AAA")) },
        Change(name: "one below", count: 301) { try $0.save(person(999, name: "ZZZ")) },
        Change(name: "scattered", count: 400, movesOthers: true, make: insertEverywhere),
        Change(name: "scattered, one open", count: 400, opened: 142, movesOthers: true, make: insertEverywhere),
        Change(name: "contents", count: 300) { store in
            try store.saveAll((1...300).map { person($0, name: String(format: "N%03d", $0), hobby: "chess") })
        },
        Change(name: "fewer", count: 250) { try $0.download(people.suffix(250), as: nil) },
    ]

    private static func insertEverywhere(in store: Store) throws {
        try store.saveAll((0..<100).map { person(1000 + $0, name: String(format: "N%03dB", $0 * 3)) })
    }

    private static func person(_ key: Int, name: String, hobby: String = "") -> DukePerson {
        DukePerson(DUID: key, lName: name, role: .Student, hobby: hobby)
    }

    private static var people: [DukePerson] { (1...300).map { person($0, name: String(format: "N%03d", $0)) } }

    /// Scrolls to where row 137 is three pixels short of being seen whole, however high a row is with these letters.
    private static func scroll(_ list: ListPane) throws {
        let indices = list.shownIndices
        let (second, third) = (try XCTUnwrap(indices[2]), try XCTUnwrap(indices[3]))
        list.scrolled.scrollPosition = Double(second + 135 * (third - second) + 3)
    }

    private static func openList(
        _ folder: URL
    ) throws -> (CollectionScreen, ListPane, Window) {
        let screen = try screen(folder, people)
        let (list, window) = showList(screen, count: people.count)
        return (screen, list, window)
    }
}
