import DirectoryModel
import DirectoryScreens
import GtkKit
import Language

/// The bar under a form: what could not be done, Upload for one's own record, then Cancel and Save, or Clear and Buy.
@MainActor
final class FormBar<R: DirectoryRecord> {
    let widget: Widget
    private let start = Box(.horizontal, spacing: 12)
    private let problem = Label()
    private let spinner = Spinner()
    private let upload = Button(label: "")
    private let cancel = Button(label: "")
    private let save = Button(label: "")

    init() {
        problem.addClass("message")
        problem.addClass("failure")
        problem.wrap = true
        problem.xalign = 0
        problem.hexpand = true
        save.addClass("suggested-action")
        // They stay as high as their labels beside a problem of several lines.
        for button in [upload, cancel, save] { button.valign = .center }
        start.append(problem)
        let end = Box(.horizontal, spacing: 12, [spinner, cancel, save])
        end.halign = .end
        widget = SideBySide(start, end, lineSpacing: 12)
        widget.addClass("form-bar")
    }

    /// Another form was opened. Returns the labels of the buttons with their access keys.
    func open(_ form: FormScreen<R>) -> [String] {
        let labels = AccessKeys.assign(
            form.isBooking
                ? Self.labels(.startAnew, .buy) : Self.labels(.cancel, .save, .upload))
        for (button, marked) in zip([cancel, save, upload], labels) { button.setLabel(marked: marked) }
        cancel.setAction(form.isBooking ? .startAnew : .cancel)
        save.setAction(form.isBooking ? .buy : .save)
        // The button exists only for one's own record.
        start.remove(upload)
        if form.isOwn {
            upload.setAction(.upload)
            start.prepend(upload)
        }
        return labels
    }

    private static func labels(_ ids: ActionID...) -> [String] { ids.map { WindowAction.of($0)?.label ?? "" } }

    /// Puts the keyboard on Upload; false where it is not offered.
    func focusUpload() -> Bool { upload.grabFocus() }

    func formEnded() { start.remove(upload) }

    /// Shows the current state of the form.
    func update(_ form: FormScreen<R>) {
        problem.text = form.problem ?? ""
        problem.isVisible = form.problem != nil
        start.isVisible = form.isOwn || problem.isVisible
        spinner.isVisible = form.isSaving
        spinner.isSpinning = form.isSaving
        save.tooltip =
            form.saveHint
            ?? (form.isBooking ? translated("Buy (Return in the last field)") : WindowAction.tip(.save))
    }
}
