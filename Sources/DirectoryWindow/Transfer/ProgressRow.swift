import DirectoryScreens
import DirectoryWidgets
import GtkKit
import Language

/// The progress bar of a long task, under the header, with Cancel.
final class ProgressRow {
    let widget: Revealer
    private let emoji = Label().styled("transfer-emoji")
    private let bar = ProgressBar().expanding(.horizontal)
    private let cancel = Button(label: translated("Cancel"))

    private var isDownload: Bool

    init(isDownload: Bool = false, cancelled: @escaping @MainActor () -> Void) {
        self.isDownload = isDownload
        // The bar has the same in words.
        let decoration = Box(.horizontal, role: .presentation)
        decoration.append(emoji)
        let row = Box(.horizontal, spacing: 12, [decoration, bar, cancel]).styled("transfer")
        emoji.widthChars = 2
        for part in [bar, cancel] as [Widget] { part.valign = .center }
        bar.showsText = true
        bar.cutsText = true
        cancel.onClicked(cancelled)
        widget = Revealer(child: row, transition: .slideDown, milliseconds: 200)
        setNames()
    }

    private func setNames() {
        bar.accessibleName = isDownload ? translated("Download") : translated("Progress")
        cancel.accessibleName = isDownload ? translated("Cancel Download") : translated("Cancel")
    }

    /// Shows a step; nil hides the bar.
    /// - Parameter isDownload: whether assistive programs call it a download.
    func show(_ step: WorkStep?, isDownload: Bool? = nil) {
        bar.setAccessibleBusy(step != nil)
        guard let step else {
            bar.isPulsing = false
            return widget.isRevealed = false
        }
        if let isDownload, isDownload != self.isDownload {
            self.isDownload = isDownload
            setNames()
        }
        emoji.text = step.emoji
        bar.text = step.text
        cancel.isSensitive = step.canCancel
        bar.isPulsing = step.fraction == nil
        if let fraction = step.fraction { bar.fraction = fraction }
        widget.isRevealed = true
    }
}
