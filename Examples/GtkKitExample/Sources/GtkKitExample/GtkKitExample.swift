import GtkKit
import Observation

/// The errands. They do not depend on a window.
@MainActor @Observable
final class Errands {
    private(set) var ids: [UInt64] = []
    private(set) var texts: [UInt64: String] = [:]

    func add(_ text: String) {
        let id = UInt64(ids.count)
        texts[id] = text
        ids.append(id)
    }
}

/// One row widget, which shows one errand after another as the list is scrolled.
final class ErrandRow: ListRow {
    private let label = Label()
    private let errands: Errands

    init(errands: Errands) {
        self.errands = errands
        super.init(widget: label)
    }

    override func bind(id: UInt64) {
        label.text = errands.texts[id] ?? ""
        widget.accessibleNameOfParent = label.text
    }
}

/// A window that follows the errands.
@MainActor
final class ErrandsWindow {
    private let window: Window
    private let entry = Entry(placeholder: "What is there to do?")
    private let model = ListModel()

    init(application: Application, errands: Errands) {
        window = Window(application: application)
        entry.onActivate { entry in errands.add(entry.text) }
        let add = Button(label: "Add")
        add.onClicked { [weak self] in errands.add(self?.entry.text ?? "") }
        let list = ListView(model: model) { ErrandRow(errands: errands) }
        list.vexpand = true
        window.child = Box(.vertical, spacing: 6, [entry, add, ScrolledWindow(child: list)])
        window.setDefaultSize(width: 300, height: 400)
        redraw(self) { shown in
            shown.model.replace(errands.ids)
            shown.window.title = "Errands: \(errands.ids.count)"
        }
        window.present()
    }
}

@main
struct GtkKitExample {
    @MainActor
    static func main() {
        let application = Application(id: "io.github.dukedirectory.GtkKitExample")
        let errands = Errands()
        var shown: ErrandsWindow?
        _ = application.run { shown = shown ?? ErrandsWindow(application: application, errands: errands) }
    }
}
