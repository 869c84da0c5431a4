public import GtkKit

extension Widget {
    /// Adds style classes.
    public func styled(_ classes: String...) -> Self {
        classes.forEach(addClass)
        return self
    }

    /// Takes the remaining room.
    public func expanding(_ way: Orientation) -> Self {
        if way == .horizontal { hexpand = true } else { vexpand = true }
        return self
    }

    public func aligned(horizontally: Align? = nil, vertically: Align? = nil) -> Self {
        if let horizontally { halign = horizontally }
        if let vertically { valign = vertically }
        return self
    }

    /// Sets the name for assistive programs.
    public func named(_ name: String) -> Self {
        accessibleName = name
        return self
    }

    /// Clips children to the widget.
    public func clipped() -> Self {
        overflowHidden = true
        return self
    }

    /// Adds a margin, in pixels.
    public func padded(_ pixels: Int) -> Self {
        margin(pixels)
        return self
    }
}

extension Label {
    /// Cuts the text at the end instead of widening its container.
    public func ellipsized() -> Self {
        ellipsize = .end
        return self
    }

    /// A wrapped text, aligned at the start.
    public static func paragraph(_ text: String = "") -> Label {
        let label = line(text)
        label.wrap = true
        return label
    }

    /// A wrapped, centered text.
    public static func centered(_ text: String = "") -> Label {
        let label = Label(text)
        label.wrap = true
        label.isCentered = true
        return label
    }

    public static func line(_ text: String = "") -> Label {
        let label = Label(text)
        label.xalign = 0
        return label
    }

    /// Shows a text; without one, hides the label.
    public func show(_ text: String?) {
        self.text = text ?? ""
        isVisible = text?.isEmpty == false
    }

    /// Follows a text; without one, the label is hidden.
    public func showing(_ text: @escaping @MainActor () -> String?) -> Label { bind(to: text) { $0.show($1) } }

    /// Names a widget, and focuses it with the access key in the marked text.
    public func naming(_ target: Widget, _ marked: String) -> Label {
        target.accessibleName = AccessKeys.plain(marked)
        setText(marked: marked, for: target)
        return self
    }
}

extension Button {
    /// An icon button named by its tooltip.
    public static func icon(_ iconName: String, _ name: String) -> Button {
        let button = Button(iconName: iconName)
        button.tooltip = name
        button.accessibleName = name
        return button
    }

    public static func labeled(_ label: String, _ clicked: @escaping @MainActor () -> Void) -> Button {
        Button(label: label).onClicked(clicked)
    }

    /// A button that closes its window.
    public static func closing(_ label: String) -> Button {
        let button = Button(label: label)
        button.setAction("window.close")
        return button
    }
}
