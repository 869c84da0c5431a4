import DirectoryModel
import DirectoryScreens
import DirectoryWidgets
import GtkKit
import Language
import PictureKit

/// Draws a `GlobalSearchScreen` in its own window.
final class GlobalSearchPane {
    private let screen: DirectoryScreen
    let window: Window
    private let entry = SearchEntry(placeholder: translated("Search everywhere")).named(translated("Search everywhere"))
    private let results = ResultList(name: translated("Results"))
    private let pages = Stack(transition: .none).expanding(.vertical)
    private let notice = EmptyPage()
    private let pictures = TextureLoader(side: 96, capacity: 100)
    private let heights = LineHeights()
    /// Kept here because a row's widget does not keep them.
    private var rows: [ResultRow] = []
    private var shown: [GlobalSearchScreen.Section] = []

    init(screen: DirectoryScreen, over parent: Window, closed: @escaping @MainActor () -> Void) {
        self.screen = screen
        window = Window.secondary(title: translated("Search Everywhere"), over: parent, width: 480, height: 560)
        entry.margin(12)
        pages.add(results, name: "results")
        pages.add(notice.widget, name: "notice")
        window.child = Box(.vertical, [entry, pages])
        connect(closed)
        window.present()
        _ = entry.grabFocus()
        entry.text = screen.everywhere.text
        entry.selectAll()
        redraw(self) { $0.draw() }
    }

    private func connect(_ closed: @escaping @MainActor () -> Void) {
        entry.onChanged { [screen] in screen.everywhere.textChanged($0) }
        entry.onStop { [window = WeakWidget(window)] in window.widget?.close() }
        results.drive(from: entry)
        results.makeRow = { [weak self] in self?.makeRow(at: $0) }
        results.onActivated { [weak self] in self?.chosen($0) }
        window.onDestroy(closed)
    }

    private func chosen(_ position: ResultList.Position) {
        guard shown.indices.contains(position.section) else { return }
        let section = shown[position.section]
        if section.results.indices.contains(position.row) {
            screen.resultChosen(section.results[position.row])
        } else if let collection = section.collection {
            screen.searchChosen(screen.everywhere.text, in: collection.name)
        }
    }

    /// The row of a result; nil for the link to more results.
    private func makeRow(at position: ResultList.Position) -> Widget? {
        guard shown.indices.contains(position.section), shown[position.section].results.indices.contains(position.row)
        else {
            return nil
        }
        let result = shown[position.section].results[position.row]
        let row = ResultRow(result.content, marker: shown[position.section].marker, heights: heights)
        rows.append(row)
        if let data = screen.everywhere.picture(of: result) {
            pictures.request(key: result.content.row, hash: result.content.hash, data: data) { [weak row] texture in
                if let texture { row?.drawing.texture = texture }
            }
        }
        return row.widget
    }

    private func draw() {
        let everywhere = screen.everywhere
        if everywhere.sections != shown {
            shown = everywhere.sections
            rows = []
            results.update(
                shown.map {
                    ResultList.Section(
                        title: $0.title, rows: $0.results.map(\.spoken) + [$0.moreText].compactMap(\.self))
                }, isRedrawn: true)
        }
        results.awaitsUpdate = everywhere.isSearching
        if let text = everywhere.notice {
            notice.show(iconName: "edit-find-symbolic", title: text.title, body: text.body)
            entry.accessibleDescription = text.title
        }
        pages.visibleName = everywhere.notice == nil ? "results" : "notice"
    }
}

/// A list's row among search results: two lines, no buttons.
final class ResultRow {
    let drawing: RowDrawing
    let widget: DrawnBox

    init(_ content: RowContent, marker: TextMarker, heights: LineHeights) {
        drawing = RowDrawing(style: .comfortable, heights: heights)
        widget = drawing.makeBox()
        if let isOn = content.isOn { addCheck(isOn: isOn) }
        drawing.show(content, marker: marker)
    }

    /// The state of a to-do, which only its own list can change.
    private func addCheck(isOn: Bool) {
        let check = CheckButton.inRow(accessibleName: "")
        check.setActive(isOn)
        check.canTarget = false
        drawing.check = check
        widget.append(check)
    }
}
