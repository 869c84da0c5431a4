import DirectoryScreens
import DirectoryWidgets
import GtkKit

/// Asks what the open collection's screen wants to know: leave a form, go on with a draft, delete everything,
/// restore a damaged file.
@MainActor
final class QuestionsPane {
    private let screen: DirectoryScreen
    private let window: Window
    private(set) var question: Window?

    init(screen: DirectoryScreen, window: Window) {
        self.screen = screen
        self.window = window
    }

    /// Opens the question that is to be asked, once whatever draws is done.
    func draw() {
        if screen.open.alert != nil { MainLoop.idle { [weak self] in self?.ask(self?.screen.open.alert) } }
    }

    /// Asks what to do with what was being typed when the program ended.
    func askAboutDraft() { ask(screen.open.draftAlert) }

    /// Asks, unless another question is open; what is still to be asked is asked after its answer.
    private func ask(_ alert: Alert?) {
        guard question == nil, let alert else { return }
        question = Question.present(
            over: window, title: alert.title, body: alert.message, answers: Self.answers(to: alert)
        ) { [weak self] answer in
            self?.question = nil
            alert.answered(answer == Self.confirm)
            MainLoop.idle { [weak self] in self?.askFurther() }
        }
    }

    private static let confirm = "confirm"

    private static func answers(to alert: Alert) -> [Answer] {
        let isConfirmDefault = alert.confirmLabel != nil && !alert.isDestructive
        let cancel = Answer(
            id: "cancel", label: alert.cancelLabel, style: alert.recommendsCancel ? .suggested : .normal,
            isCancel: true, isDefault: !isConfirmDefault)
        guard let label = alert.confirmLabel else { return [cancel] }
        return [
            cancel,
            Answer(
                id: confirm, label: label, style: alert.isDestructive ? .destructive : .suggested,
                isDefault: isConfirmDefault),
        ]
    }

    private func askFurther() {
        // A window that closes answers its question too.
        guard window.isMapped else { return }
        askAboutDraft()
        draw()
    }
}
