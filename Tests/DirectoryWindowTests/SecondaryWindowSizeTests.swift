import DirectoryModel
import DirectoryStore
import DirectoryWidgets
import Foundation
import GtkKit
import ProgramFiles
import Resources
import TestingSupport
import XCTest

@testable import DirectoryScreens
@testable import DirectoryWindow

/// Windows over the first one fit it with letters of any size, and leave nothing behind when they are closed.
final class SecondaryWindowSizeTests: WindowTestCase {
    private static let csv = """
        duid,first name,last name,role,Hat size of the year
        1,Bartholomew,Changed,Student,7
        9,Wilhelmina,Vandervoort-Nightingale-Featherstonehaugh,Student,8
        ten,Nobody,Here,Student,9
        """

    /// What opens each window of the people's screen, whose first record is the user's own.
    private func windows(of directory: DirectoryScreen) throws -> [(String, @MainActor () -> Void)] {
        let file = folder.appending(path: "friends-of-the-directory.csv")
        try Data(Self.csv.utf8).write(to: file)
        let screen = directory.screen(of: .people)
        return [
            ("search", { directory.perform(.searchEverywhere) }), ("help", { directory.perform(.help) }),
            ("preferences", { directory.perform(.preferences) }), ("learn", { directory.perform(.learn) }),
            ("import", { Task { await screen.importChosen(file) } }), ("skipped", { screen.rejectedTapped() }),
            ("roster", { screen.rosterTapped(.list) }), ("code", { screen.codeTapped() }),
            (
                "publish",
                {
                    screen.editing.editTapped()
                    Task { await screen.editing.uploadTapped() }
                }
            ),
        ]
    }

    /// Opens a window for the first person, does something with it, and closes it.
    private func visit(
        _ name: String, _ open: @MainActor () -> Void, over pane: DirectoryPane, _ work: (Window) -> Void
    ) {
        let screen = pane.screen.screen(of: .people)
        XCTAssertTrue(screen.open(key: 1), name)
        waitForFrame(of: pane.window, times: 2)
        open()
        XCTAssertTrue(until { pane.window.dialogs.first?.isMapped == true }, name)
        guard let window = pane.window.dialogs.first else { return }
        waitForFrame(of: window, times: 4)
        work(window)
        window.close()
        XCTAssertTrue(until { pane.window.dialogs.isEmpty && screen.sheet == nil }, name)
        if name == "publish" { screen.editing.cancelTapped() }
    }

    func testEveryWindowFitsTheOneBelow() throws {
        StyleSheet.install(Resources.style(isDark: false, isThemeOurs: true))
        let pictures = try DataFolder.portraits.map { try Data(contentsOf: $0).base64EncodedString() }
        let people = (1...6).map { number in
            var person = DukePerson(Definition.people.full(number))
            person.netid = "p\(number)"
            person.picture = pictures[number % pictures.count]
            return person
        }
        let directory = try directory(folder, people, netid: "p1")
        for (scale, width) in [(1.0, 360), (2, 360), (1, 1100)] {
            Desktop.setTextScale(scale)
            let pane = try show(directory, width: width)
            for (name, open) in try windows(of: directory) {
                visit(name, open, over: pane) { window in
                    if name == "search" {
                        directory.everywhere.textChanged("bartholomew")
                        waitForFrame(of: window, times: 4)
                    }
                    assertFits(window, width, "\(name), \(scale), \(width) px")
                }
            }
            pane.window.destroy()
        }
    }

    func testWindowsAreGivenBackWhenTheyAreClosed() throws {
        // With pictures, there are names to learn.
        let pictures = try DataFolder.portraits.prefix(3).map { try Data(contentsOf: $0).base64EncodedString() }
        let people = zip(1..., pictures).map { number, picture in
            var person = DukePerson(
                DUID: number, netid: "p\(number)", fName: "Ana\(number)", lName: "Li", role: .Student)
            person.picture = picture
            return person
        }
        let (directory, pane) = try openWindow(folder, people, netid: "p1", offersUndo: true)
        let screen = directory.screen(of: .people)
        let others: [(String, @MainActor () -> Void)] = [
            ("duplicates", { directory.perform(.duplicates) }), ("history", { directory.perform(.history) }),
            ("group", { directory.perform(.newGroup) }), ("emails", { screen.sheet = Self.emails }),
            ("merge", { screen.sheet = Self.merge(people[0]) }),
        ]
        for (name, open) in try windows(of: directory) + others {
            var counts: [Int] = []
            for _ in 0..<3 {
                visit(name, open, over: pane) { window in
                    window.every(Button.self).first { $0.hasClass("change") }?.click()
                    waitForFrame(of: window, times: 2)
                }
                XCTAssertTrue(until { pane.isIdle }, name)
                pane.toasts.dismiss()
                waitForFrame(of: pane.window, times: 2)
                XCTAssertTrue(until { !MainLoop.iterate() }, name)
                counts.append(LiveCount.boxes)
            }
            XCTAssertEqual(counts[2], counts[1], name)
        }
    }

    private static var emails: Sheet {
        let mail = GroupMail(to: ["ana@duke.edu", "bo@duke.edu"].compactMap(MailAddress.init), maxLength: 30)
        return .emails(EmailsScreen(mail, title: "Emails", missing: nil, open: { _ in true }, copy: { _ in }))
    }

    private static func merge(_ person: DukePerson) -> Sheet {
        var (mine, theirs) = (person, person)
        mine.movie = "Up"
        theirs.movie = "Alien"
        return .merge(MergeScreen(ThreeWayMerge(mine: mine.record, theirs: theirs.record, base: person.record)))
    }
}
