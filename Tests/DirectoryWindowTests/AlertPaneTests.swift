import DirectoryModel
import DirectoryStore
import DirectoryWidgets
import GtkKit
import TestingSupport
import XCTest

@testable import DirectoryScreens
@testable import DirectoryWindow

/// Alerts over the window: one after the other, and each is shown.
final class AlertPaneTests: WindowTestCase {
    func testAQuestionThatComesWhileAnotherIsOpenIsAskedAfterIt() throws {
        // Given a draft of an earlier session, and a form that somebody wants to leave
        try Setting<String>("draft-people").set(
            #"{"purpose":{"add":{}},"texts":{"movie":"Up"}}"#, in: Store(sandbox: folder))
        let directory = try directory(folder, [DukePerson(DUID: 1, fName: "Ana", lName: "Li")])
        let screen = directory.screen(of: .people)
        let parent = Window()
        parent.present()
        XCTAssertTrue(until { parent.isMapped })
        let pane = AlertPane(screen: directory, window: parent)
        screen.editing.addTapped()
        screen.editing.form?.typed("Bo", in: "fName")
        screen.editing.cancelTapped()
        pane.draw()
        XCTAssertTrue(until { pane.question?.title == "Discard Changes?" })
        // When the draft is to be reviewed meanwhile, then it is once the first is answered
        screen.editing.askAboutDraft()
        pane.question?.close()
        XCTAssertTrue(until { pane.question?.title == "Continue Editing?" })
        XCTAssertEqual(screen.alert?.title, "Continue Editing?")
        pane.question?.close()
        XCTAssertTrue(until { pane.question == nil })
        XCTAssertTrue(until { screen.editing.form?.entry("movie")?.text == "Up" })
    }

    func testAQuestionCanHaveAThirdAnswer() throws {
        for (index, expected) in [Alert.Answer.confirm, .alternative, .cancel].enumerated() {
            let directory = try directory(folder, [])
            let screen = directory.screen(of: .people)
            let parent = Window()
            parent.present()
            let pane = AlertPane(screen: directory, window: parent)
            var answers: [Alert.Answer] = []
            let alert = Alert(
                title: "Keep?", message: "", cancelLabel: "Cancel", confirmLabel: "Keep", isDestructive: false,
                alternativeLabel: "Discard")
            screen.presenter.ask(alert, isUrgent: true) { answers.append($0) }
            pane.draw()
            XCTAssertTrue(until { pane.question != nil })
            pane.question?.every(Button.self)[index].click()
            XCTAssertTrue(until { pane.question == nil })
            XCTAssertEqual(answers, [expected])
            XCTAssertNil(screen.alert)
            parent.destroy()
        }
    }
}
