import DirectoryScreens
import GtkKit

/// Stands in the place of something that is not there: what it is, and the next step.
@MainActor
final class EmptyPage {
    let widget = Box(.vertical, spacing: 12)
    private let icon = Image(iconName: "system-users-symbolic", pixelSize: 72)
    private let title = Label()
    private let body = Label()
    private let button = Button(label: "")
    private var step: @MainActor () -> Void = {}

    init() {
        widget.valign = .center
        widget.halign = .center
        widget.margin(24)
        icon.addClass("empty-icon")
        title.addClass("title-2")
        title.wrap = true
        title.isCentered = true
        body.wrap = true
        body.isCentered = true
        body.maxWidthChars = 28
        body.addClass("dim-label")
        button.halign = .center
        button.onClicked { [weak self] in self?.step() }
        for part in [icon, title, body, button] as [Widget] { widget.append(part) }
        button.isVisible = false
    }

    /// What it says under its title.
    var sentence: String { body.text }

    /// What the button says, or nil where there is none.
    var stepLabel: String? { button.isVisible ? button.label : nil }

    /// True where the button takes something away.
    var isDestructive: Bool { button.isVisible && button.hasClass("destructive-action") }

    /// Puts the keyboard on the button.
    func focus() -> Bool { button.isVisible && button.grabFocus() }

    /// Says what is missing; `step` runs when its button is clicked.
    func show(_ state: EmptyState, step: @escaping @MainActor () -> Void) {
        show(
            iconName: state.iconName, title: state.title, body: state.body, button: state.stepLabel, step: step)
    }

    /// Says what is there instead, and what the button does; without a label there is no button.
    func show(
        iconName: String, title: String, body: String, button label: String?, isDestructive: Bool = false,
        step: @escaping @MainActor () -> Void
    ) {
        show(iconName: iconName, title: title, body: body)
        button.setClass("suggested-action", on: !isDestructive)
        button.setClass("destructive-action", on: isDestructive)
        button.label = label ?? ""
        button.accessibleName = label ?? ""
        button.isVisible = label != nil
        self.step = step
    }

    /// Says what is missing, with no next step.
    func show(iconName: String, title: String, body: String) {
        icon.iconName = iconName
        self.title.text = title
        self.body.text = body
    }
}
