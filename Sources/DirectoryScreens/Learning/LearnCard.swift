import DirectoryModel
import DirectoryStore

/// One person of a deck.
public struct LearnCard: Equatable, Sendable {
    /// The record's key.
    public let key: Int
    /// Differs where the picture may differ.
    public let hash: Int64
    public let name: String
    /// What screen readers say in place of the face; it does not contain the name.
    public let description: String
    let words: NameWords
    /// Equal for all who have the same picture; nil where no other person has it.
    private let sharedPicture: Int?
    /// What the person may have in common with others; "" where it is not known.
    private let likeness: [String]

    init<R: DirectoryRecord>(
        _ stored: StoredRecord<R>, name: String, _ names: FaceNames<R>, sharedPicture: Int? = nil
    ) {
        self.sharedPicture = sharedPicture
        (key, hash) = (stored.record.key, stored.hash)
        self.name = name.line(cutAt: 200)
        description = names.description(stored.record).line(cutAt: 500)
        words = NameWords(self.name)
        likeness = names.likeness(of: stored.record)
    }

    /// True where both have the same picture, so that it does not tell who it is.
    func hasPicture(of other: LearnCard) -> Bool { sharedPicture != nil && sharedPicture == other.sharedPicture }

    /// How easily both are confused: one for the same first letter, and one for everything they have in common.
    func likeness(to other: LearnCard) -> Int {
        let common = zip(likeness, other.likeness).count { $0 == $1 && !$0.isEmpty }
        return common + (words.initial == other.words.initial ? 1 : 0)
    }
}
