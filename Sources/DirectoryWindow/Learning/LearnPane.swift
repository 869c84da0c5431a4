import DirectoryModel
import DirectoryScreens
import DirectoryWidgets
import GtkKit
import Language

/// Draws a `LearnScreen` in its own window: the question, and how much is known.
///
/// The keys 1 to 4 choose, letters are typed into the entry, Return in it answers, and Return goes on.
@MainActor
final class LearnPane<R: DirectoryRecord> {
    let window: Window
    private let screen: LearnScreen<R>
    private let ways = ChipBar(LearnQuestion.Way.allCases.map(\.label))
    private let pages = Stack(transition: .crossfade, milliseconds: 200)
    private let question: LearnQuestionView<R>
    private let wall: LearnWall<R>
    private let empty = EmptyPage()
    private let known = Label()
    private let deck = Label()
    private let bar = ProgressBar()
    private let message = Label()
    private let everyone = Button(label: translated("Show Everyone"))
    private let next = Button(label: "")
    private var bottom: Widget = Box()
    private var shownPage = LearnScreen<R>.Page.reading
    private var hadOutcome = false

    /// Opens over `parent`; `closed` runs once.
    init(screen: LearnScreen<R>, over parent: Window, closed: @escaping @MainActor () -> Void) {
        self.screen = screen
        question = LearnQuestionView(screen: screen)
        wall = LearnWall(screen: screen)
        window = Window.secondary(title: translated("Learn the Names"), over: parent, width: 520, height: 700)
        build()
        connect()
        window.onDestroy(closed)
        redraw(self) { $0.draw() }
        window.present()
    }

    private func build() {
        let spinner = Spinner()
        spinner.isSpinning = true
        spinner.halign = .center
        empty.widget.vexpand = true
        for (widget, name) in [
            (spinner as Widget, "reading"), (question.widget, "question"), (wall.widget, "wall"),
            (empty.widget, "empty"),
        ] {
            pages.add(widget, name: name)
        }
        pages.setHomogeneous(horizontal: false, vertical: false)
        pages.vexpand = true
        ways.halign = .center
        ways.setMargins(top: 12, start: 12, end: 12)
        ways.accessibleName = translated("What to choose")
        deck.addClass("caption")
        deck.addClass("dim-label")
        deck.ellipsize = .end
        deck.setMargins(top: 6, start: 18, end: 18)
        known.addClass("caption")
        known.xalign = 0
        bar.accessibleName = translated("Known names")
        let progress = Box(.vertical, spacing: 6, [known, bar])
        progress.valign = .center
        next.addClass("suggested-action")
        message.wrap = true
        message.xalign = 0
        message.addClass("message")
        message.addClass("failure")
        message.setMargins(top: 0, start: 18, bottom: 12, end: 18)
        bottom = SecondaryBar([everyone, next], start: progress).widget
        window.child = Box(.vertical, spacing: 0, [ways, deck, pages, message, bottom])
    }

    private func connect() {
        ways.onSelected { [screen] place in
            if let way = LearnQuestion.Way(rawValue: place) { screen.wayChosen(way) }
        }
        everyone.onClicked { [screen] in screen.wallTapped() }
        next.onClicked { [screen] in screen.mainTapped() }
        question.takeTyping(in: window)
        // The entry would take them.
        window.child?.onKey(phase: .capture) { [screen] key in
            guard !key.control, !key.alt, let digit = key.name.last.flatMap({ Int(String($0)) }), (1...4) ~= digit,
                key.name == "\(digit)" || key.name == "KP_\(digit)"
            else { return false }
            return screen.digitTyped(digit)
        }
    }

    // MARK: Drawing

    private func draw() {
        let page = screen.page
        pages.visibleName = "\(page)"
        ways.isVisible = page == .question
        ways.selected = screen.way.rawValue
        everyone.isVisible = page == .question
        bottom.isVisible = page == .question || page == .wall
        deck.text = screen.deckWords
        deck.isVisible = !deck.text.isEmpty && (page == .question || page == .wall)
        known.text = screen.knownWords
        bar.fraction = screen.fraction
        next.label = screen.nextLabel
        // Return on a question would show its answer.
        window.defaultWidget = screen.page == .wall || screen.outcome != nil ? next : nil
        message.text = screen.problem ?? ""
        message.isVisible = screen.problem != nil && page != .empty
        if page == .empty {
            empty.show(
                iconName: R.collection.iconName, title: translated("No Faces to Learn"),
                body: screen.problem ?? screen.leftOutWords)
        }
        moveKeyboard(to: page)
    }

    /// An answer puts the keyboard on Next, and a question on what is asked.
    private func moveKeyboard(to page: LearnScreen<R>.Page) {
        let (hasOutcome, isPageNew) = (screen.outcome != nil, page != shownPage)
        guard isPageNew || hasOutcome != hadOutcome else { return }
        (shownPage, hadOutcome) = (page, hasOutcome)
        next.accessibleDescription = screen.outcome.map { "\($0.words). \($0.note)" } ?? ""
        window.afterNextFrame { [weak self] in
            guard let self else { return }
            if page == .wall || hasOutcome { next.grabFocus() } else if page == .question { question.focus() }
        }
    }

    /// True where all pictures that are shown are loaded.
    var isSettled: Bool { screen.page != .reading && question.isSettled && wall.isSettled }
}
