import DirectoryStore
import Foundation

/// The cards of everyone who is learned, the boxes of their names, and who is asked next.
struct LearnDeck: Sendable {
    private(set) var cards: [LearnCard]
    private var boxes: [Int: LeitnerBox]
    /// The keys of those who are still asked in this round, the next one first.
    private var queue: [Int] = []

    /// After how many others a name that was not known is asked again.
    private static let soon = 3

    init(cards: [LearnCard] = [], boxes: [Int: LeitnerBox] = [:]) {
        self.cards = cards
        let keys = Set(cards.map(\.key))
        self.boxes = boxes.filter { keys.contains($0.key) }
    }

    /// The card that is asked now, or nil at the end of the round.
    var current: LearnCard? { queue.first.flatMap(card) }

    private func card(_ key: Int) -> LearnCard? { cards.first { $0.key == key } }

    func isKnown(_ key: Int) -> Bool { boxes[key]?.isKnown == true }

    var knownCount: Int { cards.count { isKnown($0.key) } }

    /// Begins a round: of the names that are due, or of all of them where none is. Names that were not known come
    /// first, then those that were never asked, then the others, the best known last.
    mutating func deal(at now: Date, all isAll: Bool = false, using chance: inout some RandomNumberGenerator) {
        let due = cards.map(\.key).filter { (boxes[$0] ?? .new).due <= now }
        let asked = isAll || due.isEmpty ? cards.map(\.key) : due
        let ranks = boxes.mapValues { $0.isKnown ? $0.number + 1 : 0 }
        queue = asked.shuffled(using: &chance).enumerated()
            .sorted { (ranks[$0.element] ?? 1, $0.offset) < (ranks[$1.element] ?? 1, $1.offset) }.map(\.element)
    }

    /// Moves the name of the current card to its next box, and goes on to the next card; a name that was not known
    /// comes again soon.
    /// - Returns: the new box, or nil where no card is asked.
    mutating func answered(isRight: Bool, at now: Date) -> LeitnerBox? {
        guard let key = queue.first else { return nil }
        queue.removeFirst()
        if !isRight { queue.insert(key, at: min(Self.soon, queue.count)) }
        let box = (boxes[key] ?? .new).answered(isRight: isRight, at: now)
        boxes[key] = box
        return box
    }

    /// Leaves a person out.
    mutating func remove(_ key: Int) {
        cards.removeAll { $0.key == key }
        queue.removeAll { $0 == key }
    }

    // MARK: Typed names

    /// What a typed name says about the person on a card.
    enum Verdict: Equatable {
        case right(hasError: Bool)
        case wrong
        /// It names this person, and others whose name differs.
        case unclear
        /// It names another person who has the same picture.
        case samePicture(name: String)
    }

    func verdict(on typed: String, for card: LearnCard) -> Verdict {
        let typed = NameWords(typed)
        guard let match = card.words.match(of: typed) else {
            let same = cards.first { $0.hasPicture(of: card) && $0.words.match(of: typed) != nil }
            return same.map { .samePicture(name: $0.name) } ?? .wrong
        }
        if match.isWhole, !match.hasError { return .right(hasError: false) }
        let others = cards.lazy.filter { $0.words != card.words }.compactMap { $0.words.match(of: typed) }
        // What names another person exactly is not this person's name with a typing error.
        if match.hasError, others.contains(where: { !$0.hasError }) { return .wrong }
        return others.contains { $0.hasError == match.hasError } ? .unclear : .right(hasError: match.hasError)
    }

    // MARK: Choices

    /// The card among up to three others that may be confused with it, in random order, each of another name and
    /// with another picture.
    func choices(for card: LearnCard, using chance: inout some RandomNumberGenerator) -> [LearnCard] {
        let some = cards.shuffled(using: &chance).prefix(Self.most)
        let alike = some.map { (card: $0, likeness: $0.likeness(to: card)) }.sorted { $0.likeness > $1.likeness }
        var picked = [card]
        for other in alike.map(\.card) where picked.count < 6 {
            if picked.allSatisfy({ $0.words != other.words && !$0.hasPicture(of: other) }) { picked.append(other) }
        }
        // Not always the same three.
        return ([card] + picked.dropFirst().shuffled(using: &chance).prefix(3)).shuffled(using: &chance)
    }

    /// Of how many people the others are chosen.
    private static let most = 200
}
