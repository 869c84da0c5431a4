import XCTest

@testable import GtkKit

final class AccessKeyTests: GtkTestCase {
    func testNoLetterStandsForTwo() {
        let labels = ["First Name", "From", "Role", "NetID", "Notes", "New_s", "Cancel"]
        let marked = AccessKeys.assign(labels, taken: ["_Cancel"])
        XCTAssertEqual(marked, ["_First Name", "F_rom", "R_ole", "_NetID", "No_tes", "N_ew__s", "C_ancel"])
        XCTAssertEqual(marked.map(AccessKeys.plain), labels)
        XCTAssertEqual(Set(marked.compactMap(AccessKeys.letter)).count, labels.count)
    }

    func testALabelWithNoLetterLeftHasNone() {
        XCTAssertEqual(AccessKeys.assign(["A", "Aa", "…"]), ["_A", "Aa", "…"])
        XCTAssertNil(AccessKeys.letter("Aa"))
    }

    func testTheFirstLettersOfWordsGoBeforeOthers() {
        XCTAssertEqual(AccessKeys.assign(["Last Seen"], taken: ["_L"]), ["Last _Seen"])
    }

    func testALabelledWidgetKeepsItsName() {
        MainActor.assumeIsolated {
            let (entry, label) = (Entry(), Label())
            entry.accessibleName = "Movie"
            label.setText(marked: "_Movie", for: entry)
            XCTAssertEqual(label.text, "Movie")
            let button = Button(label: "")
            button.setLabel(marked: "_Upload…")
            XCTAssertTrue(button.isNamed("Upload…"))
            XCTAssertTrue(entry.isNamed("Movie"))
        }
    }

    func testTheListsEdgeIsTakenHoldOfWhereItIs() {
        MainActor.assumeIsolated {
            let list = Label("list")
            let fold = FoldBox(sidebar: Label(), list: list, detail: Label())
            let told = Log<Int>()
            fold.onListWidthChanged { told.entries.append($0) }
            let window = show(fold, width: 1100)
            fold.widenList(by: 40)
            XCTAssertEqual(told.entries, [], "nothing to take hold of")
            fold.listWidths = 300...700
            waitForFrame(of: window)
            fold.widenList(by: 40)
            waitForFrame(of: window)
            XCTAssertEqual(list.width, 420)
            fold.widenList(by: -1000)
            waitForFrame(of: window)
            fold.widenList(by: 1000)
            waitForFrame(of: window)
            // The detail keeps what it needs: 1100 less the sidebar, two lines and 360.
            XCTAssertEqual(told.entries, [420, 300, 538])
            XCTAssertEqual(list.width, 538)
            close(window)
        }
    }

    func testWhatHasNoRoomBesideStandsBelow() {
        MainActor.assumeIsolated {
            for (width, top) in [(400, 0), (250, 26)] {
                let (first, second) = (Box(), Box())
                first.setSize(width: 150, height: 20)
                second.setSize(width: 200, height: 30)
                let both = SideBySide(first, second)
                both.valign = .start
                let holder = ScrolledWindow(child: Box(.vertical, [both]))
                let window = show(holder, width: width)
                XCTAssertEqual(second.place(in: both).map { [$0.x, $0.y] }, top == 0 ? [162, 0] : [0, 26])
                XCTAssertEqual(both.width, width)
                XCTAssertEqual(both.height, top == 0 ? 30 : 56)
                close(window)
            }
        }
    }
}
