import GtkKit
import Observation

struct Errand: Identifiable, Equatable {
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

/// Opens a window that follows the errands. Only GTK holds its widgets.
@MainActor
func openErrands(_ errands: Errands, application: Application) {
    let window = Window(application: application).bind(\.title) { "Errands: \(errands.all.count)" }
    let entry = Entry(placeholder: "What is there to do?").onActivate { entry in errands.add(entry.text) }
    let model = ListModel<Errand>()
    window.child = Box(spacing: 6) {
        entry
        Button(label: "Add").onClicked { errands.add(entry.text) }
        Label("Nothing to do").shown { errands.all.isEmpty }
        ScrolledWindow(child: ListView(model: model) { ErrandRow(model) })
            .set(\.vexpand, to: true)
            .bind(to: { errands.all }) { model.replace($1) }
    }
    window.setDefaultSize(width: 300, height: 400)
    window.present()
}

@main
struct GtkKitExample {
    @MainActor
    static func main() {
        let application = Application(id: "io.github.dukedirectory.GtkKitExample")
        let errands = Errands()
        var isOpen = false
        _ = application.run {
            if !isOpen { openErrands(errands, application: application) }
            isOpen = true
        }
    }
}
