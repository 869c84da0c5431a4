/// One of a few whole numbers, each on a button of its own; the buttons are linked. Name it after what is counted: its
/// buttons are called by their numbers.
public final class StepButtons: Widget {
    private let range: ClosedRange<Int>
    private let buttons: RadioButtons

    /// Buttons for the numbers of a range, none of them down. Of a long range the first twenty.
    public init(_ range: ClosedRange<Int>) {
        self.range = range
        let box = Box(.horizontal, role: .radioGroup)
        buttons = RadioButtons(range.prefix(20).map(String.init), in: box)
        super.init(root: box)
        addClass("linked")
        addClass("steps")
        buttons.buttons.forEach(box.append)
    }

    /// The number whose button is down; a number that has none means nil. Setting it calls no handler.
    public var value: Int? {
        get { buttons.selected.map { range.lowerBound + $0 } }
        set { buttons.selected = newValue.flatMap { range.contains($0) ? $0 - range.lowerBound : nil } }
    }

    /// Runs the handler with the number when the user chooses another.
    public func onChanged(_ handler: @escaping @MainActor (Int) -> Void) {
        let first = range.lowerBound
        buttons.onChosen { handler(first + $0) }
    }

    /// Moves the keyboard to the chosen one, or to the first, and returns whether it went there.
    @discardableResult
    public func focusChosen() -> Bool { buttons.focus() }
}
