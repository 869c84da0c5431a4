import DirectoryModel
import DirectoryScreens
import GtkKit
import Language

/// What stands over a list: why it may be old, and the queries it can be narrowed by.
@MainActor
final class ListBar<R: DirectoryRecord> {
    let widget = Box(.vertical)
    private let screen: CollectionScreen<R>
    private let notice = Label()
    private let noticeRow: Revealer
    private let queries: ChipBar?

    init(screen: CollectionScreen<R>) {
        self.screen = screen
        notice.wrap = true
        notice.xalign = 0
        notice.hexpand = true
        let row = Box(.horizontal, spacing: 12, [Image(iconName: "network-offline-symbolic"), notice])
        row.addClass("notice")
        noticeRow = Revealer(child: row, transition: .slideDown, milliseconds: 200)
        let labels = screen.list.queryLabels
        queries = labels.isEmpty ? nil : ChipBar(labels)
        widget.append(noticeRow)
        if let queries {
            queries.addClass("queries")
            queries.accessibleName = translated("Show")
            queries.onSelected { [screen] in screen.list.queryChosen($0) }
            widget.append(queries)
        }
        redraw(self) { $0.draw() }
    }

    private func draw() {
        notice.text = screen.notice ?? notice.text
        noticeRow.isRevealed = screen.notice != nil
        queries?.selected = screen.list.chosenQuery
    }
}
