import GtkKit

/// The buttons at the lower edge of a window over another.
@MainActor
struct SecondaryBar {
    let widget = Box(.horizontal, spacing: 12)

    init(_ buttons: [Widget], start: Widget? = nil) {
        if let start { widget.append(start) }
        let space = Box()
        space.hexpand = true
        widget.append(space)
        for button in buttons { widget.append(button) }
        widget.addClass("form-bar")
    }
}

/// An answer that is given once, when its window goes; without a button it is no.
@MainActor
final class YesOrNo {
    var value = false
    private let handler: @MainActor (Bool) -> Void

    init(_ handler: @escaping @MainActor (Bool) -> Void) { self.handler = handler }

    func send() { handler(value) }
}
