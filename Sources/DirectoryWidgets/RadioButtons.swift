public import GtkKit

/// Toggle buttons of which at most one is down. Tab reaches one of them; arrow keys, Home, and End choose others, as
/// with radio buttons.
final class RadioButtons {
    let buttons: [ToggleButton]
    private var handlers: [@MainActor (Int) -> Void] = []
    private var isQuiet = false

    /// The container keeps this object.
    init(_ labels: [String], in container: Widget) {
        buttons = labels.map { ToggleButton(radio: $0) }
        container.attach(self, as: "radio-buttons")
        for (index, button) in buttons.enumerated() {
            if index > 0 { button.join(buttons[0]) }
            button.onToggled { [weak self] isDown in self?.toggled(index, isDown) }
        }
        container.onKey { [weak self] key in self?.pressed(key) ?? false }
        updateAccessibility()
    }

    /// The index of the active button. Setting it does not call handlers.
    var selected: Int? {
        get { buttons.firstIndex { $0.isActive } }
        set {
            guard newValue != selected else { return }
            isQuiet = true
            defer { isQuiet = false }
            if let newValue, buttons.indices.contains(newValue) {
                buttons[newValue].isActive = true
            } else if let selected {
                buttons[selected].isActive = false
            }
        }
    }

    /// Runs the handler when the user chooses another button.
    func onChosen(_ handler: @escaping @MainActor (Int) -> Void) { handlers.append(handler) }

    private func toggled(_ index: Int, _ isDown: Bool) {
        updateAccessibility()
        guard isDown else { return }
        // Tab must not reach two of them.
        if !isQuiet || buttons.contains(where: \.hasFocus) { buttons[index].grabFocus() }
        if !isQuiet { for handler in handlers { handler(index) } }
    }

    /// Focuses the button that Tab reaches; false if it cannot.
    func focus() -> Bool { buttons.first(where: \.focusable)?.grabFocus() ?? false }

    /// Updates the buttons for assistive programs and Tab.
    private func updateAccessibility() {
        let reached = selected ?? 0
        for (index, button) in buttons.enumerated() {
            button.setAccessibleChecked(button.isActive)
            button.focusable = index == reached
        }
    }

    private func pressed(_ key: Key) -> Bool {
        guard !key.control, !key.alt, let focused = buttons.firstIndex(where: \.hasFocus) ?? selected else {
            return false
        }
        let last = buttons.count - 1
        switch key.name {
        case "Left", "Up": buttons[max(0, focused - 1)].isActive = true
        case "Right", "Down": buttons[min(last, focused + 1)].isActive = true
        case "Home": buttons[0].isActive = true
        case "End": buttons[last].isActive = true
        default:
            guard let named = buttons.first(where: { $0.label == key.name }) else { return false }
            named.isActive = true
        }
        return true
    }
}

/// One of a few whole numbers on linked buttons. Name the widget after what is counted: the buttons' names are numbers.
public final class StepButtons: Widget {
    private let range: ClosedRange<Int>
    private let buttons: RadioButtons

    /// The first twenty numbers of the range, none chosen.
    public init(_ range: ClosedRange<Int>) {
        self.range = range
        let box = Box(.horizontal, role: .radioGroup)
        buttons = RadioButtons(range.prefix(20).map(String.init), in: box)
        super.init(root: box)
        addClass("linked")
        addClass("steps")
        buttons.buttons.forEach(box.append)
    }

    /// The chosen number; nil without one. Setting it does not call handlers.
    public var value: Int? {
        get { buttons.selected.map { range.lowerBound + $0 } }
        set { buttons.selected = newValue.flatMap { range.contains($0) ? $0 - range.lowerBound : nil } }
    }

    /// Runs the handler when the user chooses another number.
    public func onChanged(_ handler: @escaping @MainActor (Int) -> Void) {
        let first = range.lowerBound
        buttons.onChosen { handler(first + $0) }
    }

    @discardableResult
    public func focusChosen() -> Bool { buttons.focus() }
}

/// Pills, one of them chosen, on as many lines as needed.
public final class ChipBar: Widget {
    private let buttons: RadioButtons

    /// The first pill is chosen.
    public init(_ labels: [String]) {
        let wrap = WrapBox(role: .radioGroup, spacing: 6)
        buttons = RadioButtons(labels, in: wrap)
        super.init(root: wrap)
        addClass("chips")
        for button in buttons.buttons {
            button.addClass("chip")
            button.wrapLabel()
            wrap.append(button)
        }
        selected = 0
    }

    /// The index of the chosen pill. Setting it does not call handlers; an invalid index is ignored.
    public var selected: Int {
        get { buttons.selected ?? 0 }
        set { if buttons.buttons.indices.contains(newValue) { buttons.selected = newValue } }
    }

    /// Runs the handler when the user chooses another pill.
    public func onSelected(_ handler: @escaping @MainActor (Int) -> Void) { buttons.onChosen(handler) }

    @discardableResult
    public func focusChosen() -> Bool { buttons.focus() }
}
