import DirectoryModel
import DirectoryScreens
import GtkKit
import Language

/// The bar over a list: why it may be old, and the queries that narrow it.
@MainActor
final class ListBar<R: DirectoryRecord> {
    let widget = Box(.vertical)
    private let screen: CollectionScreen<R>
    private let notice = Label()
    private let recover = Button(label: "")
    private let noticeRow: Revealer
    private let quickEntry = Entry()
    private lazy var outgoing = OutgoingRows(screen: screen.quickEntry)
    private let queries: ChipBar?

    init(screen: CollectionScreen<R>) {
        self.screen = screen
        notice.wrap = true
        notice.xalign = 0
        notice.hexpand = true
        (recover.valign, recover.halign) = (.center, .end)
        recover.onClicked { [screen] in
            if let recovery = screen.remote.notice?.recovery { screen.recoveryTapped(recovery) }
        }
        let sentence = Box(.horizontal, spacing: 12, [Image(iconName: "network-offline-symbolic"), notice])
        let row = SideBySide(sentence, recover, wide: .first)
        row.addClass("notice")
        noticeRow = Revealer(child: row, transition: .slideDown, milliseconds: 200)
        let labels = screen.list.queryLabels
        queries = labels.isEmpty ? nil : ChipBar(labels)
        widget.append(noticeRow)
        if screen.quickEntry.isOffered {
            widget.append(entryRow())
            widget.append(outgoing.widget)
        }
        if let queries {
            queries.addClass("queries")
            queries.accessibleName = translated("Show")
            queries.onSelected { [screen] in screen.list.queryChosen($0) }
            widget.append(queries)
        }
        redraw(self) { $0.draw() }
    }

    private func entryRow() -> Widget {
        quickEntry.placeholder = screen.quickEntry.placeholder
        quickEntry.accessibleName = screen.quickEntry.placeholder
        quickEntry.hexpand = true
        quickEntry.onChanged { [screen] in screen.quickEntry.typed($0) }
        quickEntry.onActivate { [screen] in screen.quickEntry.addTapped() }
        let row = Box(.horizontal, spacing: 0, [quickEntry])
        row.addClass("quick-entry")
        return row
    }

    private func draw() {
        if quickEntry.text != screen.quickEntry.text { quickEntry.text = screen.quickEntry.text }
        notice.text = screen.remote.notice?.text ?? notice.text
        recover.isVisible = screen.remote.notice?.recovery != nil
        recover.label = screen.remote.notice?.recovery?.label ?? recover.label
        noticeRow.isRevealed = screen.remote.notice != nil
        queries?.selected = screen.list.chosenQuery
    }
}
