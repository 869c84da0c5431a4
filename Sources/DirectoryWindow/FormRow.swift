import DirectoryModel
import DirectoryScreens
import GtkKit

/// One field of a form: its label, what it is changed with, what the form says of it.
@MainActor
final class FormRow {
    /// What happens when somebody writes.
    struct Hooks {
        let typed: @MainActor (String) -> Void
        let left: @MainActor () -> Void
        /// Return was pressed.
        let next: @MainActor () -> Void
    }

    let widget = Box(.horizontal, spacing: 6)
    private let label: Label
    private let column = Box(.vertical, spacing: 4)
    private let note = Label()
    private let chips = WrapBox(spacing: 6, lineSpacing: 6)
    private let value: Value
    private let look: String
    private var shownChips: [String] = []
    private var shownNote: FormEntry.Note?
    /// True while the form changes what is shown: GTK tells of the empty text in between, which nobody typed.
    private var isUpdating = false

    private enum Value {
        case entry(Entry)
        case choice(DropDown)
        case fixed(Label)

        var widget: Widget {
            switch self {
            case .entry(let entry): entry
            case .choice(let list): list
            case .fixed(let label): label
            }
        }
    }

    init(_ entry: FormEntry, completions: [String], hooks: Hooks) {
        label = Label(entry.label)
        value = Self.value(of: entry, completions)
        look = entry.editor == .list ? "badge" : "chip"
        build(isName: entry.editor == .text(.name))
        connect(entry, hooks)
    }

    private static func value(of entry: FormEntry, _ completions: [String]) -> Value {
        guard !entry.isLocked else { return .fixed(Label(entry.text)) }
        if !entry.options.isEmpty { return .choice(DropDown(entry.options.map(\.label))) }
        let line = Entry()
        switch entry.editor {
        case .text(.email): line.inputPurpose = .email
        case .text(.name): line.inputPurpose = .name
        case .number: line.inputPurpose = .digits
        default: break
        }
        if !completions.isEmpty { line.setCompletions(completions) }
        return .entry(line)
    }

    private func build(isName: Bool) {
        label.xalign = 0
        label.addClass("dim-label")
        note.xalign = 0
        note.wrap = true
        note.addClass("form-note")
        note.isVisible = false
        chips.isVisible = false
        value.widget.hexpand = true
        value.widget.accessibleName = label.text
        if case .fixed(let text) = value {
            text.xalign = 0
            text.setMargins(top: 8)
        }
        if isName {
            widget.addClass("name-row")
            label.addClass("caption")
            value.widget.addClass("title-entry")
            column.append(label)
        } else {
            label.widthChars = 11
            label.valign = .start
            label.setMargins(top: 8)
            widget.addClass("field-row")
            widget.append(label)
        }
        for part in [value.widget, chips, note] as [Widget] { column.append(part) }
        column.hexpand = true
        widget.append(column)
        widget.addClass("form-row")
    }

    private func connect(_ entry: FormEntry, _ hooks: Hooks) {
        switch value {
        case .entry(let line):
            line.text = entry.text
            line.onChanged { [weak self] in if self?.isUpdating == false { hooks.typed($0) } }
            line.onActivate(hooks.next)
            line.onFocusChange { if !$0 { hooks.left() } }
        case .choice(let list):
            list.selected = entry.chosen
            list.onSelected { hooks.typed(entry.text(ofChoice: $0)) }
        case .fixed: break
        }
    }

    func focus() {
        value.widget.grabFocus()
        if case .entry(let line) = value { line.moveCursorToEnd() }
    }

    /// Shows what the form holds and says now.
    func update(_ entry: FormEntry, chips texts: [String]) {
        isUpdating = true
        defer { isUpdating = false }
        switch value {
        case .entry(let line): line.text = entry.text
        case .choice(let list): list.selected = entry.chosen
        case .fixed: break
        }
        if texts != shownChips { show(texts) }
        if entry.note != shownNote { showNote(of: entry) }
    }

    private func show(_ texts: [String]) {
        shownChips = texts
        chips.removeAll()
        for text in texts {
            let chip = Label(text)
            chip.addClass(look)
            chip.ellipsize = .end
            chips.append(chip)
        }
        chips.isVisible = !texts.isEmpty
    }

    private func showNote(of entry: FormEntry) {
        shownNote = entry.note
        let sentence = entry.note?.sentence ?? ""
        note.text = sentence
        note.isVisible = entry.note != nil
        widget.setClass("wrong", on: entry.isWrong)
        widget.setClass("mended", on: entry.note != nil && !entry.isWrong)
        value.widget.setAccessibleInvalid(entry.isWrong)
        value.widget.accessibleDescription = sentence
    }
}
