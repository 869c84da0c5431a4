import DirectoryScreens
import DirectoryWidgets
import GtkKit
import Language

/// The actions on a record as large round buttons with their words below; one Tab stop.
@MainActor
final class ActBar {
    let widget = WrapBox(spacing: 6, lineSpacing: 12, lines: .center)
    private let group: FocusGroup
    private var shown: [ActionID]?
    private let toggleWords = ActBar.words("")
    private var toggle: Button?

    init() {
        group = FocusGroup(in: widget)
        widget.addClass("acts")
    }

    /// Shows these actions.
    /// - Parameter toggle: the label for flipping the record's flag.
    func show(_ acts: [ActionID], toggle label: String) {
        toggleWords.text = label
        toggle?.accessibleName = label
        guard acts != shown else { return }
        shown = acts
        widget.isVisible = !acts.isEmpty
        widget.removeAll()
        let buttons = acts.map(button)
        buttons.forEach(widget.append)
        group.set([buttons])
    }

    /// Puts the keyboard on the first button; false where there is none.
    func focus() -> Bool { group.focus() }

    private func button(_ id: ActionID) -> Widget {
        let look = Self.look(id)
        let label = id == .toggle ? toggleWords : Self.words(look.label)
        let button = Button(child: Self.content(Image(iconName: look.icon, pixelSize: 20), label))
        button.addClass("act")
        button.setAction(id)
        button.tooltip = look.tip
        button.accessibleName = id == .toggle ? toggleWords.text : look.name
        if id == .toggle { toggle = button }
        return button
    }

    private static func content(_ icon: Image, _ label: Label) -> Box {
        icon.addClass("disc")
        icon.halign = .center
        return Box(.vertical, spacing: 6, [icon, label])
    }

    private static func words(_ text: String) -> Label {
        let label = Label(text)
        label.addClass("caption")
        label.wrap = true
        label.isCentered = true
        label.maxWidthChars = 10
        return label
    }

    /// The icon of an action, its word under the button, its name for screen readers, and its tooltip.
    private static func look(_ id: ActionID) -> (icon: String, label: String, name: String, tip: String) {
        let name = WindowAction.of(id)?.label ?? ""
        switch id {
        case .email:
            return ("mail-unread-symbolic", name, name, WindowAction.tip(id, translated("Write an Email")))
        case .copyEmail:
            let tip = WindowAction.tip(id, translated("Copy Email Address"))
            return ("edit-copy-symbolic", name, name, tip)
        case .showCode: return ("duke-directory-qr-symbolic", translated("QR Code"), name, WindowAction.tip(id))
        case .share:
            let tip = WindowAction.tip(id, translated("Save a Contact File to Send"))
            return ("duke-directory-share-symbolic", translated("Share"), name, tip)
        case .toggle: return ("object-select-symbolic", "", name, WindowAction.tip(id))
        default: return ("document-edit-symbolic", name, name, WindowAction.tip(id))
        }
    }
}
