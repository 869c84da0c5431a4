import DirectoryModel
import DirectoryScreens
import DirectoryWidgets
import GtkKit
import Language
import PictureKit

/// Draws a `LearnScreen` in a window.
///
/// The keys 1 to 4 choose, letters go to the entry, Return in it answers, and Return goes on.
@MainActor
final class LearnPane: OverlayPane {
    let window: Window
    private let screen: LearnScreen
    private let ways = ChipBar(LearnQuestion.Way.allCases.map(\.label)).named(translated("What to choose"))
    private let pages = Stack(transition: .crossfade, milliseconds: 200).expanding(.vertical)
    private let question: LearnQuestionView
    private let wall: LearnWall
    private let empty = EmptyPage()
    private let known = Label.line().styled("caption")
    private let deck = Label().styled("caption", "dim-label").ellipsized()
    private let bar = ProgressBar().named(translated("Known names"))
    private let message = Label.paragraph().styled("message", "failure")
    private let everyone = Button(label: translated("Show Everyone"))
    private let next = Button(label: "").styled("suggested-action")
    private var bottom: Widget = Box()
    private var shownPage = LearnScreen.Page.reading
    private var hadOutcome = false

    init(screen: LearnScreen, over parent: Window, closed: @escaping @MainActor () -> Void) {
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
        let spinner = Spinner(isSpinning: true).aligned(horizontally: .center)
        for (widget, name) in [
            (spinner as Widget, "reading"), (question.widget, "question"), (wall.widget, "wall"),
            (empty.widget, "empty"),
        ] {
            pages.add(widget, name: name)
        }
        pages.setHomogeneous(horizontal: false, vertical: false)
        ways.halign = .center
        ways.setMargins(top: 12, start: 12, end: 12)
        deck.setMargins(top: 6, start: 18, end: 18)
        let progress = Box(.vertical, spacing: 6, [known, bar]).aligned(vertically: .center)
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
        deck.show(page == .question || page == .wall ? screen.deckWords : nil)
        known.text = screen.knownWords
        bar.fraction = screen.fraction
        next.label = screen.nextLabel
        // Return on a question would show its answer.
        window.defaultWidget = screen.page == .wall || screen.outcome != nil ? next : nil
        message.show(page == .empty ? nil : screen.problem)
        if page == .empty {
            empty.show(
                iconName: screen.definition.collection.iconName, title: translated("No Faces to Learn"),
                body: screen.problem ?? screen.leftOutWords)
        }
        moveKeyboard(to: page)
    }

    /// An answer focuses Next, and a question its entry or name.
    private func moveKeyboard(to page: LearnScreen.Page) {
        let (hasOutcome, isPageNew) = (screen.outcome != nil, page != shownPage)
        guard isPageNew || hasOutcome != hadOutcome else { return }
        (shownPage, hadOutcome) = (page, hasOutcome)
        next.accessibleDescription = screen.outcome.map { "\($0.words). \($0.note)" } ?? ""
        window.afterNextFrame { [weak self] in
            guard let self else { return }
            if page == .wall || hasOutcome { next.grabFocus() } else if page == .question { question.focus() }
        }
    }

    var isIdle: Bool {
        screen.page != .reading && shownPage == screen.page && question.isIdle && wall.isIdle
    }
}

/// Draws everyone in the deck: gray until the name is known.
@MainActor
final class LearnWall {
    let widget: Widget
    private let screen: LearnScreen
    private let pictures = TextureLoader(side: 128, capacity: 300)
    private let title = Label.centered().styled("title-1")
    private let leftOut = Label.centered().styled("dim-label")
    private let faces = WrapBox(spacing: 6, lineSpacing: 12, lines: .center)
    private let more = Label.centered().styled("dim-label")
    private var tiles: [(card: LearnCard, tile: Tile)] = []
    private var waiting: ArraySlice<LearnCard> = []
    private var timer: LoopTimer?

    @MainActor
    private struct Tile {
        let avatar = Avatar(size: 64)
        let name = Label().styled("caption").ellipsized()
        let box = Box(.vertical, spacing: 6, role: .image)

        init() {
            name.widthChars = 10
            name.maxWidthChars = 10
            for part in [avatar, name] { box.append(part) }
        }
    }

    /// More would take too long and too much room.
    private static var maxFaces: Int { 300 }
    private static var facesAtOnce: Int { 20 }
    /// Seconds left for frames in between.
    private static var gap: Double { 0.004 }

    init(screen: LearnScreen) {
        self.screen = screen
        let content = Box(.vertical, spacing: 12, [title, leftOut, faces, more])
        content.setMargins(top: 18, start: 12, bottom: 18, end: 12)
        widget = ScrolledWindow(child: Clamp(maximumWidth: 760, child: content)).expanding(.vertical)
        redraw(self) { $0.draw() }
    }

    var isIdle: Bool { waiting.isEmpty && pictures.isIdle }

    private func draw() {
        guard screen.page == .wall else { return }
        title.text = screen.knownWords
        leftOut.show(screen.leftOutWords)
        let shown = screen.cards.prefix(Self.maxFaces)
        let count = screen.cards.count - shown.count
        more.text = translated(count, one: "and \(count) more", many: "and \(count) more")
        more.isVisible = count > 0
        if tiles.map(\.card.key) + waiting.map(\.key) != shown.map(\.key) {
            faces.removeAll()
            tiles = []
            waiting = shown
            makeSome()
        }
        for (card, tile) in tiles { color(tile, of: card) }
    }

    private func makeSome() {
        for card in waiting.prefix(Self.facesAtOnce) {
            let tile = Tile()
            tile.avatar.set(initials: "", color: 0)
            pictures.request(
                key: Int64(card.key), hash: card.hash, data: { [screen] in try screen.pictureData(of: card.key) }
            ) { [weak avatar = tile.avatar, screen] texture in
                if texture == nil { return screen.pictureMissing(card.key) }
                avatar?.set(texture: texture)
            }
            color(tile, of: card)
            faces.append(tile.box)
            tiles.append((card, tile))
        }
        waiting = waiting.dropFirst(Self.facesAtOnce)
        timer = waiting.isEmpty ? nil : MainLoop.after(seconds: Self.gap) { [weak self] in self?.makeSome() }
    }

    private func color(_ tile: Tile, of card: LearnCard) {
        let isKnown = screen.isKnown(card)
        tile.box.setClass("learn-unknown", on: !isKnown)
        tile.name.text = isKnown ? card.name : ""
        tile.box.tooltip = isKnown ? card.name : nil
        tile.box.accessibleName = isKnown ? card.name : LearnQuestion.spokenFace(card)
    }
}
