import DirectoryModel
import DirectoryScreens
import DirectoryWidgets
import GtkKit
import Language

/// One field of a form: its label, its widget, and its note.
final class FormRow {
    struct Hooks {
        let typed: @MainActor (String) -> Void
        let left: @MainActor () -> Void
        /// The field got the focus.
        let entered: @MainActor () -> Void
        /// Return was pressed.
        let next: @MainActor () -> Void
        /// Keeps the text that was removed.
        let keepHTML: @MainActor () -> Void
    }

    let widget: Widget
    private let label: Label
    private let column = Box(.vertical, spacing: 4).expanding(.horizontal)
    private let note = Label.paragraph().styled("form-note")
    private let keepHTML = Button(label: translated("Keep HTML")).styled("flat").aligned(horizontally: .start)
    private let chips = WrapBox(spacing: 6, lineSpacing: 6)
    private let value: FormValue
    private let look: String
    private var shownChips: [String] = []
    private var shownNote: FormEntry.Note?

    /// - Parameters:
    ///   - labels: makes the labels equally wide.
    ///   - sides: puts all labels next to their fields, or all above them.
    init(_ entry: FormEntry, completions: [String], labels: WidthGroup, sides: SideBySideGroup, hooks: Hooks) {
        label = Label.paragraph(entry.label).styled("dim-label")
        value = FormValue(entry, completions: completions)
        look = entry.editor == .list ? "badge" : "chip"
        widget = SideBySide(label, column, group: sides).styled("field-row", "form-row")
        build()
        if entry.editor == .text(.name) { value.widget.addClass("title-entry") }
        labels.add(label)
        value.connect(entry, hooks)
        keepHTML.onClicked(hooks.keepHTML)
    }

    private func build() {
        note.isVisible = false
        keepHTML.isVisible = false
        chips.isVisible = false
        value.widget.accessibleName = label.text
        label.widthChars = 11
        label.valign = .start
        label.setMargins(top: 8)
        for part in [value.widget, chips, note, keepHTML] as [Widget] { column.append(part) }
    }

    /// Assistive programs read this from the widget itself only.
    var isSensitive: Bool {
        get { value.widget.isSensitive }
        set { value.widget.isSensitive = newValue }
    }

    var dropDown: Widget? { value.isDropDown ? value.widget : nil }

    func focus() { value.focus() }

    func setLabel(marked: String) { value.setAccessKey(from: label, marked) }

    /// Shows the current state.
    /// - Returns: true if the height changes.
    @discardableResult
    func update(_ entry: FormEntry, chips texts: [String]) -> Bool {
        value.show(entry)
        let isOther = texts != shownChips || entry.note != shownNote
        if texts != shownChips { show(texts) }
        if entry.note != shownNote { showNote(of: entry) }
        keepHTML.isVisible = entry.replaced != nil
        return isOther
    }

    private func show(_ texts: [String]) {
        shownChips = texts
        chips.removeAll()
        for text in texts {
            let chip = Label(text).styled(look)
            chip.ellipsize = .end
            chips.append(chip)
        }
        chips.isVisible = !texts.isEmpty
    }

    private func showNote(of entry: FormEntry) {
        shownNote = entry.note
        note.show(entry.note?.sentence)
        widget.setClass("wrong", on: entry.isWrong)
        widget.setClass("corrected", on: entry.note != nil && !entry.isWrong)
        value.describe(note.text, isWrong: entry.isWrong)
    }
}

/// The widget that edits one field: an entry, a drop-down list, a switch, buttons, or a selectable text.
final class FormValue {
    /// The widget with the field's accessible name and description.
    let widget: Widget
    private let kind: Kind
    /// True while the form updates the widget: GTK reports an empty text in between.
    private var isUpdating = false
    /// True while the form's own value is shown.
    private var isFilledIn = false
    /// The last text of a label, which may enclose it in control characters.
    private var shownText = ""

    var isDropDown: Bool { if case .choice = kind { true } else { false } }

    private enum Kind {
        case line(Entry)
        case choice(DropDown)
        case flag(Switch)
        case steps(StepButtons)
        case fixed(Label)
    }

    init(_ entry: FormEntry, completions: [String]) {
        kind = Self.kind(of: entry, completions)
        switch kind {
        case .line(let line): widget = line
        case .choice(let list): widget = list
        case .flag(let flag):
            widget = flag
            flag.halign = .start
            // As high as an entry, to align its label.
            flag.setMargins(top: 4, bottom: 4)
        case .steps(let steps):
            widget = steps
            steps.halign = .start
        case .fixed(let label): widget = label
        }
        show(entry)
    }

    private static func kind(of entry: FormEntry, _ completions: [String]) -> Kind {
        if entry.isLocked || entry.editor == .readOnly { return .fixed(fixedLabel()) }
        if !entry.options.isEmpty {
            let options = entry.options.map { ($0.label, $0.shortLabel) }
            return .choice(DropDown(options, searchName: translated("Search")))
        }
        switch entry.editor {
        case .flag: return .flag(Switch())
        case .steps(let range): return .steps(StepButtons(range))
        default:
            let line = Entry()
            line.inputPurpose = entry.editor.inputPurpose
            if line.inputPurpose.isLeftToRight { line.editFromLeftToRight() }
            // One more than the limit, so that the form can report it.
            line.maxLength = FormEntry.maxLength + 1
            if !completions.isEmpty { line.setCompletions(completions) }
            return .line(line)
        }
    }

    private static func fixedLabel() -> Label {
        let label = Label.paragraph()
        label.selectable = true
        label.setMargins(top: 8)
        return label
    }

    /// Reports the user's input to the hooks. Return goes to the next field; Space opens a list.
    func connect(_ entry: FormEntry, _ hooks: FormRow.Hooks) {
        let typed: @MainActor (String) -> Void = { [weak self] in if self?.isUpdating == false { hooks.typed($0) } }
        switch kind {
        case .line(let line):
            line.onChanged(typed)
            line.onActivate(hooks.next)
        case .choice(let list):
            list.onSelected { typed(entry.text(ofChoice: $0)) }
            list.onReturn(hooks.next)
        case .flag(let flag):
            // Turned off again, it counts as unchanged, unless it was neither on nor off.
            let off = entry.isOn || entry.isWrong ? "no" : entry.text
            flag.onToggled { typed($0 ? "yes" : off) }
            flag.onReturn(hooks.next)
        case .steps(let steps):
            steps.onChanged { typed(String($0)) }
            steps.onReturn(hooks.next)
        case .fixed: return
        }
        widget.onFocusChange { if $0 { hooks.entered() } else { hooks.left() } }
    }

    func show(_ entry: FormEntry) {
        isUpdating = true
        defer { isUpdating = false }
        isFilledIn = entry.isFilledIn
        switch kind {
        case .line(let line):
            let isOther = line.text != entry.text
            line.text = entry.text
            // Typing replaces a filled-in value.
            if isOther, isFilledIn, line.hasFocus { line.selectAll() }
        case .choice(let list): list.selected = entry.chosen
        case .flag(let flag): flag.setActive(entry.isOn)
        case .steps(let steps): steps.value = Int(entry.text)
        case .fixed(let label):
            guard entry.text != shownText else { return }
            shownText = entry.text
            label.text = shownText
            label.isolateDirection()
        }
    }

    /// Focuses the widget with the cursor at the end; a filled-in value is selected.
    func focus() {
        switch kind {
        case .line(let line):
            line.grabFocus()
            if isFilledIn { line.selectAll() } else { line.moveCursorToEnd() }
        case .steps(let steps): steps.focusChosen()
        case .choice, .flag, .fixed: widget.grabFocus()
        }
    }

    /// Gives the label an access key for the value.
    func setAccessKey(from label: Label, _ marked: String) {
        if case .fixed = kind { return }
        label.setText(marked: marked, for: widget)
    }

    func describe(_ sentence: String, isWrong: Bool) {
        widget.setAccessibleInvalid(isWrong)
        if case .choice(let list) = kind {
            list.setAccessibleNote(sentence)
        } else {
            widget.accessibleDescription = sentence
        }
    }
}

extension FormEntry {
    fileprivate var isOn: Bool { FieldValue.text(text).isOn }
}

extension Editor {
    fileprivate var inputPurpose: Entry.Purpose {
        switch self {
        case .text(.email): .email
        case .text(.name): .name
        case .text(.phone): .phone
        case .text(.digits): .digits
        case .number, .decimal: .number
        default: .text
        }
    }
}

extension Entry.Purpose {
    /// Whether the texts have the same order in every language.
    fileprivate var isLeftToRight: Bool { [.email, .phone, .digits, .number].contains(self) }
}

extension Widget {
    /// Handles Return before the widget does.
    fileprivate func onReturn(_ handler: @escaping @MainActor () -> Void) {
        onKey(phase: .capture) { [weak self] key in
            // In the open list Return chooses.
            guard key.name == "Return", !key.control, !key.alt, self?.isPopoverFocused == false else { return false }
            handler()
            return true
        }
    }
}
