import DirectoryModel
import DirectoryStore
import Foundation
import GtkKit
import TestingSupport
import XCTest

@testable import DirectoryScreens
@testable import DirectoryWindow

/// Windows over the first one leave nothing behind when they are closed.
final class WindowMemoryTests: WindowTestCase {
    private static let people = (1...3).map {
        DukePerson(
            DUID: $0, netid: "p\($0)", fName: "Ana\($0)", lName: "Li", role: .Student)
    }

    func testWindowsOverTheFirstAreGivenBackWhenTheyAreClosed() throws {
        let directory = try undoable(folder, Self.people, netid: "p1")
        let pane = try show(directory, width: 1000)
        XCTAssertTrue(until { pane.isIdle })
        let collection = directory.screen(of: .people)
        let file = folder.appending(path: "class.csv")
        try Data("duid,first name,hat\n9,New,red\nten,Nobody,blue\n".utf8).write(to: file)
        let windows: [(String, @MainActor () -> Void)] = [
            ("search", { directory.perform(.searchEverywhere) }),
            ("preferences", { directory.perform(.preferences) }), ("help", { directory.perform(.help) }),
            ("learn", { directory.perform(.learn) }), ("duplicates", { directory.perform(.duplicates) }),
            ("history", { directory.perform(.history) }), ("skipped", { collection.rejectedTapped() }),
            ("roster", { collection.rosterTapped(.list) }), ("code", { collection.codeTapped() }),
            ("preview", { Task { await collection.importChosen(file) } }),
            ("group", { directory.perform(.newGroup) }), ("emails", { collection.sheet = Self.emails }),
            ("publish", { Task { await collection.editing.uploadTapped() } }),
            ("merge", { collection.sheet = Self.merge }),
        ]
        for (name, open) in windows {
            XCTAssertTrue(collection.open(key: 1))
            var counts: [[Int]] = []
            for _ in 0..<3 {
                if name == "publish" { collection.editing.editTapped() }
                open()
                XCTAssertTrue(until { pane.window.dialogs.count == 1 }, name)
                guard let window = pane.window.dialogs.first else { continue }
                drawn(window, times: 3)
                window.every(Button.self).first { $0.hasClass("change") }?.click()
                drawn(window, times: 2)
                window.close()
                XCTAssertTrue(until { pane.window.dialogs.isEmpty && collection.sheet == nil }, name)
                if name == "publish" { collection.editing.cancelTapped() }
                XCTAssertTrue(until { pane.isIdle }, name)
                drawn(pane.window, times: 2)
                XCTAssertTrue(until { !MainLoop.iterate() }, name)
                counts.append([LiveCount.boxes])
            }
            XCTAssertEqual(counts.last, counts.dropLast().last, name)
        }
    }

    private static var emails: Sheet {
        let mail = GroupMail(to: ["ana@duke.edu", "bo@duke.edu"].compactMap(MailAddress.init), maxLength: 30)
        return .emails(EmailsScreen(mail, title: "Emails", missing: nil, open: { _ in true }, copy: { _ in }))
    }

    private static var merge: Sheet {
        let base = people[0].record
        var (mine, theirs) = (people[0], people[0])
        mine.movie = "Up"
        theirs.movie = "Alien"
        return .merge(MergeScreen(ThreeWayMerge(mine: mine.record, theirs: theirs.record, base: base)))
    }
}
