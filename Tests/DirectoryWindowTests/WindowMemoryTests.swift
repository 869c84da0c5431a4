import DirectoryModel
import DirectoryScreens
import GtkKit
import TestingSupport
import XCTest

@testable import DirectoryWindow

/// Windows over the first one leave nothing behind when they are closed.
final class WindowMemoryTests: FolderTestCase {
    private static let people = (1...3).map { DukePerson(DUID: $0, fName: "Ana\($0)", lName: "Li", role: .Student) }

    override func setUp() { MainActor.assumeIsolated { Desktop.setAnimations(enabled: false) } }

    func testWindowsOverTheFirstAreGivenBackWhenTheyAreClosed() throws {
        let folder = self.folder
        try onDisplay {
            let directory = try directory(folder, Self.people)
            let pane = try show(directory, width: 1000)
            XCTAssertTrue(until { pane.isIdle })
            for action in [ActionID.searchEverywhere, .learn, .preferences, .help] {
                var counts: [Int] = []
                for _ in 0..<3 {
                    directory.perform(action)
                    XCTAssertTrue(until { pane.window.dialogs.count == 1 }, "\(action)")
                    drawn(pane.window, times: 2)
                    pane.window.dialogs.first?.close()
                    XCTAssertTrue(until { pane.window.dialogs.isEmpty && pane.isIdle }, "\(action)")
                    drawn(pane.window, times: 2)
                    XCTAssertTrue(until { !MainLoop.iterate() }, "\(action)")
                    counts.append(LiveCount.boxes)
                }
                XCTAssertEqual(counts[2], counts[1], "\(action)")
            }
            pane.window.destroy()
        }
    }
}
