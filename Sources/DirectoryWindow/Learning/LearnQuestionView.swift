import DirectoryModel
import DirectoryScreens
import DirectoryWidgets
import GtkKit
import Language
import PictureKit

/// The question of a `LearnScreen`, its answer, and the choices.
/// - Parameters:
///   - entry: for the name of a face.
///   - title: for the name to find the face of.
func learnQuestion(_ screen: LearnScreen, entry: Entry, title: Box, _ pictures: TextureLoader) -> Widget {
    let isFace = { @MainActor in screen.question?.way == .nameOfFace }
    let spoken = { @MainActor in
        screen.question.map { "\($0.text) \(LearnQuestion.spokenFace($0.card))" } ?? ""
    }
    let portrait = Box(.vertical, role: .image).styled("learn-portrait").aligned(horizontally: .center)
        .rebuilt(for: { isFace() ? screen.question?.card : nil }) { learnFace($0, size: 168, screen, pictures) }
        .bind(\.accessibleName, to: spoken)
        .shown(if: isFace)
    title.styled("learn-title")
        .bind(\.accessibleName) { screen.question?.text ?? "" }
        .shown { !isFace() }
        .append(Label.centered().styled("title-1").bind(\.text) { screen.question?.text ?? "" })
    for prompt in [portrait, title] { prompt.focusable = true }
    // The entry has the focus.
    entry.onChanged(screen.typedChanged).onActivate(screen.typedActivated)
        .bind(to: { screen.typed }) { if $0.text != $1 { $0.text = $1 } }
        .bind(\.accessibleDescription, to: spoken)
        .shown(if: isFace)
    let content = Box(spacing: 12) {
        portrait
        title
        reply(screen, entry)
        Box(spacing: 6).rebuilt(for: { screen.question }) { choices($0, screen, pictures) }
    }
    content.setMargins(top: 12, start: 18, bottom: 12, end: 18)
    return ScrolledWindow(child: Clamp(maximumWidth: 420, child: content)).expanding(.vertical)
}

/// The entry, or the outcome. What is below remains in place.
private func reply(_ screen: LearnScreen, _ entry: Entry) -> Widget {
    let reply = Stack(transition: .none)
    let typing = Box(spacing: 6) {
        entry
        Label.centered().styled("caption").bind(\.text) { screen.hint ?? "" }
    }
    let outcome = Box(spacing: 6) {
        Label.centered().styled("heading").styled("success") { screen.outcome?.isRight == true }
            .bind(\.text) { screen.outcome?.text ?? "" }
        Label.centered().styled("caption").bind(\.text) { screen.outcome?.note ?? "" }
    }.styled("learn-outcome")
    reply.add(typing, name: "entry")
    reply.add(outcome, name: "outcome")
    reply.setHomogeneous(horizontal: true, vertical: true)
    return reply.bind(\.visibleName) { screen.outcome == nil ? "entry" : "outcome" }
}

private func choices(_ question: LearnQuestion, _ screen: LearnScreen, _ pictures: TextureLoader) -> [Widget] {
    let buttons = question.choices.indices.map { button(for: $0, question, screen, pictures) }
    guard question.way == .faceOfName else { return buttons }
    return stride(from: 0, to: buttons.count, by: 2).map { start in
        Box(.horizontal, spacing: 12, Array(buttons[start..<min(start + 2, buttons.count)]))
            .aligned(horizontally: .center).set(\.isHomogeneous, to: true)
    }
}

private func button(
    for index: Int, _ question: LearnQuestion, _ screen: LearnScreen, _ pictures: TextureLoader
) -> Button {
    let choice = question.choices[index]
    let number = Label("\(index + 1)").styled("dim-label")
    let content =
        question.way == .nameOfFace
        ? Box(.horizontal, spacing: 12, [number, Label.paragraph(choice.name).expanding(.horizontal)])
        : Box(.vertical, spacing: 6, [learnFace(choice, size: 112, screen, pictures), number])
    return Button(child: content).styled("learn-choice").named(question.spoken(choice))
        .styled("right") { screen.outcome != nil && choice.key == question.card.key }
        .styled("wrong") { screen.outcome?.isRight == false && choice.key == screen.outcome?.chosen }
        .onClicked { screen.choiceTapped(index) }
}

/// The face of a card. If its picture cannot be read, the card leaves the deck.
func learnFace(_ card: LearnCard, size: Int, _ screen: LearnScreen, _ pictures: TextureLoader) -> Avatar {
    let (key, avatar) = (card.key, Avatar(size: size))
    avatar.set(initials: "", color: 0)
    pictures.request(key: Int64(key), hash: card.hash, data: { try screen.pictureData(of: key) }) { texture in
        if texture == nil { return screen.pictureMissing(key) }
        avatar.set(texture: texture)
    }
    return avatar
}
