public import DirectoryModel
import DirectoryStore
import DirectorySync
public import Foundation
import Language
public import Observation

/// Learning the names of the people in view.
///
/// Every answer is stored at once.
@MainActor @Observable
public final class LearnScreen {
    public enum Page: Equatable, Sendable {
        case reading
        case question
        /// Everyone in the deck.
        case wall
        /// No person in view has a picture and a name.
        case empty
    }

    public private(set) var page = Page.reading
    public private(set) var question: LearnQuestion?
    /// Nil before the answer.
    public private(set) var outcome: LearnOutcome?
    public private(set) var way = LearnQuestion.Way.nameOfFace
    public private(set) var typed = ""
    /// Why the typed text is not an answer yet.
    public private(set) var hint: String?
    /// Why answers could not be stored.
    public private(set) var problem: String?
    /// Boxes that could not be stored, to retry with the next one.
    @ObservationIgnored private var unkept: [Int: (box: LeitnerBox, name: String)] = [:]
    private var deck = LearnDeck()

    /// What the people have in common, or "".
    @ObservationIgnored private let name: String
    @ObservationIgnored private let collection: StoredCollection
    @ObservationIgnored private let clock: WallClock
    @ObservationIgnored private var chance: any RandomNumberGenerator
    /// Stores the answers.
    @ObservationIgnored let work: Work
    @ObservationIgnored private(set) var reading: Task<Void, Never>?

    /// - Parameters:
    ///   - rows: the rows in view.
    ///   - name: what they have in common, unless it is everyone.
    ///   - work: stores the answers.
    ///   - chance: chooses the questions.
    init(
        of collection: StoredCollection, rows: [Int64], called name: String = "", work: Work = Work(),
        chance: any RandomNumberGenerator = SystemRandomNumberGenerator(), clock: WallClock = .system
    ) {
        self.name = name
        self.collection = collection
        self.work = work
        self.chance = chance
        self.clock = clock
        reading = Task { [weak self] in
            let deck = await runInBackground { () throws(StoreError) in try collection.learnDeck(rows) }
            self?.opened(deck)
        }
    }

    // MARK: What is shown

    public var definition: Definition { collection.definition }
    private var info: CollectionInfo { definition.collection }

    public var cards: [LearnCard] { deck.cards }

    public func isKnown(_ card: LearnCard) -> Bool { deck.isKnown(card.key) }

    /// The known part of the deck, from 0 to 1.
    public var fraction: Double { deck.cards.isEmpty ? 0 : Double(deck.knownCount) / Double(deck.cards.count) }

    /// "You know 112 of 150".
    public var knownText: String {
        let (known, total) = (deck.knownCount, deck.cards.count)
        return known == total && total > 1
            ? translated("You know everyone (\(total))") : translated("You know \(known) of \(total)")
    }

    /// "Team: Owls · 5 people", or "" for everyone.
    public var deckText: String {
        guard !name.isEmpty, !deck.cards.isEmpty else { return "" }
        return translated("\(name) · \(info.counted(deck.cards.count))")
    }

    /// "12 people without a picture are left out.", or "".
    public var omittedText: String {
        let (withoutPicture, withoutName) = (deck.withoutPicture, deck.withoutName)
        let (faceless, nameless) = (info.counted(withoutPicture), info.counted(withoutName))
        let sentences = [
            withoutPicture == 0
                ? ""
                : translated(
                    withoutPicture, one: "\(faceless) without a picture is left out.",
                    many: "\(faceless) without a picture are left out."),
            withoutName == 0
                ? ""
                : translated(
                    withoutName, one: "\(nameless) without a name is left out.",
                    many: "\(nameless) without a name are left out."),
        ]
        return sentences.filter { !$0.isEmpty }.joined(separator: " ")
    }

    public var isRoundOver: Bool { deck.current == nil }

    /// May be called on any thread.
    public nonisolated func pictureData(of key: Int) throws -> Data? {
        try collection.rows(keys: [key]).first.flatMap { try collection.picture(row: $0) }
    }

    /// True if typed letters are part of a name.
    public var takesTyping: Bool { page == .question && outcome == nil && way == .nameOfFace }

    // MARK: What the user does

    /// A digit chooses, from 1, unless a name was begun.
    /// - Returns: false if it belongs to the name.
    public func digitTyped(_ digit: Int) -> Bool {
        guard page == .question, typed.isEmpty else { return false }
        choiceTapped(digit - 1)
        return true
    }

    /// Chooses one of the choices, from 0.
    public func choiceTapped(_ index: Int) {
        guard let question, outcome == nil, question.choices.indices.contains(index) else { return }
        let choice = question.choices[index]
        let isRight = choice.parts == question.card.parts
        let note = !isRight && question.way == .faceOfName ? translated("You chose \(choice.name).") : ""
        answer(isRight: isRight, note: note, chosen: choice.key)
    }

    public func typedChanged(_ text: String) {
        guard text != typed, outcome == nil else { return }
        typed = text
        hint = nil
    }

    /// Return in the entry; an empty entry is not an answer.
    public func typedActivated() {
        guard let question, outcome == nil, !NameParts(typed).isEmpty else { return }
        let message = typed.trimmed.line(cutAt: 60)
        switch deck.verdict(on: typed, for: question.card) {
        case .right(let hasError):
            answer(
                isRight: true, note: hasError ? translated("You typed “\(message)”.") : "", chosen: question.card.key)
        case .wrong: answer(isRight: false, note: translated("You typed “\(message)”."), chosen: nil)
        case .unclear: hint = translated("Several people match “\(message)”. Type more of the name.")
        case .samePicture(let name): hint = translated("\(name) has the same picture. Type another name.")
        }
    }

    public var nextLabel: String {
        switch (page, outcome) {
        case (.wall, _): isRoundOver ? translated("Practice Again") : translated("Continue")
        case (_, nil): translated("Show Answer")
        default: translated("Next")
        }
    }

    /// Shows the answer, which counts as missed; then the next question, or the wall after the last. From the wall it returns
    /// to the questions; a finished round starts again.
    public func nextTapped() {
        switch page {
        case .question: if outcome == nil { answer(isRight: false, note: "", chosen: nil) } else { ask() }
        case .wall:
            if isRoundOver { deck.deal(at: clock.now(), using: &chance) }
            ask()
        case .reading, .empty: break
        }
    }

    public func wallTapped() {
        guard page == .question else { return }
        page = .wall
    }

    public func wayChosen(_ way: LearnQuestion.Way) {
        guard way != self.way else { return }
        self.way = way
        if page == .question, outcome == nil { ask() }
    }

    public func pictureMissing(_ key: Int) {
        guard deck.cards.contains(where: { $0.key == key }) else { return }
        deck.remove(key)
        if deck.cards.isEmpty {
            page = .empty
        } else if page == .question, outcome == nil, question?.choices.contains(where: { $0.key == key }) == true {
            ask()
        }
    }

    // MARK: The round

    private func ask() {
        outcome = nil
        hint = nil
        typed = ""
        guard let card = deck.current else {
            question = nil
            return page = .wall
        }
        question = LearnQuestion(way: way, card: card, choices: deck.choices(for: card, using: &chance))
        page = .question
    }

    private func answer(isRight: Bool, note: String, chosen: Int?) {
        guard page == .question, let card = question?.card, outcome == nil, deck.current?.key == card.key else {
            return
        }
        let text = isRight ? translated("Correct: \(card.name)") : translated("This is \(card.name)")
        outcome = LearnOutcome(isRight: isRight, text: text, note: note, chosen: chosen)
        hint = nil
        if let box = deck.answered(isRight: isRight, at: clock.now()) { save(box, of: card) }
    }

    // MARK: The store

    private func opened(_ result: Result<LearnDeck, StoreError>) {
        switch result {
        case .failure(let error): (problem, page) = (error.description, .empty)
        case .success(let read):
            deck = read
            guard !deck.cards.isEmpty else { return page = .empty }
            deck.deal(at: clock.now(), using: &chance)
            ask()
        }
    }

    private func save(_ box: LeitnerBox, of card: LearnCard) {
        unkept[card.key] = (box, card.name)
        work.queue { [self] in await store() }
    }

    private func store() async {
        let (boxes, collection) = (unkept, collection)
        do throws(SyncError) {
            try await inStore { () throws(StoreError) in
                for (key, unsaved) in boxes { try collection.save(unsaved.box, of: unsaved.name, key: key) }
            }
            problem = nil
            // A later answer has another box.
            for (key, unsaved) in boxes where unkept[key]?.box == unsaved.box { unkept[key] = nil }
        } catch { problem = error.description }
    }
}
