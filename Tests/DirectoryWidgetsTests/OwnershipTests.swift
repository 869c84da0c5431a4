import DirectoryWidgets
import GtkKit
import TestingSupport
import XCTest

/// What these widgets hold they give back.
final class OwnershipTests: GtkTestCase {
    func testEverythingIsGivenBackWhenAWindowIsDestroyed() {
        MainActor.assumeIsolated { assertAllIsGivenBack { Self.use() } }
    }

    /// A window with one of each, drawn and destroyed.
    @MainActor
    private static func use() {
        let (entry, results) = (SearchEntry(), ResultList())
        results.onActivated { _ in }
        results.drive(from: entry)
        results.update([.init(title: "Section", rows: [.init(iconName: "edit-find-symbolic", title: "Row")])])
        let avatar = Avatar(size: 32)
        avatar.set(initials: "A", color: 1)
        let fold = FoldBox(sidebar: entry, list: results, detail: avatar)
        fold.onFoldChanged { _ in }
        fold.sizes.listRange = 300...400
        let toast = ToastOverlay(child: fold)
        let window = show(toast, width: 900)
        toast.show("Hello", actions: [ToastOverlay.Action("Undo") {}])
        let answers = [Answer(id: "yes", label: "Yes", isDefault: true), Answer(id: "no", label: "No")]
        let question = Question.present(over: window, title: "Sure?", body: "", answers: answers) { _ in }
        waitForFrame(of: question)
        XCTAssertGreaterThan(LiveCount.boxes, 20)
        question.defaultWidget.map { Button(root: $0) }?.click()
        close(window)
    }
}
