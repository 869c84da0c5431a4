import DirectoryScreens
import DirectoryWidgets
import GtkKit

/// Shows the alerts of the open collection's screen.
final class AlertPane {
    private let screen: DirectoryScreen
    private let window: Window
    var front: (@MainActor () -> Window)?
    private(set) var question: Window?

    init(screen: DirectoryScreen, window: Window) {
        self.screen = screen
        self.window = window
    }

    /// Opens the next alert after the current drawing.
    func draw() {
        if screen.open.alert != nil { MainLoop.soon { [weak self] in self?.ask() } }
    }

    /// Asks one question at a time.
    private func ask() {
        guard question == nil, let alert = screen.open.alert else { return }
        let parent = front?() ?? window
        question = Question.present(
            over: parent, title: alert.title, body: alert.message,
            answers: Self.answers(to: alert, isTyping: parent.isTyping)
        ) { [weak self] answer in
            self?.question = nil
            alert.answered(answer == Self.other ? .alternative : answer == Self.confirm ? .confirm : .cancel)
            // Closing the window answers its question too.
            MainLoop.soon { [weak self] in if self?.window.isMapped == true { self?.draw() } }
        }
    }

    private static let confirm = "confirm"
    private static let other = "other"

    /// - Parameter isTyping: whether typing could answer a question that opens by itself.
    private static func answers(to alert: Alert, isTyping: Bool) -> [Answer] {
        let isConfirmDefault = alert.confirmLabel != nil && !alert.isDestructive && !isTyping
        let cancel = Answer(
            id: "cancel", label: alert.cancelLabel, style: alert.recommendsCancel ? .suggested : .normal,
            isCancel: true, isDefault: !isConfirmDefault)
        guard let label = alert.confirmLabel else { return [cancel] }
        let answer = Answer(
            id: confirm, label: label, style: alert.isDestructive ? .destructive : .suggested,
            isDefault: isConfirmDefault)
        let alternative = alert.alternativeLabel.map { Answer(id: other, label: $0, style: .destructive) }
        return [answer, alternative, cancel].compactMap(\.self)
    }
}
