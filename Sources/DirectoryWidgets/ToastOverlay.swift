public import GtkKit
internal import Language

/// A widget with short messages over its lower edge, one at a time.
public final class ToastOverlay: Widget, Bin {
    private let revealer = Revealer(transition: .slideUp)
    private let label = Label.paragraph().expanding(.horizontal)
    private let buttons = Box(.horizontal, spacing: 0)
    /// An alert named after the message: GTK 4.8 reports that to assistive programs.
    private let box = Box(.horizontal, spacing: 6, role: .alert)
    private var clear: [Kept] = []
    private var unobstructed: [Widget] { clear.compactMap(\.widget) }
    private var seconds = 5.0
    private var timer: LoopTimer?

    private struct Kept { weak var widget: Widget? }

    /// A button that runs its action and closes the message.
    public typealias Action = (label: String, run: @MainActor () -> Void)

    public init(child: Widget? = nil) {
        let overlay = Overlay(child: child)
        super.init(root: overlay)
        WidgetStyle.install()
        fill()
        overlay.addOverlay(revealer) { [weak self] overlay in self?.frame(over: overlay) ?? (0, 0, 0, 0) }
    }

    private func fill() {
        box.addClass("toast")
        label.maxWidthChars = 50
        let close = Button.icon("window-close-symbolic", translated("Close"))
        for child in [label, buttons, close] as [Widget] {
            child.valign = .center
            box.append(child)
        }
        revealer.child = box
        revealer.halign = .center
        revealer.valign = .end
        close.onClicked { [weak self] in self?.dismiss() }
        box.onHover(enter: { [weak self] in self?.pause(true) }, leave: { [weak self] in self?.pause(false) })
        box.onFocusChange { [weak self] in self?.pause($0) }
    }

    /// Keeps messages above these widgets while they are visible.
    public func avoid(_ widgets: [Widget]) {
        guard !widgets.elementsEqual(unobstructed, by: { $0 === $1 }) else { return }
        clear = widgets.map(Kept.init)
        queueAllocate()
    }

    /// Shows a message for some seconds, longer while the pointer is over it or the focus in it.
    public func show(_ text: String, seconds: Double = 5, actions: [Action] = []) {
        // An alert is read when it appears.
        revealer.isRevealed = true
        label.text = text
        box.accessibleName = text
        buttons.removeAll()
        for action in actions {
            buttons.append(
                Button.labeled(action.label) { [weak self] in
                    self?.dismiss()
                    action.run()
                })
        }
        self.seconds = seconds
        startTimer()
    }

    public func dismiss() {
        timer = nil
        revealer.isRevealed = false
    }

    public var message: String? { revealer.isRevealed ? label.text : nil }

    var actionLabels: [String] { buttons.children.map { Button(root: $0).label } }

    /// The distance of the message's lower edge from the top, in pixels.
    var messageEnd: Double { (revealer.position(in: self)?.y ?? 0) + Double(revealer.height) }

    /// In the middle of the lower edge, above widgets to keep clear.
    private func frame(over overlay: Widget) -> (x: Int, y: Int, width: Int, height: Int) {
        let wanted = revealer.naturalSize(within: overlay.width)
        let x = (overlay.width - wanted.width) / 2
        var y = overlay.height - wanted.height
        // The lowest first: above it, the message may cover another one.
        let frames = unobstructed.filter(\.isMapped).compactMap { obstacle in
            obstacle.position(in: overlay).map {
                (x: Int($0.x), y: Int($0.y), width: obstacle.width, height: obstacle.height)
            }
        }
        for obstacle in frames.sorted(by: { $0.y > $1.y })
        where obstacle.x < x + wanted.width && x < obstacle.x + obstacle.width && obstacle.y < y + wanted.height
            && y < obstacle.y + obstacle.height
        {
            y = obstacle.y - wanted.height
        }
        return (x, max(0, y), wanted.width, wanted.height)
    }

    private func pause(_ isPaused: Bool) {
        if isPaused { timer = nil } else if revealer.isRevealed { startTimer() }
    }

    private func startTimer() { timer = MainLoop.after(seconds: seconds) { [weak self] in self?.dismiss() } }
}
