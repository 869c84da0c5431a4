import DirectoryWidgets
import GtkKit
import TestingSupport
import PictureKit
import DirectoryModel
import DirectoryScreens
import DirectoryStore
import XCTest

@testable import DirectoryWindow

/// Questions over the window: one after the other, and each is asked.
final class QuestionsPaneTests: XCTestCase {
    private let folder = URL.temporaryDirectory.appending(path: "questions-\(UUID().uuidString)")

    override func tearDown() { try? FileManager.default.removeItem(at: folder) }

    func testAQuestionThatComesWhileAnotherIsOpenIsAskedAfterIt() throws {
        let folder = self.folder
        try onDisplay {
            // Given a draft of an earlier session, and a form that somebody wants to leave
            try Store(sandbox: folder).keep(#"{"purpose":{"add":{}},"texts":{"movie":"Up"}}"#, as: "draft-people")
            let directory = try directory(folder, [DukePerson(DUID: 1, fName: "Ana", lName: "Li")])
            let screen = directory.screen(of: DukePerson.self)
            let parent = Window()
            parent.present()
            XCTAssertTrue(until { parent.isMapped })
            let pane = QuestionsPane(screen: directory, window: parent)
            screen.addTapped()
            screen.form?.typed("Bo", in: "fName")
            screen.cancelTapped()
            pane.draw()
            XCTAssertTrue(until { pane.question?.title == "Leave Without Saving?" })
            // When the draft is to be asked about meanwhile, then it is once the first is answered
            pane.askAboutDraft()
            pane.question?.close()
            XCTAssertTrue(until { pane.question?.title == "Continue Where You Stopped?" })
            XCTAssertFalse(screen.isAskingToLeave)
            pane.question?.close()
            XCTAssertTrue(until { pane.question == nil })
            XCTAssertEqual(screen.form?.entry("movie")?.text, "Up")
            parent.destroy()
        }
    }
}
