import DirectoryScreens
import DirectoryWidgets
import GtkKit
import Language

/// A value of a record with its label, and a button that copies it. Ctrl+C copies the focused value.
struct DetailRow {
    let widget = Box(.horizontal, spacing: 6).styled("field-row")
    /// The focusable widgets, in order.
    let stops: [Widget]

    init(_ line: DetailContent.Line, labels: (WidthGroup, SideBySideGroup), screen: CollectionScreen) {
        let parts = line.parts
        let value: Widget
        switch line.value {
        case .text:
            stops = parts.map { Self.text($0, label: line.isLabeled ? line.label : nil, screen) }
            value = stops.first ?? Label()
            for stop in stops { Self.copies(stop) { Desktop.copy(screen.copyTapped(line)) } }
        case .chips: (value, stops) = Self.wrapped(parts, "chip", screen)
        case .badges: (value, stops) = Self.wrapped(parts, "badge", screen)
        }
        build(line, value, labels, screen)
    }

    /// Copies with Ctrl+C.
    private static func copies(_ stop: Widget, _ copy: @escaping @MainActor () -> Void) {
        stop.onKey(phase: .capture) { [weak stop] key in
            // A label copies its own selection.
            guard key == Key("c", control: true), (stop as? Label)?.hasSelection != true else { return false }
            copy()
            return true
        }
    }

    private func build(
        _ line: DetailContent.Line, _ value: Widget, _ labels: (widths: WidthGroup, sides: SideBySideGroup),
        _ screen: CollectionScreen
    ) {
        let copy = Button.icon("edit-copy-symbolic", translated("Copy \(line.label)")).styled("flat", "copy").aligned(
            vertically: .center)
        // The keyboard has Ctrl+C.
        copy.focusable = false
        copy.onClicked { Desktop.copy(screen.copyTapped(line)) }
        let both =
            line.isLabeled
            ? SideBySide(Self.label(line.label, labels.widths), value, claim: 2, group: labels.sides) : value
        both.hexpand = true
        widget.append(both)
        if let problem = line.problem {
            let mark = Image(iconName: "dialog-warning-symbolic").styled("warning").aligned(vertically: .center)
            mark.tooltip = problem
            mark.accessibleName = problem
            widget.append(mark)
        }
        widget.append(copy)
    }

    private static func label(_ text: String, _ labels: WidthGroup) -> Label {
        let label = Label.paragraph(text).styled("dim-label").aligned(vertically: .center)
        label.yalign = 0
        labels.add(label)
        return label
    }

    /// A selectable text, or a link.
    private static func text(_ part: DetailValue, label: String?, _ screen: CollectionScreen) -> Widget {
        let text = Label.paragraph(part.text).expanding(.horizontal)
        text.isolateDirection()
        guard let target = part.target else {
            text.selectable = true
            return text
        }
        let button = link(part, target, text, screen)
        button.addClass("value-link")
        if let label { button.accessibleName = translated("\(label): \(part.text)") }
        button.hexpand = true
        button.valign = .center
        return button
    }

    /// A button that follows a link.
    static func link(_ part: DetailValue, _ target: DetailTarget, _ content: Widget, _ screen: CollectionScreen)
        -> Button
    {
        let button = Button(child: content)
        button.onClicked { screen.follow(target) }
        button.tooltip = target.text
        button.accessibleName = part.text
        button.accessibleDescription = target.text
        return button
    }

    /// Values on as many lines as needed, each focusable; links are buttons.
    static func wrapped(
        _ parts: [DetailValue], _ look: String, lines: WrapBox.Alignment = .start, _ screen: CollectionScreen
    ) -> (Widget, [Widget]) {
        let box = WrapBox(spacing: 6, lineSpacing: 6, lines: lines).expanding(.horizontal).aligned(vertically: .center)
        var stops: [Widget] = []
        for part in parts {
            let label = Label(part.text).ellipsized()
            label.isolateDirection()
            let content = part.iconName.map { Box(.horizontal, spacing: 6, [Image(iconName: $0), label]) } ?? label
            let shown = part.target.map { link(part, $0, content, screen) } ?? content
            shown.addClass(look)
            shown.focusable = true
            shown.accessibleName = part.text
            copies(shown) { Desktop.copy(screen.copyTapped(part)) }
            stops.append(shown)
            box.append(shown)
        }
        return (box, stops)
    }
}
