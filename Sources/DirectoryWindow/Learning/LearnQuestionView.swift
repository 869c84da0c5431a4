import DirectoryModel
import DirectoryScreens
import DirectoryWidgets
import GtkKit
import Language
import PictureKit

/// Draws the question of a `LearnScreen`.
@MainActor
final class LearnQuestionView {
    let widget: Widget
    private let screen: LearnScreen
    private let pictures = TextureLoader(side: 360, capacity: 24)
    private let portrait = Box(.vertical, role: .image).styled("learn-portrait").aligned(horizontally: .center)
    private let face = Avatar(size: 168)
    private let title = Box(.vertical, role: .group).styled("learn-title")
    private let name = Label.centered().styled("title-1")
    private let reply = Stack(transition: .none)
    private let entry = Entry(placeholder: translated("Type the name, or choose")).named(translated("Name"))
    private let hint = Label.centered().styled("caption")
    private let words = Label.centered().styled("heading")
    private let note = Label.centered().styled("caption")
    private let choices = Box(.vertical)
    private var buttons: [(key: Int, button: Button)] = []
    private var shown: LearnQuestion?

    init(screen: LearnScreen) {
        self.screen = screen
        let content = Box(.vertical, spacing: 12, [portrait, title, reply, choices])
        content.setMargins(top: 12, start: 18, bottom: 12, end: 18)
        widget = ScrolledWindow(child: Clamp(maximumWidth: 420, child: content)).expanding(.vertical)
        build()
        connect()
        redraw(self) { $0.draw() }
    }

    private func build() {
        portrait.append(face)
        title.append(name)
        for prompt in [portrait, title] { prompt.focusable = true }
        entry.inputPurpose = .name
        entry.maxLength = 200
        reply.add(Box(.vertical, spacing: 6, [entry, hint]), name: "entry")
        let outcome = Box(.vertical, spacing: 6, [words, note]).styled("learn-outcome")
        reply.add(outcome, name: "outcome")
        // What is below stays in place.
        reply.setHomogeneous(horizontal: true, vertical: true)
        choices.spacing = 6
    }

    private func connect() {
        entry.onChanged { [screen] in screen.typedChanged($0) }
        entry.onActivate { [screen] in screen.typedActivated() }
    }

    /// Focuses the entry for a name, or the name for a face.
    func focus() { (screen.question?.way == .nameOfFace ? entry : title).grabFocus() }

    /// Letters typed anywhere in the window go to the entry.
    func takeTyping(in window: Window) { entry.takeTyping(in: window) { [screen] in screen.takesTyping } }

    var isIdle: Bool { pictures.isIdle }

    // MARK: Drawing

    private func draw() {
        guard let question = screen.question else { return }
        if question != shown { show(question) }
        if entry.text != screen.typed { entry.text = screen.typed }
        hint.text = screen.hint ?? ""
        draw(screen.outcome)
    }

    private func draw(_ outcome: LearnOutcome?) {
        let isNamed = shown?.way == .nameOfFace
        entry.isVisible = isNamed
        words.text = outcome?.words ?? ""
        note.text = outcome?.note ?? ""
        reply.visibleName = outcome == nil ? "entry" : "outcome"
        words.setClass("success", on: outcome?.isRight == true)
        for (key, button) in buttons {
            button.setClass("right", on: outcome != nil && key == shown?.card.key)
            button.setClass("wrong", on: outcome?.isRight == false && key == outcome?.chosen)
        }
    }

    private func show(_ question: LearnQuestion) {
        shown = question
        let isNamed = question.way == .nameOfFace
        (portrait.isVisible, title.isVisible) = (isNamed, !isNamed)
        if isNamed {
            let spoken = "\(question.words) \(LearnQuestion.spokenFace(question.card))"
            portrait.accessibleName = spoken
            // The entry has the focus.
            entry.accessibleDescription = spoken
            load(question.card, on: face)
        } else {
            name.text = question.words
            title.accessibleName = question.words
        }
        buttons = question.choices.enumerated().map { place, choice in
            (choice.key, isNamed ? named(choice, place) : pictured(choice, place))
        }
        for button in buttons.map(\.button) { button.addClass("learn-choice") }
        choices.removeAll()
        if isNamed { return buttons.forEach { choices.append($0.button) } }
        for start in stride(from: 0, to: buttons.count, by: 2) {
            let row = Box(.horizontal, spacing: 12, buttons[start..<min(start + 2, buttons.count)].map(\.button))
                .aligned(horizontally: .center)
            row.isHomogeneous = true
            choices.append(row)
        }
    }

    private func named(_ choice: LearnCard, _ place: Int) -> Button {
        let label = Label.paragraph(choice.name).expanding(.horizontal)
        return button(Box(.horizontal, spacing: 12, [number(place), label]), choice, place)
    }

    private func pictured(_ choice: LearnCard, _ place: Int) -> Button {
        let avatar = Avatar(size: 112)
        load(choice, on: avatar)
        return button(Box(.vertical, spacing: 6, [avatar, number(place)]), choice, place)
    }

    private func button(_ content: Widget, _ choice: LearnCard, _ place: Int) -> Button {
        let button = Button(child: content)
        button.accessibleName = shown?.spoken(choice) ?? ""
        button.onClicked { [screen] in screen.choiceTapped(place) }
        return button
    }

    private func number(_ place: Int) -> Label { Label("\(place + 1)").styled("dim-label") }

    /// Loads a picture; a card whose picture cannot be read leaves the deck.
    private func load(_ card: LearnCard, on avatar: Avatar) {
        avatar.set(initials: "", color: 0)
        let question = shown
        pictures.request(
            key: Int64(card.key), hash: card.hash, data: { [screen] in try screen.pictureData(of: card.key) }
        ) { [weak self] texture in
            guard let self else { return }
            if texture == nil { return screen.pictureMissing(card.key) }
            if shown == question { avatar.set(texture: texture) }
        }
    }
}
