import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import GtkKit
import XCTest

@testable import DirectoryWindow

/// The panes draw what the screens say, in a real window.
final class PaneTests: XCTestCase {
    private let folder = URL.temporaryDirectory.appending(path: "directory-\(UUID().uuidString)")

    override func tearDown() { try? FileManager.default.removeItem(at: folder) }

    func testTheListSectionsAndSearchAreDrawn() throws {
        let folder = self.folder
        try onDisplay {
            let people = (1...100).map {
                DukePerson(DUID: $0, fName: "First\($0)", lName: "Last", role: $0 == 1 ? .Professor : .Student)
            }
            let (screen, pane) = try open(folder, people)
            XCTAssertTrue(until { pane.isSettled })
            XCTAssertEqual(pane.shownRows, 100)
            XCTAssertEqual(screen.list.entries.headers.map(\.header.title), ["Professor", "Student"])
            screen.list.searchChanged("First7")
            XCTAssertTrue(until { pane.shownRows == 11 })
            screen.list.searchChanged("nobody at all")
            XCTAssertTrue(until { pane.shownRows == 0 && screen.list.emptyState != nil })
            screen.list.searchChanged("")
            XCTAssertTrue(until { pane.shownRows == 100 })
            pane.window.destroy()
        }
    }

    func testSelectionSurvivesARefreshOfTheStore() throws {
        let folder = self.folder
        try onDisplay {
            let (screen, pane) = try open(
                folder, (1...50).map { DukePerson(DUID: $0, lName: "N\($0)", role: .Student) })
            XCTAssertTrue(until { pane.isSettled })
            XCTAssertTrue(screen.open(key: 30))
            XCTAssertTrue(until { pane.selectedRows == screen.list.selectedRows })
            let before = pane.selectedRows
            try screen.store.save(DukePerson(DUID: 999, lName: "A", role: .Student))
            XCTAssertTrue(until { pane.shownRows == 51 })
            XCTAssertEqual(pane.selectedRows, before)
            pane.window.destroy()
        }
    }

    func testARecordThatIsOpenedAgainShowsItsPicture() throws {
        let folder = self.folder
        try onDisplay {
            let portrait = try XCTUnwrap(DataFolder.portraits.first)
            let picture = try Data(contentsOf: portrait).base64EncodedString()
            let (screen, pane) = try open(
                folder, (1...2).map { DukePerson(DUID: $0, role: .Student, picture: $0 == 1 ? picture : "") })
            for (key, hasPicture) in [(1, true), (2, false), (1, true)] {
                XCTAssertTrue(screen.open(key: key))
                XCTAssertTrue(until { pane.isSettled && pane.showsPicture == hasPicture })
            }
            pane.window.destroy()
        }
    }

    func testAScreenshotIsAPicture() throws {
        let folder = self.folder
        try onDisplay {
            let (_, pane) = try open(folder, [DukePerson(DUID: 1, fName: "Ana", lName: "Li", hobby: "chess")])
            XCTAssertTrue(until { pane.isSettled })
            var isDrawn = false
            pane.window.afterNextFrame { isDrawn = true }
            XCTAssertTrue(until { isDrawn })
            let file = folder.appending(path: "window.png")
            try Screenshot.png(of: pane.window, to: file.path)
            XCTAssertEqual(try Data(contentsOf: file).prefix(4), Data([0x89, 0x50, 0x4E, 0x47]))
            pane.window.destroy()
        }
    }

    func testNumbersOfEntriesStandForThem() {
        MainActor.assumeIsolated {
            let header = ListEntry.Header(title: "TA", count: 2)
            var numbering = EntryNumbering()
            let ids = numbering.ids(of: ListEntries(rows: [7, 8], headers: [(0, header)]))
            XCTAssertEqual(
                ids.compactMap(numbering.entry),
                [
                    ListEntry(row: 7, header: header), ListEntry(row: 8, header: nil),
                ])
            XCTAssertEqual(numbering.ids(of: ListEntries(rows: [7, 8], headers: [(0, header)])), ids)
            XCTAssertNotEqual(numbering.ids(of: ListEntries(rows: [7, 8], headers: []))[0], ids[0])
            XCTAssertEqual(numbering.entry(of: ids[1])?.row, 8)
        }
    }
}

/// A window on a directory of these people.
@MainActor
private func open(_ folder: URL, _ people: [DukePerson]) throws -> (DirectoryScreen<DukePerson>, DirectoryPane) {
    let model = try DataModel(sandbox: folder)
    try model.store.saveAll(people)
    let passwords = Passwords(keeper: PasswordFile(sandbox: folder), environment: nil)
    let screen = try DirectoryScreen<DukePerson>(
        model: model, emojis: HobbyEmojis(table: "♟️\tgame\tchess"), passwords: passwords)
    screen.appeared()
    let pane = try DirectoryPane(
        application: Application(id: "io.github.dukedirectory.Test", unique: false), screen: screen)
    pane.window.setDefaultSize(width: 1000, height: 700)
    pane.window.present()
    return (screen, pane)
}

/// Lets the loop run until `isDone`, for ten seconds at most.
@MainActor
func until(_ isDone: () -> Bool) -> Bool {
    let bridge = MainLoop.attachDispatch()
    defer { bridge.detach() }
    let deadline = Date(timeIntervalSinceNow: 10)
    let wake = MainLoop.after(seconds: 10) {}
    defer { wake.stop() }
    while !isDone(), Date() < deadline { _ = MainLoop.iterate(mayBlock: true) }
    return isDone()
}
