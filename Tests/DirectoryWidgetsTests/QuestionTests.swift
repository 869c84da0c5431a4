import DirectoryWidgets
import GtkKit
import TestingSupport
import XCTest

final class QuestionTests: MainActorTestCase {
    private static let answers = [
        Answer(id: "merge", label: "Merge", style: .suggested, isDefault: true),
        Answer(id: "cancel", label: "Cancel", isCancel: true),
    ]

    /// Asks, does something with the question's window, and returns all answers given.
    private static func answers(to perform: (Window, Window) -> Void) -> [String] {
        let reported = Log<String>()
        let window = show(Label("under"))
        let dialog = Question.present(over: window, title: "Merge?", body: "Really?", answers: Self.answers) {
            reported.entries.append($0)
        }
        waitForFrame(of: dialog)
        perform(dialog, window)
        waitUntil("the answer") { !reported.entries.isEmpty }
        close(window)
        return reported.entries
    }

    func testAButtonAnswersAndClosingInAnyWayMeansCancel() {
        for (answering, answer) in [
            ({ dialog, _ in dialog.defaultWidget.map { Button(root: $0) }?.click() }, "merge"),
            ({ dialog, _ in dialog.close() }, "cancel"),
            ({ dialog, _ in XCTAssertTrue(dialog.pressShortcut("Escape")) }, "cancel"),
            ({ dialog, _ in dialog.destroy() }, "cancel"),
            ({ _, under in under.destroy() }, "cancel"),
        ] as [((Window, Window) -> Void, String)] {
            XCTAssertEqual(Self.answers(to: answering), [answer])
        }
    }

    func testReturnMeansTheDefaultAnswerWhereverItStands() throws {
        let window = present(Label("under"))
        let answers = [
            Answer(id: "empty", label: "Empty", style: .destructive),
            Answer(id: "keep", label: "Keep", isCancel: true, isDefault: true),
        ]
        let dialog = Question.present(over: window, title: "Empty?", body: "", answers: answers) { _ in }
        waitForFrame(of: dialog)
        let save = try XCTUnwrap(dialog.defaultWidget)
        XCTAssertEqual(dialog.focusWidget?.isSame(as: save), true)
    }
}
