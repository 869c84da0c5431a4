import DirectoryModel
import DirectoryScreens
import DirectoryStore
import Foundation
import GtkKit
import ProgramFiles
import Resources
import TestingSupport
import TypedStore
import XCTest

@testable import DirectoryWindow

/// Nothing is pushed out of a window over the directory's, by letters of any size.
final class SecondaryTextSizeTests: WindowTestCase {
    override nonisolated func setUp() {
        MainActor.assumeIsolated { StyleSheet.install(Resources.style(isDark: false, isThemeOurs: true)) }
    }

    private static let csv = """
        duid,first name,last name,role,Hat size of the year
        1,Bartholomew,Changed,Student,7
        9,Wilhelmina,Vandervoort-Nightingale-Featherstonehaugh,Student,8
        ten,Nobody,Here,Student,9
        """

    func testEveryWindowOverACollectionFits() throws {
        let file = folder.appending(path: "friends-of-the-directory.csv")
        let directory = try directory(folder, try Self.people(), netid: "p1")
        try Data(Self.csv.utf8).write(to: file)
        let screen = directory.screen(of: .people)
        let windows: [(String, @MainActor () -> Void)] = [
            ("import", { Task { await screen.importChosen(file) } }),
            ("skipped", { screen.rejectedTapped() }),
            ("roster", { screen.rosterTapped(.list) }),
            ("learn", { screen.learnTapped() }),
            ("code", { screen.codeTapped() }),
            (
                "publish",
                {
                    screen.editing.editTapped()
                    Task { await screen.editing.uploadTapped() }
                }
            ),
        ]
        for (scale, width) in [(1.0, 360), (2, 360), (1, 1100)] {
            Desktop.setTextScale(scale)
            let pane = try show(directory, width: width)
            let people = pane.pane(of: .people)
            XCTAssertTrue(until { pane.isIdle })
            for (name, open) in windows {
                _ = screen.open(key: 1)
                drawn(pane.window, times: 2)
                open()
                XCTAssertTrue(until { people.opened?.window.isMapped == true }, name)
                guard let window = people.opened?.window else { continue }
                drawn(window, times: 4)
                assertFits(window, width, "\(name), \(scale), \(width) px")
                shoot(window, "\(name)-\(width)-\(scale)")
                window.close()
                XCTAssertTrue(until { people.opened == nil && screen.sheet == nil }, name)
            }
            pane.window.destroy()
        }
    }

    func testPreferencesSearchAndHelpFit() throws {
        let directory = try directory(folder, try Self.people())
        let windows: [(String, @MainActor (Window) throws -> (AnyObject, Window))] = [
            (
                "preferences",
                {
                    let looks = directory.open.list.looks
                    let window = preferencesWindow(directory.preferences, looks: looks, over: $0) {}
                    return (window, window)
                }
            ),
            (
                "search",
                {
                    directory.everywhere.textChanged("bartholomew")
                    let pane = GlobalSearchPane(screen: directory, over: $0) {}
                    return (pane, pane.window)
                }
            ),
            (
                "help",
                {
                    let pane = HelpPane(pages: HelpText(Resources.help).pages, over: $0) {}
                    return (pane, pane.window)
                }
            ),
        ]
        for (scale, width) in [(1.0, 360), (2, 360)] {
            Desktop.setTextScale(scale)
            let pane = try show(directory, width: width)
            XCTAssertTrue(until { pane.isIdle })
            for (name, open) in windows {
                let (opened, window) = try open(pane.window)
                XCTAssertTrue(until { window.isMapped }, name)
                drawn(window, times: 4)
                assertFits(window, width, "\(name), \(scale), \(width) px")
                shoot(window, "\(name)-\(width)-\(scale)")
                withExtendedLifetime(opened) { window.destroy() }
            }
            pane.window.destroy()
        }
    }

    private static func people() throws -> [DukePerson] {
        let pictures = try DataFolder.portraits.map { try Data(contentsOf: $0).base64EncodedString() }
        return (1...6).map { number in
            var person = DukePerson(Definition.people.full(number))
            person.netid = "p\(number)"
            person.picture = pictures[number % pictures.count]
            return person
        }
    }
}
