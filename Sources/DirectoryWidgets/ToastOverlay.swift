public import GtkKit
internal import Language

/// A widget over whose lower edge short messages slide in. A new message takes the place of the one before.
public final class ToastOverlay: Widget {
    private let toast: Toast

    /// A button of a message: it runs its action and closes the message.
    public struct Action {
        let label: String
        let body: @MainActor () -> Void

        /// A button that says `label`.
        public init(_ label: String, _ body: @escaping @MainActor () -> Void) {
            (self.label, self.body) = (label, body)
        }
    }

    /// An overlay over a widget.
    public init(child: Widget? = nil) {
        let overlay = Overlay(child: child)
        toast = Toast()
        super.init(root: overlay)
        WidgetStyle.install()
        keep(toast, as: "toast")
        overlay.addOverlay(toast.revealer) { [weak toast] overlay in toast?.place(over: overlay) ?? (0, 0, 0, 0) }
    }

    /// Messages stand above this widget for as long as it is seen, and never over it.
    public func stayAbove(_ bar: Widget?) {
        guard bar !== toast.bar else { return }
        toast.bar = bar
        queueAllocate()
    }

    /// The widget underneath.
    public var child: Widget? {
        get { Overlay(root: self).child }
        set { Overlay(root: self).child = newValue }
    }

    /// Shows a message for so many seconds, and longer while the pointer rests on it, with a button for each action.
    public func show(_ text: String, seconds: Double = 5, actions: [Action] = []) {
        toast.show(text, seconds: seconds, actions: actions)
    }

    /// Takes the message away.
    public func dismiss() { toast.dismiss() }

    /// The message shown, or nil.
    public var message: String? { toast.revealer.isRevealed ? toast.label.text : nil }

    /// What its buttons say, the one that closes it left out.
    var actionLabels: [String] { toast.buttons.children.map { Button(root: $0).label } }

    /// How far below the overlay's upper edge the message ends, in pixels.
    var messageEnd: Double { (toast.revealer.place(in: self)?.y ?? 0) + Double(toast.revealer.height) }
}

/// The message: a label, a button for each of its actions, a button to close it.
@MainActor
private final class Toast {
    let revealer = Revealer(transition: .slideUp)
    let label = Label()
    let buttons = Box(.horizontal, spacing: 0)
    /// What the message stands above, while it is seen.
    weak var bar: Widget?
    /// Has the role of an alert, and is called what the message says: GTK 4.8 tells assistive programs of that.
    private let box = Toast.alertBox()
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
        for child in [label, buttons, close] as [Widget] {
            child.valign = .center
            box.append(child)
        }
        revealer.child = box
        revealer.halign = .center
        revealer.valign = .end
        connect(box, close)
    }

    func show(_ text: String, seconds: Double, actions: [ToastOverlay.Action]) {
        // An alert is heard when it is there.
        revealer.isRevealed = true
        label.text = text
        box.setAccessibleName(text)
        buttons.removeAll()
        for action in actions {
            let button = Button(label: action.label)
            button.onClicked { [weak self] in
                self?.dismiss()
                action.body()
            }
            buttons.append(button)
        }
        self.seconds = seconds
        startTimer()
    }

    func dismiss() {
        timer = nil
        revealer.isRevealed = false
    }

    /// At the lower edge, in the middle, and above the bar where there is one.
    func place(over overlay: Widget) -> (x: Int, y: Int, width: Int, height: Int) {
        let wanted = revealer.naturalSize(within: overlay.width)
        let bottom = (bar?.isMapped == true ? bar?.place(in: overlay)?.y : nil).map { Int($0) } ?? overlay.height
        let y = max(0, min(bottom, overlay.height) - wanted.height)
        return ((overlay.width - wanted.width) / 2, y, wanted.width, wanted.height)
    }

    private func connect(_ box: Box, _ close: Button) {
        close.onClicked { [weak self] in self?.dismiss() }
        box.onHover(
            enter: { [weak self] in self?.timer = nil },
            leave: { [weak self] in
                if let self, self.revealer.isRevealed { self.startTimer() }
            })
    }

    private func startTimer() { timer = MainLoop.after(seconds: seconds) { [weak self] in self?.dismiss() } }

    private static func alertBox() -> Box {
        let box = Box(.horizontal, spacing: 6, role: .alert)
        box.addClass("toast")
        return box
    }
}
