import DirectoryModel
import DirectoryScreens
import DirectoryWidgets
import GtkKit
import Language
import PictureKit

/// Draws a `LearnScreen` in a window.
///
/// The keys 1 to 4 choose, letters go to the entry, Return in it answers, and Return goes on.
final class LearnPane: OverlayPane {
    let window: Window
    private let screen: LearnScreen
    private let entry = Entry(placeholder: translated("Type the name, or choose")).named(translated("Name"))
        .set(\.inputPurpose, to: .name).set(\.maxLength, to: 200)
    private let title = Box(.vertical, role: .group)
    private let pictures = TextureLoader(side: 360, capacity: 24)
    private let wallPictures = TextureLoader(side: 128, capacity: 300)
    private let next: Button
    private var shownPage = LearnScreen.Page.reading

    private struct Step: Equatable {
        let page: LearnScreen.Page
        let hasOutcome: Bool
    }

    init(screen: LearnScreen, over parent: Window, closed: @escaping @MainActor () -> Void) {
        self.screen = screen
        next = Button.labeled("", screen.nextTapped).styled("suggested-action")
            .bind(\.label) { screen.nextLabel }
            .bind(\.accessibleDescription) { screen.outcome.map { "\($0.text). \($0.note)" } ?? "" }
        window = Window.secondary(title: translated("Learn the Names"), over: parent, width: 520, height: 700)
        _ = window.presented(closed: closed, content: content)
        entry.takeTyping(in: window) { screen.takesTyping }
        // The entry would take them.
        window.child?.onKey(phase: .capture) { key in
            guard !key.control, !key.alt, let digit = Int(key.name), (1...4) ~= digit else { return false }
            return screen.digitTyped(digit)
        }
        window.bind(to: { Step(page: screen.page, hasOutcome: screen.outcome != nil) }) { [weak self] _, step in
            self?.show(step)
        }
    }

    private func content() -> [Widget] {
        let screen = screen
        let isAsking = { @MainActor in screen.page == .question }
        let ways = ChipBar(LearnQuestion.Way.allCases.map(\.label)).named(translated("What to choose"))
            .aligned(horizontally: .center).shown(if: isAsking)
        ways.setMargins(top: 12, start: 12, end: 12)
        ways.onSelected { index in
            if let way = LearnQuestion.Way(rawValue: index) { screen.wayChosen(way) }
        }
        window.bind(to: { screen.way.rawValue }) { ways.selected = $1 }
        let deck = Label().styled("caption", "dim-label").ellipsized()
            .showing { isAsking() || screen.page == .wall ? screen.deckText : nil }
        deck.setMargins(top: 6, start: 18, end: 18)
        let message = Label.paragraph().styled("message", "failure")
            .showing { screen.page == .empty ? nil : screen.problem }
        message.setMargins(top: 0, start: 18, bottom: 12, end: 18)
        let progress = Box(spacing: 6) {
            Label.line().styled("caption").bind(\.text) { screen.knownText }
            ProgressBar().named(translated("Known names")).bind(\.fraction) { screen.fraction }
        }.aligned(vertically: .center)
        let everyone = Button.labeled(translated("Show Everyone"), screen.wallTapped).shown(if: isAsking)
        let bar = buttonBar([everyone, next], start: progress).shown { isAsking() || screen.page == .wall }
        return [ways, deck, pages(), message, bar]
    }

    private func pages() -> Widget {
        let pages = Stack(milliseconds: 200).expanding(.vertical)
        pages.setHomogeneous(horizontal: false, vertical: false)
        return pages.pages({ [screen] in screen.page }) { [screen, entry, title, pictures, wallPictures] page in
            switch page {
            case .reading: Spinner(isSpinning: true).aligned(horizontally: .center)
            case .question: learnQuestion(screen, entry: entry, title: title, pictures)
            case .wall: wall(screen, wallPictures)
            case .empty:
                EmptyPage(
                    iconName: screen.definition.collection.iconName, title: translated("No Faces to Learn"),
                    body: screen.problem ?? screen.omittedText
                ).widget
            }
        }
    }

    /// An answer focuses Next, and a question its entry or name.
    private func show(_ step: Step) {
        shownPage = step.page
        // Return on a question would show its answer.
        window.defaultWidget = step.page == .wall || step.hasOutcome ? next : nil
        guard step.page != .reading else { return }
        window.afterNextFrame { [weak self] in
            guard let self else { return }
            if step.page == .wall || step.hasOutcome {
                next.grabFocus()
            } else if step.page == .question {
                (screen.question?.way == .nameOfFace ? entry : title).grabFocus()
            }
        }
    }

    var isIdle: Bool {
        screen.page != .reading && shownPage == screen.page && pictures.isIdle && wallPictures.isIdle
    }
}

/// Everyone in the deck: gray until the name is known.
private func wall(_ screen: LearnScreen, _ pictures: TextureLoader) -> Widget {
    // More would take too long and too much room.
    let maxFaces = 300
    let content = Box(spacing: 12) {
        Label.centered().styled("title-1").bind(\.text) { screen.knownText }
        Label.centered().styled("dim-label").showing { screen.omittedText }
        WrapBox(lineSpacing: 12, lines: .center).forEach(in: { Array(screen.cards.prefix(maxFaces)) }) {
            tile($0, screen, pictures)
        }
        Label.centered().styled("dim-label").showing {
            let count = screen.cards.count - maxFaces
            return count > 0 ? translated(count, one: "and \(count) more", many: "and \(count) more") : nil
        }
    }
    content.setMargins(top: 18, start: 12, bottom: 18, end: 12)
    return ScrolledWindow(child: Clamp(maximumWidth: 760, child: content)).expanding(.vertical)
}

private func tile(_ card: ObservedItem<LearnCard>, _ screen: LearnScreen, _ pictures: TextureLoader) -> Widget {
    let isKnown = { @MainActor in screen.isKnown(card.item) }
    let name = Label().styled("caption").ellipsized()
        .set(\.widthChars, to: 10).set(\.maxWidthChars, to: 10)
        .bind(\.text) { isKnown() ? card.name : "" }
    let tile = Box(.vertical, spacing: 6, role: .image)
        .styled("learn-unknown") { !isKnown() }
        .bind(\.tooltip) { isKnown() ? card.name : nil }
        .bind(\.accessibleName) { isKnown() ? card.name : LearnQuestion.spokenFace(card.item) }
    for part in [learnFace(card.item, size: 64, screen, pictures), name] { tile.append(part) }
    return tile
}
