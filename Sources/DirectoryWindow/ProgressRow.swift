import DirectoryScreens
import GtkKit
import Language

/// The bar that slides in under the header during a long task: a face, the progress, and Cancel.
@MainActor
final class ProgressRow {
    let widget: Revealer
    private let emoji = Label()
    private let bar = ProgressBar()
    private let cancel = Button(label: translated("Cancel"))

    /// - Parameters:
    ///   - name: the bar's name for assistive programs.
    ///   - cancelName: the name of the button, which runs `cancelled`.
    init(name: String, cancelName: String, cancelled: @escaping @MainActor () -> Void) {
        let row = Box(.horizontal, spacing: 12, [emoji, bar, cancel])
        row.addClass("transfer")
        emoji.addClass("transfer-emoji")
        emoji.widthChars = 2
        bar.hexpand = true
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
