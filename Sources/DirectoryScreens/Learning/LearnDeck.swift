import DirectoryModel
import DirectoryStore
import Foundation
import Language

/// The cards to learn, their boxes, and the queue of the round.
struct LearnDeck: Sendable {
    private(set) var cards: [LearnCard]
    private var boxes: [Int: LeitnerBox]
    /// How many people are left out.
    private(set) var withoutPicture = 0
    private(set) var withoutName = 0
    /// The keys left in this round, next one first.
    private var queue: [Int] = []

    /// How many others come before a missed name comes again.
    private static let soon = 3

    init(cards: [LearnCard] = [], boxes: [Int: LeitnerBox] = [:], withoutPicture: Int = 0, withoutName: Int = 0) {
        self.cards = cards
        self.boxes = boxes
        self.withoutPicture = withoutPicture
        self.withoutName = withoutName
    }

    var current: LearnCard? { queue.first.flatMap(card) }

    private func card(_ key: Int) -> LearnCard? { cards.first { $0.key == key } }

    func isKnown(_ key: Int) -> Bool { boxes[key]?.isKnown == true }

    var knownCount: Int { cards.count { isKnown($0.key) } }

    /// Starts a round with the names that are due, or with all: missed names first, then new ones, then by box.
    mutating func deal(at now: Date, using chance: inout some RandomNumberGenerator) {
        let due = cards.map(\.key).filter { (boxes[$0] ?? .new).due <= now }
        let shown = due.isEmpty ? cards.map(\.key) : due
        let ranks = boxes.mapValues { $0.isKnown ? $0.number + 1 : 0 }
        queue = shown.shuffled(using: &chance).enumerated()
            .sorted { (ranks[$0.element] ?? 1, $0.offset) < (ranks[$1.element] ?? 1, $1.offset) }.map(\.element)
    }

    /// Moves the current card to its next box; a missed name comes again soon.
    /// - Returns: the new box, or nil without a card.
    mutating func answered(isRight: Bool, at now: Date) -> LeitnerBox? {
        guard let key = queue.first else { return nil }
        queue.removeFirst()
        if !isRight { queue.insert(key, at: min(Self.soon, queue.count)) }
        let box = (boxes[key] ?? .new).answered(isRight: isRight, at: now)
        boxes[key] = box
        return box
    }

    /// Leaves out a person without a usable picture.
    mutating func remove(_ key: Int) {
        cards.removeAll { $0.key == key }
        queue.removeAll { $0 == key }
        withoutPicture += 1
    }

    // MARK: Typed names

    enum Verdict: Equatable {
        case right(hasError: Bool)
        case wrong
        /// It also matches others with different names.
        case unclear
        /// It names another person with the same picture.
        case samePicture(name: String)
    }

    func verdict(on typed: String, for card: LearnCard) -> Verdict {
        let typed = NameParts(typed)
        guard let match = card.parts.match(of: typed) else {
            let same = cards.first { $0.hasPicture(of: card) && $0.parts.match(of: typed) != nil }
            return same.map { .samePicture(name: $0.name) } ?? .wrong
        }
        if match.isWhole, !match.hasError { return .right(hasError: false) }
        let others = cards.lazy.filter { $0.parts != card.parts }.compactMap { $0.parts.match(of: typed) }
        // An exact match with another name is not a typo.
        if match.hasError, others.contains(where: { !$0.hasError }) { return .wrong }
        return others.contains { $0.hasError == match.hasError } ? .unclear : .right(hasError: match.hasError)
    }

    // MARK: Choices

    /// The card among up to three confusable others, in random order, all with different names and pictures.
    func choices(for card: LearnCard, using chance: inout some RandomNumberGenerator) -> [LearnCard] {
        let some = cards.shuffled(using: &chance).prefix(Self.most)
        let alike = some.map { (card: $0, likeness: $0.likeness(to: card)) }.sorted { $0.likeness > $1.likeness }
        var picked = [card]
        for other in alike.map(\.card) where picked.count < 6 {
            if picked.allSatisfy({ $0.parts != other.parts && !$0.hasPicture(of: other) }) { picked.append(other) }
        }
        // Vary the three.
        return ([card] + picked.dropFirst().shuffled(using: &chance).prefix(3)).shuffled(using: &chance)
    }

    /// The sample from which the others are chosen.
    private static let most = 200
}

public struct LearnCard: Equatable, Sendable, Identifiable {
    public let key: Int
    public var id: Int { key }
    /// Changes with the picture.
    public let hash: Int64
    public let name: String
    /// For screen readers, without the name.
    public let description: String
    let parts: NameParts
    /// Equal for people with the same picture; nil if unique.
    private let sharedPicture: Int?
    /// What the person may share with others; "" if unknown.
    private let likeness: [String]

    init(_ stored: StoredRecord, name: String, _ names: FlashcardDefinition, sharedPicture: Int? = nil) {
        self.sharedPicture = sharedPicture
        key = stored.record.key
        hash = stored.hash
        self.name = name.line(cutAt: 200)
        description = names.description(stored.record).line(cutAt: 500)
        parts = NameParts(self.name)
        likeness = names.likeness(of: stored.record)
    }

    /// True if both have the same picture.
    func hasPicture(of other: LearnCard) -> Bool { sharedPicture != nil && sharedPicture == other.sharedPicture }

    /// How easily both are confused: shared properties and initials.
    func likeness(to other: LearnCard) -> Int {
        let common = zip(likeness, other.likeness).count { $0 == $1 && !$0.isEmpty }
        return common + (parts.initial == other.parts.initial ? 1 : 0)
    }
}

extension StoredCollection {
    /// The deck of the people in `rows`, in order, without the user; empty if records have no pictures to learn.
    func learnDeck(_ rows: [Int64]) throws(StoreError) -> LearnDeck {
        guard let names = definition.faceNames else { return LearnDeck() }
        let positions = Dictionary(rows.enumerated().map { ($1, $0) }) { first, _ in first }
        var found: [(position: Int, card: LearnCard)] = []
        var (withoutPicture, withoutName) = (0, 0)
        let own = try ownKey()
        let shared = try sharedPictures()
        try each { stored in
            guard let position = positions[stored.row], stored.record.key != own else { return }
            guard stored.hasPicture else { return withoutPicture += 1 }
            let name = names.name(stored.record)
            guard !name.isEmpty else { return withoutName += 1 }
            found.append((position, LearnCard(stored, name: name, names, sharedPicture: shared[stored.row])))
        }
        let cards = found.sorted { $0.position < $1.position }.map(\.card)
        let learned = try learned()
        let boxes = cards.compactMap { card in
            learned[card.key].flatMap { $0.isName(card.name) ? (card.key, $0.box) : nil }
        }
        return LearnDeck(
            cards: cards, boxes: Dictionary(boxes) { first, _ in first }, withoutPicture: withoutPicture,
            withoutName: withoutName)
    }
}

public struct LearnQuestion: Equatable, Sendable {
    public enum Way: Int, CaseIterable, Sendable {
        /// A face, and names to choose from.
        case nameOfFace
        /// A name, and faces to choose from.
        case faceOfName

        public var label: String {
            switch self {
            case .nameOfFace: translated("Name the Face")
            case .faceOfName: translated("Find the Face")
            }
        }
    }

    public let way: Way
    public let card: LearnCard
    /// Up to four, including `card`.
    public let choices: [LearnCard]

    public var text: String {
        switch way {
        case .nameOfFace: translated("Who is this?")
        case .faceOfName: card.name
        }
    }

    public func spoken(_ choice: LearnCard) -> String {
        way == .nameOfFace ? choice.name : Self.spokenFace(choice)
    }

    public static func spokenFace(_ card: LearnCard) -> String {
        card.description.isEmpty ? translated("No description") : card.description
    }
}

public struct LearnOutcome: Equatable, Sendable {
    public let isRight: Bool
    /// "Correct: Ada Marsh".
    public let text: String
    /// What was typed or chosen instead; may be "".
    public let note: String
    public let chosen: Int?
}
