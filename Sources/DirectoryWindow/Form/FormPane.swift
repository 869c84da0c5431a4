import DirectoryModel
import DirectoryScreens
import DirectoryWidgets
import Foundation
import GtkKit
import Language
import PictureKit

/// Draws a `FormScreen`: picture, a row for every other field, and the buttons. It does not depend on the record type.
final class FormPane {
    let widget = Box(.vertical)
    private let screen: CollectionScreen
    private let title = Label.centered().styled("heading")
    var isTitleSeen: Bool { scrolled.isSeen(title, in: page) }
    private let avatar = Avatar(size: 160).aligned(horizontally: .center)
    private let fields = Box(.vertical).styled("field-list")
    private let answer = Label.paragraph().styled("answer").named(translated("Confirmation"))
    private let bar = FormBar()
    var buttons: Widget { bar.widget }
    var dropDowns: [Widget] { shown.map(order)?.compactMap { rows[$0]?.dropDown } ?? [] }
    private let pictures: FormPicture
    let scrolled: ScrolledWindow
    private let page: Clamp
    private let texture = TextureLoader(side: 320, capacity: 2)
    private var rows: [String: FormRow] = [:]
    private var shown: FormScreen?
    private var shownOptions: [[ChoiceOption]] = []
    private var shownOrder: [String] = []
    private var shownPicture: Data?
    /// How many pictures were shown.
    private var pictureCount: Int64 = 0
    private weak var window: Window?

    init(screen: CollectionScreen, window: Window) {
        self.screen = screen
        self.window = window
        let content = Box(.vertical, spacing: 18)
        page = Clamp(maximumWidth: 640, child: content)
        scrolled = ScrolledWindow(child: page)
        pictures = FormPicture(screen: screen, window: window)
        build(in: content)
        redraw(self) { $0.draw() }
    }

    private func build(in content: Box) {
        content.setMargins(top: 18, start: 18, bottom: 24, end: 18)
        avatar.tooltip = translated("Choose a Picture File…")
        avatar.onClick { [pictures] _, _ in pictures.choose() }
        fields.overflowHidden = true
        answer.selectable = true
        answer.isVisible = false
        for part in [title, avatar, pictures.widget, fields, answer] as [Widget] { content.append(part) }
        scrolled.vexpand = true
        widget.append(scrolled)
        widget.append(bar.widget)
        // Only if records have pictures.
        if screen.definition.hasPictures { pictures.takeDrops(on: scrolled) }
    }

    private func draw() {
        guard let form = screen.editing.form else {
            bar.formEnded()
            return shown = nil
        }
        // The days to choose from change at midnight, and a number can be locked meanwhile.
        if shown !== form || shownOptions != form.entries.map(\.options) || shownOrder != order(form) { open(form) }
        for entry in form.entries {
            guard let row = rows[entry.key] else { continue }
            let isOther = row.update(entry, chips: chips(of: entry, in: form))
            if isOther, row.widget.hasFocus { bringIntoView(entry.key) }
        }
        for row in rows.values { row.isSensitive = form.isOpen }
        showPicture(of: form)
        showAnswer(of: form)
        bar.update(form)
        if let key = form.focusWanted {
            MainLoop.soon { [weak self] in
                form.focusWanted = nil
                self?.rows[key]?.focus()
                self?.bringIntoView(key)
            }
        }
    }

    private func showAnswer(of form: FormScreen) {
        let isNew = form.answer != nil && !answer.isVisible
        answer.show(form.answer)
        if isNew { window?.afterNextFrame { [weak self] in _ = self?.answer.grabFocus() } }
    }

    private func chips(of entry: FormEntry, in form: FormScreen) -> [String] {
        switch entry.editor {
        case .text(.hobbies): form.chips(of: entry).map(\.label)
        case .list: form.badges(of: entry)
        default: []
        }
    }

    private func open(_ form: FormScreen) {
        // The days change while the user is in a field.
        let focused = shown === form ? rows.first { $0.value.widget.hasFocus }?.key : nil
        shown = form
        shownOptions = form.entries.map(\.options)
        shownOrder = order(form)
        shownPicture = nil
        rows = [:]
        title.text = form.title
        fields.removeAll()
        let barLabels = bar.open(form)
        let (labels, sides) = (WidthGroup(), SideBySideGroup())
        let hasPicture = form.entries.contains { $0.editor == .picture }
        for part in [avatar, pictures.widget] as [Widget] { part.isVisible = hasPicture }
        for entry in form.entries where entry.editor != .picture {
            let row = FormRow(
                entry, completions: form.completions(for: entry.key), labels: labels, sides: sides,
                hooks: hooks(form, entry.key))
            rows[entry.key] = row
            fields.append(row.widget)
        }
        giveAccessKeys(form, besides: barLabels)
        if focused == nil { scrolled.scrollToTop() }
        MainLoop.soon { [weak self] in
            if let focused { self?.rows[focused]?.focus() } else { self?.focusFirst() }
        }
    }

    private func giveAccessKeys(_ form: FormScreen, besides taken: [String]) {
        let keys = order(form)
        let labels = keys.map { key in form.entries.first { $0.key == key }?.label ?? "" }
        for (key, marked) in zip(keys, AccessKeys.assign(labels, taken: taken)) { rows[key]?.setLabel(marked: marked) }
    }

    /// The editable fields' keys, in display order.
    private func order(_ form: FormScreen) -> [String] {
        form.entries.filter { !$0.isLocked && $0.editor != .picture }.map(\.key)
    }

    private func hooks(_ form: FormScreen, _ key: String) -> FormRow.Hooks {
        FormRow.Hooks(
            typed: { [weak form] in form?.typed($0, in: key) }, left: { [weak form] in form?.fieldDidLoseFocus(key) },
            entered: { [weak self] in self?.bringIntoView(key) }, next: { [weak self] in self?.moveFocus(from: key) },
            keepHTML: { [weak form] in form?.keepHTMLTapped(key) })
    }

    /// Scrolls to the field with its note, once it is laid out.
    private func bringIntoView(_ key: String) {
        window?.afterNextFrame { [weak self] in
            guard let self, let row = rows[key]?.widget, row.isMapped, let top = row.position(in: page)?.y
            else { return }
            scrolled.scroll(toSee: top, height: Double(row.height))
        }
    }

    func focus() { if !widget.hasFocus { focusFirst() } }

    /// Focuses Upload if wanted, else the first field.
    private func focusFirst() {
        guard let form = shown, form.isUploadWanted else { return moveFocus(from: nil) }
        form.isUploadWanted = false
        if !bar.focusUpload() { moveFocus(from: nil) }
    }

    /// Return goes to the next field, and saves in the last one.
    private func moveFocus(from key: String?) {
        guard let form = shown else { return }
        if let key { form.fieldDidLoseFocus(key) }
        let order = order(form)
        let next = key.flatMap { order.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        if next < order.count {
            rows[order[next]]?.focus()
        } else {
            widget.activate(form.isBooking ? .buy : .save)
        }
    }

    private func showPicture(of form: FormScreen) {
        guard avatar.isVisible else { return }
        let data = form.pictureData
        pictures.hasPicture = data != nil
        if data == nil || data != shownPicture {
            let face = form.face
            // Without initials, the disc asks for a picture.
            let icon = face.initials.isEmpty ? "camera-photo-symbolic" : screen.definition.faceIcon
            avatar.set(initials: face.initials, iconName: icon, color: face.color, isLoading: data != nil)
        }
        guard let data, data != shownPicture else { return shownPicture = data }
        shownPicture = data
        pictureCount += 1
        texture.request(key: pictureCount, data: { data }) { [weak self] texture in
            if let self, shownPicture == data { avatar.set(texture: texture) }
        }
    }

    var isLoading: Bool { !texture.isIdle }
}

/// The bar under a form: Upload or Clear, the problem, then Cancel, and Save or Buy.
final class FormBar {
    let widget: Widget
    private let start = Box(.horizontal, spacing: 12)
    private let problem = Label.paragraph().styled("message", "failure").expanding(.horizontal)
    private let spinner = Spinner()
    private let extra = Button(label: "")
    private let cancel = Button(label: "")
    private let save = Button(label: "").styled("suggested-action")

    init() {
        // They keep their height next to a long problem.
        for button in [extra, cancel, save] { button.valign = .center }
        start.append(problem)
        widget = buttonBar([spinner, cancel, save], start: start)
    }

    /// Prepares the buttons for another form.
    /// - Returns: their labels with access keys.
    func open(_ form: FormScreen) -> [String] {
        let labels = AccessKeys.assign(
            form.isBooking
                ? Self.labels(.cancel, .buy, .startAnew) : Self.labels(.cancel, .save, .upload))
        for (button, marked) in zip([cancel, save, extra], labels) { button.setLabel(marked: marked) }
        cancel.setAction(.cancel)
        save.setAction(form.isBooking ? .buy : .save)
        // Upload, only in the user's own record, or Clear.
        start.remove(extra)
        if form.isOwn || form.isBooking {
            extra.setAction(form.isBooking ? .startAnew : .upload)
            start.prepend(extra)
        }
        return labels
    }

    private static func labels(_ ids: ActionID...) -> [String] { ids.map { WindowAction.of($0).label } }

    /// Focuses Upload; false if it is not offered.
    func focusUpload() -> Bool { extra.grabFocus() }

    func formEnded() { start.remove(extra) }

    func update(_ form: FormScreen) {
        problem.show(form.problem)
        start.isVisible = form.isOwn || form.isBooking || problem.isVisible
        spinner.isVisible = form.isSaving
        spinner.isSpinning = form.isSaving
        save.tooltip =
            form.saveHint
            ?? (form.isBooking ? translated("Buy (Return in the last field)") : WindowAction.tip(.save))
    }
}
