import DirectoryWidgets
import GtkKit
import TestingSupport
import XCTest

final class QuestionTests: GtkTestCase {
    @MainActor private static let answers = [
        Answer(id: "merge", label: "Merge", style: .suggested, isDefault: true),
        Answer(id: "cancel", label: "Cancel", isCancel: true),
    ]

    /// Asks, does something with the question's window, and returns all answers given.
    @MainActor
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

    func testAButtonAnswers() {
        MainActor.assumeIsolated {
            XCTAssertEqual(
                Self.answers { dialog, _ in dialog.defaultWidget.map { Button(root: $0) }?.click() }, ["merge"])
        }
    }

    func testReturnMeansTheDefaultAnswerWhereverItStands() throws {
        try MainActor.assumeIsolated {
            let window = show(Label("under"))
            let answers = [
                Answer(id: "empty", label: "Empty", style: .destructive),
                Answer(id: "keep", label: "Keep", isCancel: true, isDefault: true),
            ]
            let dialog = Question.present(over: window, title: "Empty?", body: "", answers: answers) { _ in }
            waitForFrame(of: dialog)
            let save = try XCTUnwrap(dialog.defaultWidget)
            XCTAssertEqual(dialog.focusWidget?.isSame(as: save), true)
            close(window)
        }
    }

    func testClosingMeansCancel() {
        MainActor.assumeIsolated { XCTAssertEqual(Self.answers { dialog, _ in dialog.close() }, ["cancel"]) }
    }

    func testEscapeMeansCancel() {
        MainActor.assumeIsolated {
            XCTAssertEqual(Self.answers { dialog, _ in XCTAssertTrue(dialog.pressShortcut("Escape")) }, ["cancel"])
        }
    }

    func testDestroyingEitherWindowMeansCancel() {
        MainActor.assumeIsolated {
            XCTAssertEqual(Self.answers { dialog, _ in dialog.destroy() }, ["cancel"])
            XCTAssertEqual(Self.answers { _, under in under.destroy() }, ["cancel"])
        }
    }

    func testAnswerIsReportedOnce() {
        MainActor.assumeIsolated {
            let reported = Log<String>()
            let window = show(Label("under"))
            Question.present(over: window, title: "?", body: "", answers: Self.answers) { reported.entries.append($0) }
            waitUntil("the question") { window.dialogs.count == 1 }
            window.dialogs.first?.destroy()
            waitUntil("the answer") { reported.entries == ["cancel"] }
            close(window)
        }
    }
}
