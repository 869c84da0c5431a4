import DirectoryModel
import DirectoryScreens
import GtkKit

/// The list in the look that is chosen: rows, or a wall of faces.
extension ListPane {
    /// A list without rows, in the look that is chosen.
    func makeList() -> any RowsView {
        let made: any RowsView = screen.list.looks.isWall ? makeWall() : makeRows()
        made.accessibleName = R.collection.title
        made.onActivate { [weak self] in self?.activated($0) }
        made.onSelectionChanged { [weak self] in self?.selected($0) }
        made.addShortcut(WindowAction.of(.delete)?.shortcut ?? "") { [screen] in screen.deleting.deleteTapped() }
        connectSelecting(made)
        made.onContextMenu { [weak self] in self?.menuWanted($0, $1, $2) }
        return made
    }

    private func makeRows() -> ListView {
        let made = ListView(model: ListModel(), singleClickActivate: true) { [weak self] in
            self.map { RecordRow(source: $0) } ?? ListRow(widget: Box())
        }
        made.addClass("records")
        return made
    }

    private func makeWall() -> WallView {
        let made = WallView(
            sizes: { [weak self] in
                self?.wallSizes ?? WallGeometry.Sizes(cellWidth: 1, cellHeight: 1, heading: 0, side: 0)
            },
            drawHeading: { [weak self] in self?.drawHeading($0, $1, $2) },
            makeCell: { [weak self] in self.map { RecordRow(source: $0) } ?? ListRow(widget: Box()) })
        made.addClass("wall")
        return made
    }

    private var wallSizes: WallGeometry.Sizes {
        let style = style
        let lines = style.lineHeights(in: widget, lineHeights)
        // A first name of usual length fits, however large the letters are.
        let letters = lineHeights.height(RowText.styles(style)[0], in: widget) * 5
        return WallGeometry.Sizes(
            cellWidth: max(style.avatar + 2 * style.padding, letters),
            cellHeight: RowGeometry.height(style, lines: lines),
            heading: SectionHeading.height(in: widget, lineHeights), side: 6)
    }

    private func drawHeading(_ start: Int, _ place: PixelRect, _ snapshot: Snapshot) {
        let rows = screen.list.entries.rows
        guard rows.indices.contains(start), let list, let header = headers[rows[start]] else { return }
        let edge = SectionHeading.edge
        let rect = PixelRect(
            x: place.x + edge.side, y: place.y + edge.top, width: place.width - 2 * edge.side,
            height: place.height - edge.top - edge.bottom)
        SectionHeading(header, in: list)
            .draw(on: snapshot, in: rect, RowColors(of: list, state: []), isMirrored: list.isMirrored)
    }
}
