public import GtkKit

/// A question in its own window.
public enum Question {
    /// Asks, and calls back once with the id of the answer. Escape, closing the window, and the end of `window` mean
    /// the cancel answer, or "" without one.
    /// - Returns: the question's window.
    @discardableResult
    public static func present(
        over window: Window, title: String, body: String, answers: [Answer],
        onAnswer: @escaping @MainActor (String) -> Void
    ) -> Window {
        WidgetStyle.install()
        let dialog = Window.dialog()
        var chosen = answers.first { $0.isCancel }?.id ?? ""
        dialog.title = title
        dialog.isModal = true
        dialog.resizable = false
        dialog.transientFor = window
        dialog.addClass("question-window")
        dialog.setTitlebar(emptyTitlebar())
        dialog.child = content(title, body, buttons(answers, dialog) { chosen = $0 })
        dialog.accessibleName = title
        // GTK would focus the first button, which takes Return before the default one.
        if let button = dialog.defaultWidget { dialog.focusFirst(button) }
        dialog.closesOnEscape()
        let below = window.onDestroy { [dialog = WeakWidget(dialog)] in dialog.widget?.destroy() }
        dialog.onDestroy {
            below.disconnect()
            onAnswer(chosen)
        }
        dialog.present()
        return dialog
    }

    private static func content(_ title: String, _ body: String, _ buttons: Box) -> Widget {
        let heading = wrapped(title, characters: 22)
        heading.addClass("title-2")
        let box = Box(.vertical, spacing: 12, [heading])
        if !body.isEmpty { box.append(wrapped(body)) }
        buttons.setMargins(top: 12)
        box.append(buttons)
        box.addClass("question")
        box.widthRequest = 290
        return box
    }

    private static func wrapped(_ text: String, characters: Int = 34) -> Label {
        let label = Label.centered(text)
        label.xalign = 0.5
        label.maxWidthChars = characters
        return label
    }

    private static func buttons(
        _ answers: [Answer], _ dialog: Window, _ choose: @escaping @MainActor (String) -> Void
    ) -> Box {
        let box = Box(.vertical, spacing: 6)
        for (answer, marked) in zip(answers, AccessKeys.assign(answers.map(\.label))) {
            let label = wrapped(answer.label)
            let button = Button(child: label)
            label.setText(marked: marked, for: button)
            button.accessibleName = answer.label
            if answer.style == .suggested { button.addClass("suggested-action") }
            if answer.style == .destructive { button.addClass("destructive-action") }
            button.onClicked { [dialog = WeakWidget(dialog)] in
                choose(answer.id)
                dialog.widget?.destroy()
            }
            box.append(button)
            if answer.isDefault { dialog.defaultWidget = button }
        }
        return box
    }

    private static func emptyTitlebar() -> Widget {
        let bar = Box(.horizontal)
        bar.isVisible = false
        return bar
    }
}

public nonisolated struct Answer: Equatable, Sendable {
    public enum Style: Sendable {
        case normal
        case suggested
        case destructive
    }

    /// The value passed to the callback.
    public let id: String
    public let label: String
    public let style: Style
    /// Whether Escape and closing the window mean this answer.
    public let isCancel: Bool
    /// Whether Return means this answer.
    public let isDefault: Bool

    public init(
        id: String, label: String, style: Style = .normal, isCancel: Bool = false, isDefault: Bool = false
    ) {
        self.id = id
        self.label = label
        self.style = style
        self.isCancel = isCancel
        self.isDefault = isDefault
    }
}
