import DirectoryModel
import DirectoryScreens
import Foundation
import GtkKit
import Resources
import TestingSupport
import XCTest

@testable import DirectoryWindow

/// The letters beside a long list: how many are shown, and where they lead.
final class IndexBarTests: FolderTestCase {
    override func setUp() {
        MainActor.assumeIsolated {
            Desktop.setAnimations(enabled: false)
            // The theme's own buttons are wider than there is room for.
            StyleSheet.install(Resources.style(isDark: false, isThemeOurs: true))
        }
    }

    private static let alphabet = (65...90).compactMap { Unicode.Scalar($0) }.map { String(Character($0)) }

    func testAsManyLettersAreShownAsThereIsRoomFor() throws {
        let folder = self.folder
        try onDisplay {
            for (height, letters) in [
                (800, Self.alphabet),
                (330, Self.alphabet.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)),
                (120, []),
            ] {
                let (_, list, window) = try Self.opened(in: folder.appending(path: "\(height)"), height: height)
                XCTAssertEqual(list.letters.lettersInView, letters, "\(height) pixels")
                window.destroy()
            }
        }
    }

    func testALetterBringsItsFirstRowToTheTop() throws {
        let folder = self.folder
        try onDisplay {
            let (screen, list, window) = try Self.opened(in: folder, height: 800)
            let rows = screen.list.entries.rows
            list.letters.jump(to: "M")
            drawn(window, times: 3)
            // Twelve letters with four people each are before it.
            XCTAssertEqual(list.shownPlaces[rows[48]] ?? -9999, 0, accuracy: 1)
            list.letters.jump(to: "A")
            drawn(window, times: 3)
            XCTAssertEqual(list.shownPlaces[rows[0]] ?? -9999, 0, accuracy: 1)
            window.destroy()
        }
    }

    func testASearchHasNoLetters() throws {
        let folder = self.folder
        try onDisplay {
            let (screen, list, window) = try Self.opened(in: folder, height: 800)
            screen.list.searchChanged("xenia")
            XCTAssertTrue(until { screen.isIdle })
            drawn(window, times: 2)
            XCTAssertEqual(list.letters.lettersInView, [])
            window.destroy()
        }
    }

    /// A list of four people for each letter of the alphabet.
    @MainActor
    private static func opened(
        in folder: URL, height: Int
    ) throws -> (CollectionScreen, ListPane, Window) {
        let people = (0..<104).map { number in
            DukePerson(DUID: number + 1, netid: "n\(number)", fName: "Xenia", lName: "\(alphabet[number / 4])bel")
        }
        let screen = try screen(folder, people)
        let window = Window()
        let list = ListPane(screen: screen, window: window)
        window.setDefaultSize(width: 400, height: height)
        window.child = list.widget
        window.present()
        XCTAssertTrue(until { screen.isIdle && list.shownCount >= 104 && !list.isFilling })
        drawn(window, times: 2)
        return (screen, list, window)
    }
}
