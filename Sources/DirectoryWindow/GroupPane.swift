import DirectoryScreens
import DirectoryWidgets
import GtkKit
import Language

/// Draws a `GroupEditScreen` in a small window.
@MainActor
final class GroupPane: OverlayPane {
    let window: Window
    private let screen: GroupEditScreen
    private let problem = Label.paragraph().styled("failure")
    private let save: Button

    init(screen: GroupEditScreen, over parent: Window, closed: @escaping @MainActor () -> Void) {
        self.screen = screen
        window = Window.secondary(title: screen.title, over: parent, width: 360, height: 0)
        save = Button(label: screen.action).styled("suggested-action")
        let cancel = Button(label: translated("Cancel"))
        let name = Entry()
        let content = Box(.vertical, spacing: 6).expanding(.vertical).padded(18)
        var entries = [(translated("Name"), name, screen.name, screen.nameTyped)]
        if let search = screen.search { entries.append((translated("Search"), Entry(), search, screen.searchTyped)) }
        for (label, entry, text, typed) in entries {
            entry.text = text
            entry.accessibleName = label
            entry.onActivate { [screen] in screen.saveTapped() }
            entry.onChanged(typed)
            content.append(Label.paragraph(label).styled("dim-label", "caption"))
            content.append(entry)
        }
        content.append(problem)
        cancel.onClicked { [weak self] in self?.window.close() }
        save.onClicked { [screen] in screen.saveTapped() }
        window.child = Box(.vertical, spacing: 0, [content, SecondaryBar([cancel, save]).widget])
        window.defaultWidget = save
        window.onDestroy(closed)
        redraw(self) { $0.draw() }
        window.focusFirst(name)
        window.present()
    }

    private func draw() {
        save.isSensitive = screen.canSave
        problem.show(screen.problem)
        if screen.isSaved { MainLoop.soon { [weak self] in self?.window.close() } }
    }
}
