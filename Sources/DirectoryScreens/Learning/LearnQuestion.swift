import Language

/// One question: whose face this is, or which face is whose.
public struct LearnQuestion: Equatable, Sendable {
    /// What is shown, and what is chosen.
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
    /// Up to four, of which one is `card`.
    public let choices: [LearnCard]

    /// What is asked, in words.
    public var words: String {
        switch way {
        case .nameOfFace: translated("Who is this?")
        case .faceOfName: card.name
        }
    }

    /// What screen readers say of a choice.
    public func spoken(_ choice: LearnCard) -> String {
        way == .nameOfFace ? choice.name : Self.spokenFace(choice)
    }

    /// What screen readers say in place of a face.
    public static func spokenFace(_ card: LearnCard) -> String {
        card.description.isEmpty ? translated("No description") : card.description
    }
}

/// What came of an answer.
public struct LearnOutcome: Equatable, Sendable {
    public let isRight: Bool
    /// "Correct: Ada Marsh".
    public let words: String
    /// What was typed or chosen, where it is not the name; "" where there is not more to say.
    public let note: String
    /// The key of the card that was chosen, or nil.
    public let chosen: Int?
}
