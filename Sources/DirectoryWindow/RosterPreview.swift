import DirectoryModel
import DirectoryScreens
import GtkKit
import Language

/// A page of a roster as it will be printed, and the buttons to other pages.
@MainActor
final class RosterPreview<R: DirectoryRecord> {
    let widget = Box(.vertical, spacing: 6)
    private let screen: RosterScreen<R>
    private let print: RosterPrint<R>
    private let canvas = Canvas(width: 400, height: 300)
    private let place = Label()
    private let back = Button(iconName: "go-previous-symbolic")
    private let next = Button(iconName: "go-next-symbolic")
    private var count = 0
    private var drawn: (options: RosterOptions, page: Int)?
    private var work: Task<Void, Never>?
    /// True where the page that is shown has its pictures.
    private(set) var isSettled = false

    init(screen: RosterScreen<R>) {
        self.screen = screen
        print = RosterPrint(screen)
        canvas.vexpand = true
        canvas.hexpand = true
        canvas.addClass("roster-preview")
        back.tooltip = translated("Previous Page")
        next.tooltip = translated("Next Page")
        back.onClicked { [weak self] in self?.turn(by: -1) }
        next.onClicked { [weak self] in self?.turn(by: 1) }
        let turner = Box(.horizontal, spacing: 12, [back, place, next])
        turner.halign = .center
        for button in [back, next] { button.addClass("flat") }
        widget.append(canvas)
        widget.append(turner)
        widget.margin(12)
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
        isSettled = false
        work?.cancel()
        work = Task { [weak self, print] in
            await print.prepare(page: now.page)
            guard !Task.isCancelled, let self else { return }
            show(page: now.page, of: screen.sheet)
            isSettled = true
        }
    }

    private func show(page: Int, of sheet: PaperSheet) {
        canvas.drawing = { [print] pen, _ in
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
