import DirectoryScreens
import DirectoryWidgets
import GtkKit
import Language

/// Opens a `PreviewScreen` in a window.
/// - Parameter ended: runs once, with true to apply the changes.
func previewWindow(
    _ screen: PreviewScreen, over parent: Window, ended: @escaping @MainActor (_ applies: Bool) -> Void
) -> Window {
    var applies = false
    let apply = applyButton(screen).onClicked { button in
        applies = true
        button.root?.close()
    }
    let cancel = Button.closing(screen.hasAnything ? translated("Cancel") : translated("Close"))
    let window = Window.secondary(title: screen.title, over: parent, width: 480, height: 520)
        .presented {
            ended(applies)
        } content: {
            Box(spacing: 12) {
                Label.paragraph().styled("title-4").bind(\.text) { screen.text }
                    .set(\.accessibleDescription, to: translated("Summary of the selected changes"))
                ScrolledWindow(child: changes(screen)).expanding(.vertical)
                if screen.source == .download { reviewsNextTime(screen) }
            }.expanding(.vertical).padded(18)
            buttonBar([cancel, apply])
        }
    guard screen.canApply else { return window.setDefault(screen.hasAnything ? apply : cancel, focus: cancel) }
    return window.setDefault(apply, unlessTypingIn: parent, cancel: cancel)
}

private func applyButton(_ screen: PreviewScreen) -> Button {
    Button(label: screen.source == .download ? translated("Apply") : translated("Import")).styled("suggested-action")
        .set(\.isVisible, to: screen.hasAnything).sensitive { screen.canApply }
}

private func reviewsNextTime(_ screen: PreviewScreen) -> Widget {
    let button = CheckButton(label: translated("Review changes before downloading"))
    button.wrapsLabel()
    return button.set(\.isActive, to: screen.asksNextTime).onToggled(screen.asksNextTimeToggled)
}

/// What was not read, the unknown columns, and the changes.
private func changes(_ screen: PreviewScreen) -> Widget {
    Box(spacing: 12) {
        Label.paragraph().showing {
            [screen.problem, screen.groupsMessage, screen.unreadMessage].compactMap(\.self).joined(separator: "\n")
        }
        Box(spacing: 6).forEach(in: { screen.columns }) { fields(for: $0, screen) }
            .shown { !screen.columns.isEmpty }
        // An empty list needs no frame.
        Box().forEach(in: { rows(of: screen) }) { row in
            Box(.horizontal).styled("field-row").rebuilt(for: { row.item }) { content(of: $0, screen) }
        }.styled("field-list").shown { !rows(of: screen).isEmpty }
    }
}

/// The field that an unknown column is read as.
private func fields(for column: ObservedItem<PreviewScreen.Column>, _ screen: PreviewScreen) -> Widget {
    let id = column.id
    return Box(.horizontal, spacing: 10) {
        Label.line(column.name).expanding(.horizontal).ellipsized()
        DropDown(screen.options, searchName: translated("Search fields"))
            .named(translated("Read “\(column.name)” as"))
            .bind(\.selected) { column.option }
            .onSelected { screen.columnAssigned(id, to: $0) }
    }
}

private enum PreviewRow: Equatable, Identifiable {
    case change(PreviewScreen.Line)
    /// How many more changes there are.
    case more(Int)
    case note(Int, String, badge: String)

    var id: String {
        switch self {
        case .change(let line): "change \(line.id)"
        case .more: "more"
        case .note(let number, _, _): "note \(number)"
        }
    }
}

private func rows(of screen: PreviewScreen) -> [PreviewRow] {
    let count = screen.untoldRejectedCount
    let more = translated(count, one: "and \(count) more skipped", many: "and \(count) more skipped")
    let notes =
        screen.leftOut.map { ($0, translated("Not Imported")) }
        + (screen.rejected + (count > 0 ? [more] : [])).map { ($0, translated("Skipped")) }
    return screen.lines.map(PreviewRow.change) + (screen.omittedCount > 0 ? [.more(screen.omittedCount)] : [])
        + notes.enumerated().map { .note($0.offset, $0.element.0, badge: $0.element.1) }
}

@MainActor @WidgetBuilder
private func content(of row: PreviewRow, _ screen: PreviewScreen) -> [Widget] {
    switch row {
    case .change(let line): change(line, screen)
    case .more(let count):
        Label(translated(count, one: "and \(count) more", many: "and \(count) more"))
            .styled("dim-label").padded(6).expanding(.horizontal)
    case .note(_, let text, let badge):
        Box(.horizontal, spacing: 10) {
            Label.paragraph(text).expanding(.horizontal)
            Label(badge).styled("badge").aligned(vertically: .start)
        }
    }
}

/// A change with its tick, or with Merge, Add, and Skip for a record that looks like one here.
private func change(_ line: PreviewScreen.Line, _ screen: PreviewScreen) -> Widget {
    let isShort = line.differences.isEmpty
    let text = line.texts.aligned(vertically: isShort ? .center : .fill)
    if !line.choices.isEmpty {
        text.append(
            DropDown(line.choices.map(\.label))
                .aligned(horizontally: .start)
                .named(translated("What to do with \(line.title)"))
                .set(\.selected, to: line.choices.firstIndex(of: screen.choice(for: line.id)) ?? 0)
                .onSelected { screen.chosen(line.choices[$0], for: line.id) })
    }
    return Box(.horizontal, spacing: 10) {
        if line.choices.isEmpty {
            CheckButton()
                .aligned(vertically: isShort ? .center : .start)
                .named("\(line.word) \(line.title)")
                .bind(\.isActive) { !screen.skipped.contains(line.id) }
                .onToggled { screen.ticked(line.id, isTicked: $0) }
        }
        text
    }
}

extension ChangedLine {
    /// The record's name with a badge, and the fields that change.
    var texts: Box {
        let kind = Label(word).styled("badge").aligned(vertically: .start)
        kind.setClass("going", on: isRemoval)
        return Box(spacing: 2) {
            SideBySide(
                Label.paragraph(title).styled("heading").expanding(.horizontal), kind, wide: .first, spacing: 6)
            for difference in differences { Label.paragraph(difference).styled("dim-label") }
        }
    }
}
