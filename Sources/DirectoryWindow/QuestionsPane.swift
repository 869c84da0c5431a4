import DirectoryScreens
import DirectoryWidgets
import GtkKit

/// Shows the questions of the open collection's screen: leave a form, continue a draft, delete everything,
/// restore a damaged file.
@MainActor
final class QuestionsPane {
    private let screen: DirectoryScreen
    private let window: Window
    /// The window in front, where that may be another one.
    var front: (@MainActor () -> Window)?
    private(set) var question: Window?

    init(screen: DirectoryScreen, window: Window) {
        (self.screen, self.window) = (screen, window)
    }

    /// Opens the waiting question, once the current drawing is done.
    func draw() {
        if screen.open.alert != nil { MainLoop.soon { [weak self] in self?.ask() } }
    }

    /// Asks, unless another question is open; the next one is asked after its answer.
    private func ask() {
        guard question == nil, let alert = screen.open.alert else { return }
        question = Question.present(
            over: front?() ?? window, title: alert.title, body: alert.message, answers: Self.answers(to: alert)
        ) { [weak self] answer in
            self?.question = nil
            alert.answered(answer == Self.confirm)
            // A window that closes answers its question too.
            MainLoop.soon { [weak self] in if self?.window.isMapped == true { self?.draw() } }
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
}

/// A question with answers of its own.
@MainActor
final class QuestionPane: OverlayPane {
    let window: Window

    init(
        over parent: Window, title: String, body: String, _ answers: [Answer],
        answered: @escaping @MainActor (String) -> Void
    ) {
        window = Question.present(over: parent, title: title, body: body, answers: answers, onAnswer: answered)
    }
}

/// The buttons at the lower edge of a window over another, in more than one line where they are long.
@MainActor
struct SecondaryBar {
    let widget: Widget

    /// - Parameter start: is above the buttons where they leave it no room beside them.
    init(_ buttons: [Widget], start: Widget? = nil) {
        let end = WrapBox(spacing: 12, lineSpacing: 6, lines: .end).expanding(.horizontal)
        for button in buttons { end.append(button) }
        widget = start.map { SideBySide($0, end, lineSpacing: 12) } ?? Box(.horizontal, [end])
        widget.addClass("form-bar")
    }
}
