import GtkKit
import Observation

struct Errand: Identifiable {
    let id: Int
    let text: String
}

/// The errands. They do not depend on a window.
@MainActor @Observable
final class Errands {
    private(set) var all: [Errand] = []

    func add(_ text: String) { all.append(Errand(id: all.count, text: text)) }
}

/// One row widget, which shows one errand after another as the list is scrolled.
final class ErrandRow: ListRow {
    private let label = Label()
    private let errands: ListModel<Errand>

    init(_ errands: ListModel<Errand>) {
        self.errands = errands
        super.init(widget: label)
    }

    override func bind(id: UInt64) {
        label.text = errands[id]?.text ?? ""
        widget.accessibleNameOfParent = label.text
    }
}

/// A window that follows the errands.
@MainActor
final class ErrandsWindow {
    private let window: Window
    private let entry = Entry(placeholder: "What is there to do?")
    private let model = ListModel<Errand>()

    init(application: Application, errands: Errands) {
        window = Window(application: application)
        entry.onActivate { entry in errands.add(entry.text) }
        let add = Button(label: "Add")
        add.onClicked { [weak self] in errands.add(self?.entry.text ?? "") }
        let list = ListView(model: model) { [model] in ErrandRow(model) }
        list.vexpand = true
        window.child = Box(.vertical, spacing: 6, [entry, add, ScrolledWindow(child: list)])
        window.setDefaultSize(width: 300, height: 400)
        redraw(self) { shown in
            shown.model.replace(errands.all)
            shown.window.title = "Errands: \(errands.all.count)"
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
