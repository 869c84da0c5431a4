import DirectoryModel
import DirectoryScreens
import DirectoryWidgets
import GtkKit
import Language
import PictureKit

/// Draws everyone in the deck of a `LearnScreen`: gray until their name is known, then in color with it.
@MainActor
final class LearnWall<R: DirectoryRecord> {
    let widget: Widget
    private let screen: LearnScreen<R>
    private let pictures = TextureLoader(side: 128, capacity: 300)
    private let title = Label()
    private let leftOut = Label()
    private let faces = WrapBox(spacing: 6, lineSpacing: 12, lines: .center)
    private let more = Label()
    private var tiles: [(card: LearnCard, tile: Tile)] = []
    private var waiting: ArraySlice<LearnCard> = []
    private var timer: LoopTimer?

    /// A face, and its name under it.
    @MainActor
    private struct Tile {
        let avatar = Avatar(size: 64)
        let name = Label()
        let box = Box(.vertical, spacing: 6, role: .image)

        init() {
            name.addClass("caption")
            name.ellipsize = .end
            name.widthChars = 10
            name.maxWidthChars = 10
            for part in [avatar, name] { box.append(part) }
        }
    }

    /// How many faces are drawn; more would take too long, and too much room.
    private static var mostFaces: Int { 300 }
    /// How many are made at once.
    private static var facesAtOnce: Int { 20 }
    /// The time for frames in between, in seconds.
    private static var gap: Double { 0.004 }

    init(screen: LearnScreen<R>) {
        self.screen = screen
        title.addClass("title-1")
        for label in [title, leftOut, more] {
            label.wrap = true
            label.isCentered = true
        }
        for label in [leftOut, more] { label.addClass("dim-label") }
        let content = Box(.vertical, spacing: 12, [title, leftOut, faces, more])
        content.setMargins(top: 18, start: 12, bottom: 18, end: 12)
        let scrolled = ScrolledWindow(child: Clamp(maximumWidth: 760, child: content))
        scrolled.vexpand = true
        widget = scrolled
        redraw(self) { $0.draw() }
    }

    var isSettled: Bool { waiting.isEmpty && pictures.isIdle }

    private func draw() {
        guard screen.page == .wall else { return }
        title.text = screen.knownWords
        leftOut.text = screen.leftOutWords
        leftOut.isVisible = !leftOut.text.isEmpty
        let shown = screen.cards.prefix(Self.mostFaces)
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
