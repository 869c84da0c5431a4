public import GtkKit

extension Widget {
    /// The same widget in these classes of the style sheet.
    public func styled(_ classes: String...) -> Self {
        classes.forEach(addClass)
        return self
    }

    /// The same widget, which takes the room that is left.
    public func expanding(_ way: Orientation) -> Self {
        if way == .horizontal { hexpand = true } else { vexpand = true }
        return self
    }

    public func aligned(horizontally: Align? = nil, vertically: Align? = nil) -> Self {
        if let horizontally { halign = horizontally }
        if let vertically { valign = vertically }
        return self
    }

    /// The same widget with so much space around it.
    public func padded(_ pixels: Int) -> Self {
        margin(pixels)
        return self
    }
}

extension Label {
    /// A text that goes on on the next line, at the start.
    public static func paragraph(_ text: String = "") -> Label {
        let label = line(text)
        label.wrap = true
        return label
    }

    /// A text that goes on on the next line, in the middle.
    public static func centered(_ text: String = "") -> Label {
        let label = Label(text)
        label.wrap = true
        label.isCentered = true
        return label
    }

    /// A text at the start.
    public static func line(_ text: String = "") -> Label {
        let label = Label(text)
        label.xalign = 0
        return label
    }
}

extension Button {
    /// A button that shows only an icon, whose name is its tooltip, too.
    public static func icon(_ iconName: String, _ name: String) -> Button {
        let button = Button(iconName: iconName)
        button.tooltip = name
        button.accessibleName = name
        return button
    }

    /// A button with a label, and what it does.
    public static func labeled(_ label: String, _ clicked: @escaping @MainActor () -> Void) -> Button {
        let button = Button(label: label)
        button.onClicked(clicked)
        return button
    }
}
