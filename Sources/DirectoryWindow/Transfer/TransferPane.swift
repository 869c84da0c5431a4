import DirectoryModel
import DirectoryScreens
import DirectoryWidgets
import GtkKit
import Language

/// Draws a `TransferScreen`: the dialog with the three answers, and the bar that slides in under the header.
@MainActor
final class TransferPane {
    var widget: Revealer { progress.widget }
    private let screen: TransferScreen
    private let window: Window
    private let progress: ProgressRow
    private var question: Window?
    private var merge: MergePane?
    private var preview: PreviewPane?

    init(screen: TransferScreen, window: Window) {
        self.screen = screen
        self.window = window
        progress = ProgressRow(name: translated("Download"), cancelName: translated("Cancel Download")) {
            [weak screen] in screen?.cancelTapped()
        }
        redraw(self) { $0.draw() }
    }

    private func draw() {
        if !screen.isRunning { progress.hide() }
        switch screen.shownState {
        case .idle: close()
        case .choosing:
            ask(
                title: translated("Download \(screen.collection.title)"),
                body: screen.choiceWords, Self.choices)
        case .askingToEmpty:
            ask(
                title: translated("The Server’s List Is Empty"),
                body: translated("This removes all \(screen.collection.many) from your list."),
                Self.emptying)
        case .merging: showMerge()
        case .previewing: showPreview()
        case .running(let step):
            close()
            progress.show(step)
        }
    }

    private func showMerge() {
        guard merge == nil, let shown = screen.merge else { return }
        merge = MergePane(
            screen: shown, over: window, title: translated("Your Record Differs"), body: screen.mergeWords
        ) { [weak self] isPicked in
            self?.merge = nil
            if isPicked { self?.screen.mergeAnswered(nil) } else { self?.screen.declined() }
        }
    }

    private func showPreview() {
        guard preview == nil, let shown = screen.preview else { return }
        preview = PreviewPane(screen: shown, over: window) { [weak self] applies in
            self?.preview = nil
            if applies { self?.screen.applyTapped() } else { self?.screen.declined() }
        }
    }

    private static var choices: [Answer] {
        [
            Answer(id: "replace", label: translated("Download and Replace")),
            // It does not remove records.
            Answer(id: "update", label: translated("Download and Update"), style: .suggested, isDefault: true),
            Answer(id: "cancel", label: translated("Cancel"), isCancel: true),
        ]
    }

    private static var emptying: [Answer] {
        [
            Answer(id: "empty", label: translated("Clear My List"), style: .destructive),
            Answer(id: "keep", label: translated("Keep My List"), isCancel: true, isDefault: true),
        ]
    }

    private func ask(title: String, body: String, _ answers: [Answer]) {
        guard question == nil else { return }
        question = Question.present(over: window, title: title, body: body, answers: answers) { [weak self] answer in
            self?.question = nil
            self?.answered(answer)
        }
    }

    private func answered(_ answer: String) {
        switch answer {
        case "replace": screen.replaceTapped()
        case "update": screen.updateTapped()
        case "empty", "keep": screen.emptyAnswered(answer == "empty")
        default: screen.cancelChoiceTapped()
        }
    }

    private func close() {
        question?.destroy()
        question = nil
    }
}

/// The bar that slides in under the header during a long task: a face, the progress, and Cancel.
@MainActor
final class ProgressRow {
    let widget: Revealer
    private let emoji = Label().styled("transfer-emoji")
    private let bar = ProgressBar().expanding(.horizontal)
    private let cancel = Button(label: translated("Cancel"))

    /// - Parameters:
    ///   - name: the bar's name for assistive programs.
    ///   - cancelName: the name of the button, which runs `cancelled`.
    init(name: String, cancelName: String, cancelled: @escaping @MainActor () -> Void) {
        let row = Box(.horizontal, spacing: 12, [emoji, bar, cancel]).styled("transfer")
        emoji.widthChars = 2
        for part in [bar, cancel] as [Widget] { part.valign = .center }
        bar.showsText = true
        bar.cutsText = true
        bar.accessibleName = name
        cancel.accessibleName = cancelName
        cancel.onClicked(cancelled)
        widget = Revealer(child: row, transition: .slideDown, milliseconds: 200)
    }

    func show(_ step: WorkStep) {
        emoji.text = step.emoji
        bar.text = step.words
        cancel.isSensitive = step.canCancel
        bar.isPulsing = step.fraction == nil
        if let fraction = step.fraction { bar.fraction = fraction }
        widget.isRevealed = true
    }

    func hide() {
        bar.isPulsing = false
        widget.isRevealed = false
    }
}
