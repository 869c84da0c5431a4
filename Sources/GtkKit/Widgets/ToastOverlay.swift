internal import CGtk
internal import CGtkShim
internal import Language

/// A widget over whose lower edge short messages slide in. A new message takes the place of the one before.
public final class ToastOverlay: Widget {
    private let toast: Toast

    /// An overlay over a widget.
    public init(child: Widget? = nil) {
        let overlay = Overlay(child: child)
        toast = Toast()
        super.init(root: overlay)
        overlay.addOverlay(toast.revealer)
        keep(toast, as: "toast")
    }

    /// The widget underneath.
    public var child: Widget? {
        get { gtk_overlay_get_child(pointer).map { Widget(handle: WidgetHandle($0)) } }
        set { gtk_overlay_set_child(pointer, newValue?.widget) }
    }

    /// Shows a message for so many seconds, and longer while the pointer rests on it. With an action label it has a
    /// button, which runs the action and closes the message.
    public func show(
        _ text: String, actionLabel: String? = nil, seconds: Double = 5, action: (@MainActor () -> Void)? = nil
    ) {
        toast.show(text, actionLabel: actionLabel, seconds: seconds, action: action)
    }

    /// Takes the message away.
    public func dismiss() { toast.dismiss() }

    /// The message shown, or nil.
    public var message: String? { toast.revealer.isRevealed ? toast.label.text : nil }
}

/// The message: a label, a button for its action, a button to close it.
@MainActor
private final class Toast {
    let revealer = Revealer(transition: .slideUp)
    let label = Label()
    private let actionButton = Button(label: "")
    /// Has the role of an alert, and is called what the message says: GTK 4.8 tells assistive programs of that.
    private let box = Toast.alertBox()
    private var action: (@MainActor () -> Void)?
    private var seconds = 5.0
    private var timer: LoopTimer?

    init() {
        label.wrap = true
        label.xalign = 0
        label.maxWidthChars = 50
        label.hexpand = true
        let close = Button(iconName: "window-close-symbolic")
        close.setAccessibleName(translated("Close"))
        close.tooltip = translated("Close")
        for child in [label, actionButton, close] as [Widget] {
            child.valign = .center
            box.append(child)
        }
        revealer.child = box
        revealer.halign = .center
        revealer.valign = .end
        connect(box, close)
    }

    func show(_ text: String, actionLabel: String?, seconds: Double, action: (@MainActor () -> Void)?) {
        // An alert is heard when it is there.
        revealer.isRevealed = true
        label.text = text
        box.setAccessibleName(text)
        actionButton.label = actionLabel ?? ""
        actionButton.isVisible = actionLabel != nil
        (self.action, self.seconds) = (action, seconds)
        startTimer()
    }

    func dismiss() {
        timer = nil
        action = nil
        revealer.isRevealed = false
    }

    private func connect(_ box: Box, _ close: Button) {
        close.onClicked { [weak self] in self?.dismiss() }
        actionButton.onClicked { [weak self] in
            let action = self?.action
            self?.dismiss()
            action?()
        }
        box.onHover(
            enter: { [weak self] in self?.timer = nil },
            leave: { [weak self] in
                if let self, self.revealer.isRevealed { self.startTimer() }
            })
    }

    private func startTimer() { timer = MainLoop.after(seconds: seconds) { [weak self] in self?.dismiss() } }

    private static func alertBox() -> Box {
        let role = gtkkit_new_with_role(gtk_box_get_type(), GTK_ACCESSIBLE_ROLE_ALERT)
        let box = role.map { Box(handle: WidgetHandle($0.assumingMemoryBound(to: GtkWidget.self))) } ?? Box()
        box.orientation = .horizontal
        box.spacing = 6
        box.addClass("toast")
        return box
    }
}
