import DirectoryModel
import DirectoryScreens
import DirectoryStore
import Foundation
import GtkKit
import TypedStore
import TestingSupport
import XCTest

@testable import DirectoryWindow

/// Duplicates side by side, in a window of their own.
final class DuplicatesPaneTests: WindowTestCase {
    func testKeysChooseMergeAndUndo() throws {
        let (window, screen, pane) = try find(folder)
        // Given a pair that Return merges
        XCTAssertEqual(screen.progressText, "1 of 2")
        XCTAssertFalse(pane.pressed(Key("Return")), "The default button takes it.")
        XCTAssertTrue(pane.window.defaultWidget?.hasFocus == true)
        XCTAssertFalse(pane.pressed(Key("s")))
        // When its sides are chosen
        for (key, movie) in [("2", "Beehive"), ("1", "Alien"), ("KP_2", "Beehive")] {
            XCTAssertTrue(pane.pressed(Key(key)))
            XCTAssertTrue(screen.comparison?.resultText.contains(movie) == true, key)
        }
        screen.mergeTapped()
        XCTAssertTrue(until { screen.progressText == "2 of 2" })
        // Then they are merged, until Ctrl+Z
        let store = window.pane(of: .people).screen.store
        XCTAssertEqual(try store[.people].count(), 3)
        XCTAssertTrue(pane.pressed(Key("z", control: true)))
        XCTAssertTrue(until { screen.page == .comparing })
        XCTAssertEqual(try store[.people].count(), 4)
        XCTAssertTrue(pane.pressed(Key("n")))
        XCTAssertTrue(until { screen.progressText == "2 of 2" })
        XCTAssertTrue(pane.pressed(Key("n")))
        XCTAssertTrue(until { screen.page == .done })
        // And closing it closes it on the screen
        pane.window.close()
        XCTAssertTrue(until { window.pane(of: .people).screen.sheet == nil })
    }

    func testTheFocusStaysAndReturnSkipsPeopleWhoShareANameOnly() throws {
        let (_, screen, pane) = try find(
            folder,
            twice + [
                person(5, "Cy", email: "a@duke.edu"), person(6, "Cy", email: "b@duke.edu"),
                person(7, "Cy", email: ""),
            ])
        // Given a pair that was skipped by its button
        XCTAssertTrue(pane.merge.hasFocus && pane.merge.hasClass("suggested-action"))
        XCTAssertTrue(pane.skip.grabFocus())
        screen.skipTapped()
        waitForFrame(of: pane.window, times: 3)
        XCTAssertEqual(screen.progressText.prefix(1), "2")
        XCTAssertTrue(pane.skip.hasFocus, "It stays on the button.")
        XCTAssertTrue(pane.window.defaultWidget?.widget == pane.merge.widget)
        // And though the buttons were hidden during a search
        screen.notSameTapped()
        XCTAssertTrue(until { !screen.isChanging })
        screen.undoTapped()
        XCTAssertTrue(until { screen.page == .comparing })
        waitForFrame(of: pane.window, times: 3)
        XCTAssertTrue(pane.skip.hasFocus)
        XCTAssertEqual(screen.reason, "same email")
        // When people with one name follow
        XCTAssertTrue(pane.merge.grabFocus())
        screen.skipTapped()
        waitForFrame(of: pane.window, times: 3)
        // Then Return skips them
        XCTAssertEqual(screen.heading, "Same Name, Perhaps Different")
        XCTAssertTrue(pane.window.defaultWidget?.widget == pane.skip.widget)
        XCTAssertTrue(pane.skip.hasFocus)
        XCTAssertFalse(pane.merge.hasClass("suggested-action"))
    }

    func testAPairIsDrawnAgainOnceItChanged() throws {
        let (window, screen, pane) = try find(folder)
        let store = window.pane(of: .people).screen.store
        let edited = person(2, "Ana", email: "ana@duke.edu", movie: "Cube", hobby: "chess, swimming")
        try store.save(edited)
        screen.mergeTapped()
        XCTAssertTrue(until { screen.problem != nil })
        waitForFrame(of: pane.window, times: 3)
        XCTAssertEqual(pane.choices.map(\.line.texts), [["Alien", "Cube"]])
    }

    func testDuplicatesFitNarrowWindowsAndHavePictures() throws {
        for width in [1100, 360] {
            let (window, screen, pane) = try find(folder.appending(path: "\(width)"), width: width)
            XCTAssertLessThanOrEqual(pane.window.width, min(width, 640))
            for _ in 0..<2 {
                screen.skipTapped()
                waitForFrame(of: pane.window, times: 2)
                XCTAssertLessThanOrEqual(pane.window.width, min(width, 640))
            }
            XCTAssertEqual(pane.empty.sentence, "That was the last one.")
            XCTAssertNil(pane.empty.stepLabel)
            pane.window.close()
            window.window.destroy()
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
private func find(
    _ folder: URL, _ people: [DukePerson] = twice, width: Int = 1100
) throws -> (DirectoryPane, DuplicatesScreen, DuplicatesPane) {
    let (_, window) = try openWindow(folder, people, offersUndo: true, width: width)
    waitForFrame(of: window.window)
    XCTAssertTrue(window.window.activate(.duplicates))
    let people = window.pane(of: .people)
    var shown: DuplicatesScreen? {
        if case .duplicates(let shown) = people.screen.sheet { shown } else { nil }
    }
    XCTAssertTrue(until { shown?.page == .comparing && people.opened is DuplicatesPane })
    let pane = try XCTUnwrap(people.opened as? DuplicatesPane)
    waitForFrame(of: pane.window, times: 3)
    return (window, try XCTUnwrap(shown), pane)
}
