import DirectoryModel
import DirectoryScreens
import DirectoryWidgets
import Foundation
import GtkKit
import Language

/// Draws a `RosterScreen` in a window.
@MainActor
final class RosterPane: OverlayPane {
    let window: Window
    private let screen: RosterScreen
    private let print: RosterPrint
    private let form: RosterForm
    private let preview: RosterPreview
    private let message = Label.paragraph().styled("message")
    private lazy var progress = ProgressRow { [weak self] in self?.stopTapped() }
    private let printButton = Button(label: RosterLabel.print.words).styled("suggested-action")
    private let exportButton = Button(label: RosterLabel.export.words)
    private var writing: Task<Void, Never>?

    init(screen: RosterScreen, over parent: Window, closed: @escaping @MainActor () -> Void) {
        self.screen = screen
        print = RosterPrint(screen)
        form = RosterForm(screen: screen)
        preview = RosterPreview(screen: screen)
        window = Window.secondary(title: translated("Print"), over: parent, width: 760, height: 620)
        build(isNarrow: parent.width > 0 && parent.width < 600)
        window.onDestroy { [weak self] in
            self?.stopTapped()
            screen.closed()
            closed()
        }
        redraw(self) { $0.draw() }
        window.present()
    }

    private func build(isNarrow: Bool) {
        printButton.tooltip = WindowAction.tip(.print, translated("Choose the printer, pages, and copies"))
        printButton.setLabel(marked: RosterLabel.print.marked)
        exportButton.setLabel(marked: RosterLabel.export.marked)
        printButton.onClicked { [weak self] in self?.printTapped() }
        exportButton.onClicked { [weak self] in self?.exportTapped() }
        window.addShortcut(WindowAction.of(.print).shortcut, scope: .managed) { [weak self] in
            self?.printTapped()
        }
        message.setMargins(top: 0, start: 18, bottom: 12, end: 18)
        window.child = Box(
            .vertical, spacing: 0,
            [progress.widget, parts(isNarrow: isNarrow), message, SecondaryBar([exportButton, printButton]).widget])
        window.defaultWidget = printButton
        window.focusFirst(printButton)
    }

    /// The options next to the page, or above it in a narrow window.
    private func parts(isNarrow: Bool) -> Widget {
        preview.widget.hexpand = true
        guard !isNarrow else {
            preview.widget.heightRequest = 420
            return ScrolledWindow(child: Box(.vertical, spacing: 0, [form.widget, preview.widget])).expanding(.vertical)
        }
        let options = ScrolledWindow(child: form.widget)
        options.widthRequest = 280
        return Box(.horizontal, spacing: 0, [options, preview.widget]).expanding(.vertical)
    }

    private func draw() {
        for button in [printButton, exportButton] { button.isSensitive = screen.canPrint }
        progress.show(screen.progress)
        message.show(screen.problem ?? screen.words)
        message.setClass("failure", on: screen.problem != nil)
    }

    /// True if the preview has its pictures and no file is written.
    var isIdle: Bool { preview.isIdle && !screen.isWriting }

    var columnsOffered: (count: Int, chosen: String) { form.columnsOffered }

    var sentence: String { message.text }

    private func printTapped() {
        guard screen.canPrint else { return }
        run(canCancel: false) { [print, window] () throws(PrintError) in
            try await PrintJob.print(print, on: print.paper, over: window) ? translated("Sent to the printer") : nil
        }
    }

    private func exportTapped() {
        guard screen.canPrint else { return }
        FileChooser.save(
            over: window, title: translated("Export PDF"), accept: translated("Export"), name: screen.fileName,
            filters: [.pdfs, .all]
        ) { [weak self] file in
            if let self, let file { export(to: file) }
        }
    }

    func stopTapped() { writing?.cancel() }

    func export(to file: URL) {
        run(canCancel: true) { [print, screen] () throws(PrintError) in
            let count = try await PrintJob.export(print, on: print.paper, to: file) { screen.wrote($0, of: $1) }
            let name = file.lastPathComponent
            let wrote = translated(
                count, one: "\(count) page exported to “\(name)”", many: "\(count) pages exported to “\(name)”")
            guard print.lacksLetters else { return wrote }
            let boxes = translated(
                """
                Some letters are missing from the fonts on this computer and are shown as boxes. Install a font \
                that has them and try again.
                """
            )
            return "\(wrote). \(boxes)"
        }
    }

    private func run(
        canCancel: Bool, _ body: @escaping @MainActor () async throws(PrintError) -> String?
    ) {
        screen.writingBegan(canCancel: canCancel)
        writing = Task { [screen] in
            do throws(PrintError) {
                screen.writingEnded(try await body())
            } catch {
                screen.writingEnded(nil, problem: error.description)
            }
        }
    }
}

/// The preview of a page, with buttons to turn pages.
@MainActor
final class RosterPreview {
    let widget = Box(.vertical, spacing: 6).padded(12)
    private let screen: RosterScreen
    private let print: RosterPrint
    private let canvas = Canvas(width: 400, height: 300).expanding(.horizontal).expanding(.vertical)
    private let place = Label()
    private let back = Button(iconName: "go-previous-symbolic")
    private let next = Button(iconName: "go-next-symbolic")
    private var count = 0
    private var drawn: (options: RosterOptions, page: Int)?
    private var work: Task<Void, Never>?
    /// True if the page has its pictures.
    private(set) var isIdle = false

    init(screen: RosterScreen) {
        self.screen = screen
        print = RosterPrint(screen)
        canvas.addClass("roster-preview")
        back.tooltip = translated("Previous Page")
        next.tooltip = translated("Next Page")
        back.onClicked { [weak self] in self?.turn(by: -1) }
        next.onClicked { [weak self] in self?.turn(by: 1) }
        let turner = Box(.horizontal, spacing: 12, [back, place, next]).aligned(horizontally: .center)
        for button in [back, next] { button.addClass("flat") }
        widget.append(canvas)
        widget.append(turner)
        redraw(self) { $0.draw() }
    }

    private func turn(by count: Int) { screen.pageTurned(by: count, of: self.count) }

    private func draw() {
        let now = (options: screen.options, page: screen.page)
        guard drawn?.options != now.options || drawn?.page != now.page else { return }
        drawn = now
        count = print.paginate(on: screen.sheet)
        place.text = translated("Page \(now.page + 1) of \(count)")
        back.isSensitive = now.page > 0
        next.isSensitive = now.page < count - 1
        show(page: now.page, of: screen.sheet)
        isIdle = false
        work?.cancel()
        work = Task { [weak self, print] in
            await print.prepare(page: now.page)
            guard !Task.isCancelled, let self else { return }
            show(page: now.page, of: screen.sheet)
            isIdle = true
        }
    }

    private func show(page: Int, of sheet: PaperSheet) {
        canvas.drawing = { [print] pen in
            let scale = min((pen.width - 8) / sheet.width, (pen.height - 8) / sheet.height)
            guard scale > 0 else { return }
            let (x, y) = ((pen.width - sheet.width * scale) / 2, (pen.height - sheet.height * scale) / 2)
            pen.at(x, y, scaled: scale) {
                let shadow = pen.dipped(in: .black)
                shadow.rectangle(-1, 1, width: sheet.width + 2, height: sheet.height + 2)
                shadow.fill(0.25)
                let paper = pen.dipped(in: .white)
                paper.rectangle(0, 0, width: sheet.width, height: sheet.height)
                paper.fill(1)
                print.draw(page: page, with: pen.dipped(in: .black))
            }
        }
    }
}
