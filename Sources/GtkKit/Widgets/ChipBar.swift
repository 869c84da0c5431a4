/// Pills of which one is chosen, such as queries over a list, on as many lines as they need.
public final class ChipBar: Widget {
    private let buttons: RadioButtons

    /// Pills with these labels, the first chosen.
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

    /// The index of the chosen pill, from 0. Setting it does not call handlers; an index without a pill has no effect.
    public var selected: Int {
        get { buttons.selected ?? 0 }
        set { if buttons.buttons.indices.contains(newValue) { buttons.selected = newValue } }
    }

    /// Runs the handler with the index of the pill when the user chooses another.
    public func onSelected(_ handler: @escaping @MainActor (Int) -> Void) { buttons.onChosen(handler) }

    /// Moves the keyboard to the chosen pill, or to the first, and returns whether it moved there.
    @discardableResult
    public func focusChosen() -> Bool { buttons.focus() }
}
