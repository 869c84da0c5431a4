import DirectoryModel
import DirectoryScreens
import DirectoryStore
import Foundation
import GtkKit
import Resources
import XCTest

@testable import DirectoryWindow

/// Duplicates side by side, in a window of their own.
final class DuplicatesPaneTests: FolderTestCase {
    func testKeysChooseMergeAndUndo() throws {
        let folder = folder
        try onDisplay {
            let (window, screen, pane) = try find(folder)
            // Given a pair that Return merges
            XCTAssertEqual(screen.placeWords, "1 of 2")
            XCTAssertFalse(pane.pressed(Key("Return")), "The default button takes it.")
            XCTAssertTrue(pane.window.defaultWidget?.hasFocus == true)
            XCTAssertFalse(pane.pressed(Key("s")))
            // When its sides are chosen
            for (key, movie) in [("2", "Beehive"), ("1", "Alien"), ("KP_2", "Beehive")] {
                XCTAssertTrue(pane.pressed(Key(key)))
                XCTAssertTrue(screen.comparison?.resultText.contains(movie) == true, key)
            }
            screen.mergeTapped()
            XCTAssertEqual(screen.placeWords, "2 of 2")
            // Then they are merged, until Ctrl+Z
            let store = window.pane(of: DukePerson.self).screen.store
            XCTAssertEqual(try store.count(of: DukePerson.self), 3)
            XCTAssertTrue(pane.pressed(Key("z", control: true)))
            XCTAssertTrue(until { screen.page == .comparing })
            XCTAssertEqual(try store.count(of: DukePerson.self), 4)
            for _ in 1...2 { XCTAssertTrue(pane.pressed(Key("n"))) }
            XCTAssertTrue(until { screen.page == .done })
            // And closing it closes it on the screen
            pane.window.close()
            XCTAssertTrue(until { window.pane(of: DukePerson.self).screen.destination == nil })
            window.window.destroy()
        }
    }

    func testItFitsNarrowWindowsAndHasPictures() throws {
        let folder = folder
        try onDisplay {
            for width in [1100, 360] {
                let (window, screen, pane) = try find(folder, width: width)
                XCTAssertLessThanOrEqual(pane.window.width, max(width, 640))
                shoot(pane, "\(width)")
                screen.skipTapped()
                drawn(pane.window, times: 2)
                XCTAssertLessThanOrEqual(pane.window.width, width == 360 ? 360 : 640)
                shoot(pane, "\(width)-agreeing")
                screen.skipTapped()
                drawn(pane.window, times: 2)
                shoot(pane, "\(width)-done")
                pane.window.close()
                window.window.destroy()
                try FileManager.default.removeItem(at: folder)
            }
        }
    }
}

private func person(
    _ key: Int, _ name: String, email: String, movie: String = "", hobby: String = "", team: String = ""
) -> DukePerson {
    DukePerson(
        DUID: key, fName: name, lName: "Núñez", email: email, team: team, movie: movie, hobby: hobby)
}

private var twice: [DukePerson] {
    [
        person(1, "Ana", email: "ana@duke.edu", movie: "Alien", hobby: "chess", team: "Owls"),
        person(2, "Ana", email: "ana@duke.edu", movie: "The Spirit of the Beehive", hobby: "chess, swimming"),
        person(3, "Bo", email: "bo@duke.edu", team: "Owls"), person(4, "Bo", email: "bo@duke.edu"),
    ]
}

/// The duplicates of a window, opened by their action.
@MainActor
private func find(_ folder: URL, width: Int = 1100) throws -> (DirectoryPane, DuplicatesScreen, DuplicatesPane) {
    let directory = try undoable(folder, twice)
    let window = try show(directory, width: width)
    drawn(window.window)
    XCTAssertTrue(window.window.activate(.duplicates))
    let people = window.pane(of: DukePerson.self)
    var shown: DuplicatesScreen? {
        if case .duplicates(let shown) = people.screen.destination { shown } else { nil }
    }
    XCTAssertTrue(until { shown?.page == .comparing && people.opened is DuplicatesPane })
    let pane = try XCTUnwrap(people.opened as? DuplicatesPane)
    drawn(pane.window, times: 3)
    return (window, try XCTUnwrap(shown), pane)
}

/// Leaves pictures of the window, light and dark, if a folder is named for them.
@MainActor
private func shoot(_ pane: DuplicatesPane, _ name: String) {
    guard let folder = ProcessInfo.processInfo.environment["DIRECTORY_PICTURES"] else { return }
    for isDark in [false, true] {
        StyleSheet.install(Resources.style(isDark: isDark, isThemeOurs: true))
        Desktop.forceDark(isDark)
        drawn(pane.window, times: 3)
        XCTAssertNoThrow(
            try Screenshot.png(
                of: pane.window, to: "\(folder)/duplicates-\(name)-\(isDark ? "dark" : "light").png"))
    }
    Desktop.forceDark(false)
}
