import DirectoryModel
import GtkKit
import Resources
import XCTest

@testable import DirectoryWindow

/// The table of actions is whole: keys GTK knows, each for one action, and an action behind every line.
final class WindowActionTests: XCTestCase {
    private let folder = URL.temporaryDirectory.appending(path: "actions-\(UUID().uuidString)")

    override func tearDown() { try? FileManager.default.removeItem(at: folder) }

    func testEveryKeyIsKnownAndDoesOneThing() throws {
        try onDisplay {
            let keys = WindowAction.all.flatMap(\.keys)
            XCTAssertEqual(keys.filter { KeyName.label(of: $0) == nil }, [])
            XCTAssertEqual(Set(keys).count, keys.count)
            XCTAssertEqual(Set(WindowAction.all.map(\.name)).count, WindowAction.all.count)
            XCTAssertEqual(WindowAction.named("win.search")?.keyLabel, "Ctrl+F")
            XCTAssertEqual(WindowAction.tip("win.edit"), "Edit (F2)")
        }
    }

    func testEveryLineOfTheTableIsAnActionOfTheWindow() throws {
        let folder = self.folder
        try onDisplay {
            let (_, pane) = try open(folder, [DukePerson(DUID: 1, lName: "Bell")])
            let names = WindowAction.all.map(\.name).filter { $0.hasPrefix("win.") && !$0.contains("::") }
            XCTAssertGreaterThan(names.count, 20)
            XCTAssertEqual(names.filter { !pane.window.actions.contains(String($0.dropFirst(4))) }, [])
            pane.window.destroy()
        }
    }

    func testTheShortcutsWindowHasEveryKey() throws {
        try onDisplay {
            let shown = ProgramWindows.sections.flatMap(\.groups).flatMap(\.shortcuts)
            XCTAssertEqual(Set(shown.flatMap(\.keys)), Set(WindowAction.all.flatMap(\.keys)))
            let parent = Window()
            let window = try ShortcutsWindow.present(over: parent, title: "Keys", ProgramWindows.sections)
            window.destroy()
            parent.destroy()
        }
    }

    func testTheHelpHasAPageForEveryCollectionAndNamesRealActions() throws {
        try onDisplay {
            let pages = HelpText(Resources.help).pages
            XCTAssertTrue(Set(Collections.all.map { $0.collection.title }).isSubset(of: pages.map(\.title)))
            XCTAssertEqual(pages.filter(\.parts.isEmpty).map(\.title), [])
            XCTAssertFalse("\(pages)".contains("{"))
            XCTAssertTrue("\(pages)".contains("Ctrl+F goes to the search entry."))
        }
    }

    func testLinesOfAParagraphGoOnAndEmptyLinesEndThem() throws {
        try onDisplay {
            let pages = HelpText("# One\n\nfirst\nline\n\nsecond\n\n- a\nb\n- c\n\n## Under\n\nlast {win.nothing}")
                .pages
            XCTAssertEqual(pages.map(\.title), ["One"])
            XCTAssertEqual(
                pages.first?.parts,
                [
                    .paragraph("first line"), .paragraph("second"), .point("a b"), .point("c"), .heading("Under"),
                    .paragraph("last {win.nothing}"),
                ])
        }
    }

    func testTheListsWidthIsHandedOutAndTakenBack() throws {
        let folder = self.folder
        try onDisplay {
            let (_, pane) = try open(folder, [DukePerson(DUID: 1, lName: "Bell")])
            var told: [Int] = []
            pane.onListWidthChanged { told.append($0) }
            XCTAssertTrue(until { pane.isSettled && pane.window.width > 0 })
            pane.listWidth = 5000
            XCTAssertEqual(pane.listWidth, 700)
            pane.listWidth = 320
            XCTAssertEqual(told, [])
            pane.window.afterNextFrame { pane.window.activateAction("win.widen-list") }
            XCTAssertTrue(until { told == [360] })
            XCTAssertEqual(pane.listWidth, 360)
            pane.window.destroy()
        }
    }
}
