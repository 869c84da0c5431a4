import DirectoryWidgets
import GtkKit
import TestingSupport
import DirectoryModel
import Foundation
import XCTest

@testable import DirectoryScreens
@testable import DirectoryWindow

/// Two versions of a record in a real window.
final class MergePaneTests: WindowTestCase {
    /// Pictures of one color each, as base64.
    private static let (red, blue) = (
        "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGM4ISeHFTEMLQkAkL9BAbKfPiIAAAAASUVORK5CYII=",
        "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGOQkzuBFTEMLQkAO79BAXNTPmcAAAAASUVORK5CYII="
    )

    func testOnlyWhatBothChangedIsAskedForAndPicturesStandSideBySide() throws {
        let base = DukePerson(DUID: 1, netid: "al1", fName: "Ana", movie: "Alien")
        var (mine, theirs) = (base, base)
        mine.movie = "Up"
        mine.picture = Self.red
        mine.team = "Owls"
        theirs.movie = "Brazil"
        theirs.picture = Self.blue
        theirs.plan = "MEng"
        let screen = MergeScreen(ThreeWayMerge(mine: mine.record, theirs: theirs.record, base: base.record))
        XCTAssertEqual(screen.lines.map(\.id), ["movie", "picture"])
        XCTAssertEqual(
            screen.automaticMergeSummary, "Kept your Team. Took Plan from the server.")
        let parent = Window()
        parent.present()
        let window = mergeWindow(
            screen, over: parent, title: "Two Versions", body: "Which version do you want to keep?"
        ) { _ in }
        let portraits = window.every(Picture.self)
        XCTAssertEqual(portraits.count, 2)
        XCTAssertTrue(until { portraits.allSatisfy(\.isVisible) })
        screen.picked(.theirs, for: "picture")
        let merged = DukePerson(try XCTUnwrap(screen.merged))
        XCTAssertEqual(merged.picture, theirs.picture)
        XCTAssertEqual([merged.movie, merged.team, merged.plan], ["Up", "Owls", "MEng"])
        shoot(window, "merge")
        // GTK 4.8 disconnects a dialog from a parent that is gone.
        close(window)
        close(parent)
    }
}
