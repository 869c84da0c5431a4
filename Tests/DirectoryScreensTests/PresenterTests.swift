import Testing
import Waiting

@testable import DirectoryScreens

/// Every question is answered once, and none closes another.
@MainActor
struct PresenterTests {
    private func alert(_ title: String) -> Alert {
        Alert(
            title: title, message: "", cancelLabel: "Cancel", confirmLabel: "Keep", alternativeLabel: "Discard")
    }

    @Test func aSecondUrgentQuestionWaitsForTheFirst() async {
        // Given two urgent questions
        let presenter = Presenter()
        let first = Task.immediate { await presenter.ask(alert("first"), isUrgent: true) }
        let second = Task.immediate { await presenter.ask(alert("second"), isUrgent: true) }
        let shown = presenter.alert
        #expect(shown?.title == "first")
        // When the first is answered, even twice, then the second is shown
        shown?.answered(.alternative)
        shown?.answered(.alternative)
        shown?.answered(.confirm)
        #expect(presenter.alert?.title == "second")
        presenter.alert?.answered(.confirm)
        #expect(presenter.alert == nil)
        #expect(await first.value == .alternative)
        #expect(await second.value == .confirm)
    }

    @Test func closingAQuestionCancelsIt() async {
        let presenter = Presenter()
        let answer = Task.immediate { await presenter.ask(alert("only")) }
        #expect(presenter.alert?.title == "only")
        presenter.sheet = nil
        #expect(presenter.sheet == nil)
        #expect(await answer.value == .cancel)
    }
}
