import DirectoryWidgets
import GtkKit
import TestingSupport
import XCTest

/// What these widgets hold they give back.
final class OwnershipTests: MainActorTestCase {
    func testADestroyedWindowReleasesEverything() {
        assertAllIsGivenBack { Self.use() }
    }

    /// A window with one of each, drawn and destroyed.
    private static func use() {
        let (entry, results) = (SearchEntry(), ResultList())
        results.onActivated { _ in }
        results.drive(from: entry)
        results.update([.init(title: "Section", rows: ["Row"])])
        let avatar = Avatar(size: 32)
        avatar.set(initials: "A", color: 1)
        let fold = FoldBox(sidebar: entry, list: results, detail: avatar)
        fold.onFoldChanged { _ in }
        fold.sizes.listRange = 300...400
        let steps = StepButtons(1...6)
        steps.onChanged { _ in }
        let chips = ChipBar(["All", "Open"])
        chips.onSelected { _ in }
        let indices = NavigationList<Int>()
        indices.onActivated { _ in }
        indices.update([.init(1, "Find", count: 1), .init(2, "More", count: 2)])
        let toast = ToastOverlay(child: Box(.vertical, [fold, steps, chips, indices]))
        let window = show(toast, width: 900)
        steps.value = 3
        indices.update([.init(1, "Find", count: 2)])
        toast.show("Hello", actions: [("Undo", {})])
        let answers = [Answer(id: "yes", label: "Yes", isDefault: true), Answer(id: "no", label: "No")]
        let question = Question.present(over: window, title: "Sure?", body: "", answers: answers) { _ in }
        waitForFrame(of: question)
        XCTAssertGreaterThan(LiveCount.boxes, 30)
        question.defaultWidget.map { Button(root: $0) }?.click()
        close(window)
    }
}
