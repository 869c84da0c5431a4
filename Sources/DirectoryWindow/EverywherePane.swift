import DirectoryModel
import DirectoryScreens
import GtkKit
import Language

/// Draws an `EverywhereScreen` in a window of its own: an entry, and under it what all collections have.
@MainActor
final class EverywherePane {
    private let screen: DirectoryScreen
    private let window: Window
    private let entry = SearchEntry(placeholder: translated("Search everything"))
    private let results = ResultList(name: translated("Results"))
    private let nothing = Label()

    /// Opens over `parent`; `closed` runs once.
    init(screen: DirectoryScreen, over parent: Window, closed: @escaping @MainActor () -> Void) {
        self.screen = screen
        window = Window.secondary(title: translated("Search Everywhere"), over: parent, width: 480, height: 520)
        entry.accessibleName = translated("Search everything")
        results.vexpand = true
        nothing.addClass("dim-label")
        nothing.wrap = true
        nothing.isCentered = true
        let content = Box(.vertical, spacing: 12, [entry, nothing, results])
        content.margin(12)
        window.child = content
        connect(closed)
        window.present()
        _ = entry.grabFocus()
        entry.text = screen.everywhere.text
        entry.selectAll()
        redraw(self) { $0.draw() }
    }

    private func connect(_ closed: @escaping @MainActor () -> Void) {
        entry.onChanged { [screen] in screen.everywhere.textChanged($0) }
        entry.onStop { [window] in window.close() }
        results.drive(from: entry)
        results.onActivated { [weak self] in self?.chosen($0) }
        window.onDestroy(closed)
    }

    private func chosen(_ place: ResultList.Place) {
        let sections = screen.everywhere.sections
        guard sections.indices.contains(place.section),
            sections[place.section].results.indices.contains(place.row)
        else { return }
        let result = sections[place.section].results[place.row]
        window.close()
        screen.resultChosen(result)
    }

    /// "People, Contacts, To-Dos".
    private static var titles: String {
        Collections.all.map { $0.collection.title }.joined(separator: translated(", "))
    }

    private func draw() {
        let found = screen.everywhere
        results.update(
            found.sections.map { section in
                ResultList.Section(
                    title: section.collection.title,
                    rows: section.results.map {
                        ResultList.Row(iconName: section.collection.iconName, title: $0.title, subtitle: $0.subtitle)
                    })
            })
        nothing.isVisible = found.sections.isEmpty
        nothing.text =
            found.text.isEmpty
            ? translated("\(Self.titles) at once")
            : found.isSearching
                ? translated("Searching…") : translated("Nothing fits “\(found.text.line(cutAt: 60))” anywhere.")
    }
}
