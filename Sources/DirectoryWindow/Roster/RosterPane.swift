import DirectoryModel
import DirectoryScreens
import DirectoryWidgets
import Foundation
import GtkKit
import Language

/// Opens a `RosterScreen` in a window.
func rosterWindow(_ screen: RosterScreen, over parent: Window, closed: @escaping @MainActor () -> Void) -> Window {
    let isNarrow = parent.width > 0 && parent.width < 600
    let window = Window.secondary(title: translated("Print"), over: parent, width: 760, height: 620)
    let printButton = Button(label: "").styled("suggested-action").sensitive { screen.canPrint }
        .onClicked { button in if let window = button.root { print(screen, over: window) } }
    printButton.setLabel(marked: RosterLabel.print.marked)
    printButton.tooltip = WindowAction.tip(.print, translated("Choose the printer, pages, and copies"))
    let exportButton = Button(label: "").sensitive { screen.canPrint }
        .onClicked { button in if let window = button.root { chooseFile(for: screen, over: window) } }
    exportButton.setLabel(marked: RosterLabel.export.marked)
    window.addShortcut(WindowAction.of(.print).shortcut, scope: .managed) { [window = WeakWidget(window)] in
        if let window = window.widget { print(screen, over: window) }
    }
    let progress = ProgressRow(cancelled: screen.cancelTapped)
    let message = Label.paragraph().styled("message").styled("failure") { screen.problem != nil }
        .showing { screen.problem ?? screen.text }
    message.setMargins(top: 0, start: 18, bottom: 12, end: 18)
    window.bind(to: { screen.progress }) { progress.show($1) }
    return window.presented {
        screen.closed()
        closed()
    } content: {
        progress.widget
        parts(rosterForm(screen), preview(of: screen), isNarrow: isNarrow)
        message
        buttonBar([exportButton, printButton])
    }.setDefault(printButton)
}

/// The options next to the page, or above it in a narrow window.
private func parts(_ form: Widget, _ preview: Widget, isNarrow: Bool) -> Widget {
    if isNarrow {
        preview.heightRequest = 420
        return ScrolledWindow(child: Box(spacing: 0, [form, preview])).expanding(.vertical)
    }
    let options = ScrolledWindow(child: form)
    options.widthRequest = 280
    return Box(.horizontal, [options, preview]).expanding(.vertical)
}

private func print(_ screen: RosterScreen, over window: Window) {
    let pages = RosterPrint(screen)
    screen.write(canCancel: false) {
        try await PrintJob.print(pages, on: pages.paper, over: window) ? translated("Sent to the printer") : nil
    }
}

private func chooseFile(for screen: RosterScreen, over window: Window) {
    guard screen.canPrint else { return }
    FileChooser.save(
        over: window, title: translated("Export PDF"), accept: translated("Export"), name: screen.fileName,
        filters: [.pdfs, .all]
    ) { file in
        if let file { export(screen, to: file) }
    }
}

func export(_ screen: RosterScreen, to file: URL) {
    let pages = RosterPrint(screen)
    screen.write(canCancel: true) {
        let count = try await PrintJob.export(pages, on: pages.paper, to: file) { screen.wrote($0, of: $1) }
        let name = file.lastPathComponent
        let wrote = translated(
            count, one: "\(count) page exported to “\(name)”", many: "\(count) pages exported to “\(name)”")
        guard pages.lacksLetters else { return wrote }
        let boxes = translated(
            """
            Some letters are missing from the fonts on this computer and are shown as boxes. Install a font \
            that has them and try again.
            """
        )
        return "\(wrote). \(boxes)"
    }
}

private struct Page: Equatable {
    let options: RosterOptions
    let number: Int
}

/// A page, with buttons to turn pages. It is busy until its pictures are drawn.
private func preview(of screen: RosterScreen) -> Widget {
    let pages = RosterPrint(screen)
    var count = 0
    var work: Task<Void, Never>?
    let canvas = Canvas(width: 400, height: 300).expanding(.horizontal).expanding(.vertical).styled("roster-preview")
    let position = Label()
    func button(_ iconName: String, _ label: String, _ step: Int) -> Button {
        Button.icon(iconName, label).styled("flat").onClicked { screen.pageTurned(by: step, of: count) }
    }
    let back = button("go-previous-symbolic", translated("Previous Page"), -1)
    let next = button("go-next-symbolic", translated("Next Page"), 1)
    return Box(spacing: 6) {
        canvas
        Box(.horizontal, spacing: 12, [back, position, next]).aligned(horizontally: .center)
    }
    .padded(12).expanding(.horizontal)
    .bind(to: { Page(options: screen.options, number: screen.page) }) { box, page in
        count = pages.paginate(on: screen.sheet)
        position.text = translated("Page \(page.number + 1) of \(count)")
        back.isSensitive = page.number > 0
        next.isSensitive = page.number < count - 1
        box.setAccessibleBusy(true)
        let drawing = pages.drawing(of: page.number, on: screen.sheet)
        canvas.drawing = drawing
        work?.cancel()
        work = Task {
            await pages.prepare(page: page.number)
            guard !Task.isCancelled else { return }
            canvas.drawing = drawing
            box.setAccessibleBusy(false)
        }
    }
}

extension RosterPrint {
    /// A page on white paper with a shadow, as large as fits.
    fileprivate func drawing(of page: Int, on sheet: PaperSheet) -> Canvas.Drawing {
        { [self] pen in
            let scale = min((pen.width - 8) / sheet.width, (pen.height - 8) / sheet.height)
            guard scale > 0 else { return }
            let (x, y) = ((pen.width - sheet.width * scale) / 2, (pen.height - sheet.height * scale) / 2)
            pen.at(x, y, scaled: scale) {
                let shadow = pen.withColor(.black)
                shadow.rectangle(-1, 1, width: sheet.width + 2, height: sheet.height + 2)
                shadow.fill(0.25)
                let paper = pen.withColor(.white)
                paper.rectangle(0, 0, width: sheet.width, height: sheet.height)
                paper.fill(1)
                draw(page: page, with: pen.withColor(.black))
            }
        }
    }
}
