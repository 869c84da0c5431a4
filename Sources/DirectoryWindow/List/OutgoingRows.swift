import DirectoryScreens
import DirectoryWidgets
import GtkKit
import Language

/// The records that are not on the server yet, with Try Again.
func outgoingRows(_ screen: QuickEntryScreen) -> Widget {
    Box(spacing: 6).forEach(in: { screen.outgoing }) { row($0, screen) }
        .styled("outgoing").named(translated("Not Added Yet")).shown { !screen.outgoing.isEmpty }
}

private func row(_ entry: ObservedItem<OutgoingEntry>, _ screen: QuickEntryScreen) -> Widget {
    let id = entry.id
    let isSending = { @MainActor in entry.state == .sending }
    let texts = Box(.horizontal, spacing: 12) {
        Box(spacing: 3) {
            Label.paragraph(entry.text)
            Label.paragraph().styled("caption").bind(\.text) { entry.stateText }
                .styled("failure") { entry.isFailed }.styled("dim-label") { !entry.isFailed }
        }.expanding(.horizontal)
        Spinner().aligned(vertically: .center).bind(\.isSpinning, to: isSending).shown(if: isSending)
    }
    let buttons = WrapBox(lines: .end) {
        Button.labeled(translated("Discard")) { screen.discardTapped(id) }.styled("flat")
            .set(\.accessibleDescription, to: entry.text)
        Button.labeled(translated("Try Again")) { screen.tryAgainTapped(id) }
            .set(\.accessibleDescription, to: entry.text)
    }.shown { entry.isFailed }
    return SideBySide(texts, buttons, wide: .first, claim: 3).styled("notice")
}
