/// One of a few whole numbers, each on its own button; the buttons are linked. Name the widget after what is counted:
/// the names of its buttons are only their numbers.
public final class StepButtons: Widget {
    private let range: ClosedRange<Int>
    private let buttons: RadioButtons

    /// Buttons for the numbers of a range, all of them up. Of a long range the first twenty.
    public init(_ range: ClosedRange<Int>) {
        self.range = range
        let box = Box(.horizontal, role: .radioGroup)
        buttons = RadioButtons(range.prefix(20).map(String.init), in: box)
        super.init(root: box)
        addClass("linked")
        addClass("steps")
        buttons.buttons.forEach(box.append)
    }

    /// The number whose button is down; nil means no button, as does a number without one. Setting it does
    /// not call handlers.
    public var value: Int? {
        get { buttons.selected.map { range.lowerBound + $0 } }
        set { buttons.selected = newValue.flatMap { range.contains($0) ? $0 - range.lowerBound : nil } }
    }

    /// Runs the handler with the number when the user chooses another.
    public func onChanged(_ handler: @escaping @MainActor (Int) -> Void) {
        let first = range.lowerBound
        buttons.onChosen { handler(first + $0) }
    }

    /// Moves the keyboard to the chosen button, or to the first, and returns whether it moved there.
    @discardableResult
    public func focusChosen() -> Bool { buttons.focus() }
}
