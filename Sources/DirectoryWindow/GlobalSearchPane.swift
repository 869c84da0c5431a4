import PictureKit
import DirectoryWidgets
import DirectoryModel
import DirectoryScreens
import GtkKit
import Language

/// Draws an `GlobalSearchScreen` in a window of its own: an entry, and under it what all collections have.
@MainActor
final class GlobalSearchPane {
    private let screen: DirectoryScreen
    private let window: Window
    private let entry = SearchEntry(placeholder: translated("Search everything"))
    private let results = ResultList(name: translated("Results"))
    private let nothing = Label()
    private let pictures = TextureLoader(side: 64, capacity: 100)

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
        results.onFace = { [weak self] in self?.showPicture(at: $0, on: $1) }
        results.onActivated { [weak self] in self?.chosen($0) }
        window.onDestroy(closed)
    }

    private func chosen(_ place: ResultList.Place) {
        let sections = screen.everywhere.sections
        guard sections.indices.contains(place.section) else { return }
        let section = sections[place.section]
        let text = screen.everywhere.text
        window.close()
        if section.results.indices.contains(place.row) {
            screen.resultChosen(section.results[place.row])
        } else {
            screen.searchChosen(text, in: section.collection.name)
        }
    }

    /// Puts the picture of a result on its face once it was read.
    private func showPicture(at place: ResultList.Place, on avatar: Avatar) {
        let sections = screen.everywhere.sections
        guard sections.indices.contains(place.section),
            sections[place.section].results.indices.contains(place.row)
        else { return }
        let content = sections[place.section].results[place.row].content
        guard let data = screen.everywhere.picture(of: sections[place.section].results[place.row]) else { return }
        pictures.request(key: content.row, hash: content.hash, data: data) { [weak avatar] texture in
            if let texture { avatar?.set(texture: texture) }
        }
    }

    private static func rows(of section: GlobalSearchScreen.Section) -> [ResultList.Row] {
        let found = section.results.map { result in
            // What its row shows as a check button has no face.
            let face =
                result.content.isOn == nil
                ? ResultList.Face(initials: result.content.initials, color: result.content.colour) : nil
            return ResultList.Row(
                iconName: section.collection.iconName, title: result.title, subtitle: result.subtitle, face: face)
        }
        guard let more = section.moreWords else { return found }
        return found + [ResultList.Row(iconName: "go-next-symbolic", title: more)]
    }

    private func draw() {
        let found = screen.everywhere
        results.update(
            found.sections.map { ResultList.Section(title: $0.collection.title, rows: Self.rows(of: $0)) })
        nothing.isVisible = found.words != nil
        nothing.text = found.words ?? ""
    }
}
