import DirectoryModel
import DirectoryScreens
import GtkKit
import Language

/// One field of a form: its label, the widget that changes it, and its note.
@MainActor
final class FormRow {
    /// What happens when the user edits.
    struct Hooks {
        let typed: @MainActor (String) -> Void
        let left: @MainActor () -> Void
        /// The keyboard came into the field.
        let entered: @MainActor () -> Void
        /// Return was pressed.
        let next: @MainActor () -> Void
        /// The text that was removed is to be kept.
        let keep: @MainActor () -> Void
    }

    let widget: Widget
    private let label: Label
    private let column = Box(.vertical, spacing: 4)
    private let note = Label()
    private let keep = Button(label: translated("Keep HTML"))
    private let chips = WrapBox(spacing: 6, lineSpacing: 6)
    private let value: FormValue
    private let look: String
    private var shownChips: [String] = []
    private var shownNote: FormEntry.Note?

    /// - Parameters:
    ///   - labels: makes the labels before fields equally wide.
    ///   - places: places all labels beside their fields, or all above them.
    init(_ entry: FormEntry, completions: [String], labels: WidthGroup, places: SideBySideGroup, hooks: Hooks) {
        label = Label(entry.label)
        value = FormValue(entry, completions: completions)
        look = entry.editor == .list ? "badge" : "chip"
        let isName = entry.editor == .text(.name)
        widget = isName ? Box(.horizontal, [column]) : SideBySide(label, column, group: places)
        build(isName: isName)
        if !isName { labels.add(label) }
        value.connect(entry, hooks)
        keep.onClicked(hooks.keep)
    }

    private func build(isName: Bool) {
        label.xalign = 0
        label.wrap = true
        label.addClass("dim-label")
        note.xalign = 0
        note.wrap = true
        note.addClass("form-note")
        note.isVisible = false
        keep.addClass("flat")
        keep.halign = .start
        keep.isVisible = false
        chips.isVisible = false
        value.widget.accessibleName = label.text
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
        }
        for part in [value.widget, chips, note, keep] as [Widget] { column.append(part) }
        column.hexpand = true
        widget.addClass("form-row")
    }

    /// Whether the field can be used. Assistive programs read it from the widget itself only.
    var isSensitive: Bool {
        get { value.widget.isSensitive }
        set { value.widget.isSensitive = newValue }
    }

    /// The list that drops down, where the field has one.
    var dropDown: Widget? { value.isDropDown ? value.widget : nil }

    func focus() { value.focus() }

    /// Marks the letter of the label that goes to the field together with Alt; a fixed value has no letter.
    func setLabel(marked: String) { value.setAccessKey(from: label, marked) }

    /// Shows the current state of the form.
    /// - Returns: true where its height changes.
    @discardableResult
    func update(_ entry: FormEntry, chips texts: [String]) -> Bool {
        value.show(entry)
        let isOther = texts != shownChips || entry.note != shownNote
        if texts != shownChips { show(texts) }
        if entry.note != shownNote { showNote(of: entry) }
        keep.isVisible = entry.replaced != nil
        return isOther
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
        widget.setClass("corrected", on: entry.note != nil && !entry.isWrong)
        value.describe(sentence, isWrong: entry.isWrong)
    }
}
