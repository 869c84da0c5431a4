import Testing

@testable import DirectoryScreens

/// Every question is answered once, and none closes another.
@MainActor
struct PresenterTests {
    private func alert(_ title: String, _ answer: @escaping @MainActor (String) -> Void) -> Alert {
        Alert(
            title: title, message: "", cancelLabel: "Cancel", confirmLabel: "Keep",
            alternative: ("Discard", { answer("\(title) discarded") })
        ) { answer("\(title) \($0 ? "kept" : "canceled")") }
    }

    @Test func aSecondUrgentQuestionWaitsForTheFirst() {
        // Given two urgent questions
        let presenter = Presenter()
        var answers: [String] = []
        for title in ["first", "second"] { presenter.askAtOnce(alert(title) { answers.append($0) }) }
        let first = presenter.urgent
        #expect(first?.title == "first")
        // When the first is answered, even twice, then the second is asked
        first?.alternative?.chosen()
        first?.alternative?.chosen()
        first?.answered(true)
        #expect(presenter.urgent?.title == "second")
        presenter.urgent?.answered(true)
        #expect(presenter.urgent == nil)
        #expect(answers == ["first discarded", "second kept"])
    }

    @Test func theAlternativeOfAQuestionClosesIt() {
        let presenter = Presenter()
        var answers: [String] = []
        presenter.ask(alert("only") { answers.append($0) })
        guard case .alert(let asked) = presenter.destination else {
            Issue.record("It is not asked.")
            return
        }
        asked.alternative?.chosen()
        asked.answered(false)
        #expect(presenter.destination == nil)
        #expect(answers == ["only discarded"])
    }
}
