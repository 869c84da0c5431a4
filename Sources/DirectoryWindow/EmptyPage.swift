import DirectoryScreens
import DirectoryWidgets
import GtkKit

/// A page shown instead of missing content, with the next step.
@MainActor
final class EmptyPage {
    let widget = Box(.vertical, spacing: 12).aligned(horizontally: .center, vertically: .center).padded(24).expanding(
        .vertical)
    private let icon = Image(iconName: "system-users-symbolic", pixelSize: 72).styled("empty-icon")
    private let title = Label.centered().styled("title-2")
    private let body = Label.centered().styled("dim-label")
    private let button = Button(label: "")
    private let other = Button(label: "")
    private var step: @MainActor () -> Void = {}
    private var otherStep: @MainActor () -> Void = {}

    init() {
        body.maxWidthChars = 28
        for button in [button, other] {
            button.halign = .center
            button.wrapLabel()
            button.isVisible = false
        }
        button.onClicked { [weak self] in self?.step() }
        other.onClicked { [weak self] in self?.otherStep() }
        for part in [icon, title, body, button, other] as [Widget] { widget.append(part) }
    }

    var sentence: String { body.text }

    var stepLabel: String? { button.isVisible ? button.label : nil }

    var isDestructive: Bool { button.isVisible && button.hasClass("destructive-action") }

    func focus() -> Bool { button.isVisible && button.grabFocus() }

    /// Shows an empty state; `step` runs when a button is clicked.
    func show(_ state: EmptyState, step: @escaping @MainActor (EmptyState.Step) -> Void) {
        show(iconName: state.iconName, title: state.title, body: state.body, button: state.stepLabel) {
            step(state.step)
        }
        guard let action = state.other else { return }
        other.label = action.label
        other.accessibleName = action.label
        other.isVisible = true
        otherStep = { step(action.step) }
    }

    /// Shows a page with a button; a nil label hides the button.
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

    /// Shows a page without buttons.
    func show(iconName: String, title: String, body: String) {
        icon.iconName = iconName
        self.title.text = title
        self.body.text = body
        self.body.isVisible = !body.isEmpty
        other.isVisible = false
    }
}
