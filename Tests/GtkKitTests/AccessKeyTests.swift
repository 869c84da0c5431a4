import TestingSupport
import XCTest

@testable import GtkKit

final class AccessKeyTests: MainActorTestCase {
    func testNoLetterStandsForTwo() {
        let labels = ["First Name", "From", "Role", "NetID", "Notes", "New_s", "Cancel"]
        let marked = AccessKeys.assign(labels, taken: ["_Cancel"])
        XCTAssertEqual(marked, ["_First Name", "F_rom", "R_ole", "_NetID", "No_tes", "N_ew__s", "C_ancel"])
        XCTAssertEqual(marked.map(AccessKeys.plain), labels)
        XCTAssertEqual(Set(marked.compactMap(AccessKeys.letter)).count, labels.count)
    }

    func testInitialLettersArePreferredAndALabelWithNoLetterLeftHasNone() {
        XCTAssertEqual(AccessKeys.assign(["Last Seen"], taken: ["_L"]), ["Last _Seen"])
        XCTAssertEqual(AccessKeys.assign(["A", "Aa", "…"]), ["_A", "Aa", "…"])
        XCTAssertNil(AccessKeys.letter("Aa"))
    }

    func testLabeledWidgetHasAccessibleName() {
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
