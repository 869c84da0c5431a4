/// What the store remembers about a record beside its fields.
///
/// A new kind is a case. Unless it says otherwise below, it is in the journal, follows its record to another number, is
/// in past states and restored files, and is removed when somebody else gets the number.
public enum MarkKind: String, CaseIterable, Sendable {
    /// The record of the person who is signed in; the value is its hash after a first launch, until a server has it.
    case own
    /// What the server is known to have: a `PublishedVersion`.
    case published
    /// A name that was practiced: a `LearnedName`.
    case learned
    /// The user said that the record with the number `other` is about another person.
    case notSame
    case favorite
    /// The record was opened.
    case recent
    /// The record was imported from the card whose hashed identifier is `other`.
    case card
    /// A download added or changed the record, and it was not opened since.
    case unseen
    /// The record is no longer on the server's list.
    case withdrawn

    /// True for what a server says of a number. It does not follow a record, and past states do not have it.
    var isOfServer: Bool { [.published, .unseen, .withdrawn].contains(self) }

    /// True if undo restores the marks that a change replaced.
    var isJournaled: Bool { ![.card, .unseen, .withdrawn].contains(self) }

    /// True if undo restores the mark only with its record.
    var belongsToRecord: Bool { ![.notSame, .favorite, .recent].contains(self) }

    /// True if the mark is about the person who has the number.
    var isAboutPerson: Bool { !isOfServer && ![.own, .card].contains(self) }

    /// The kinds that meet a condition, as a list in SQL.
    static func list(_ condition: (MarkKind) -> Bool) -> String {
        list(allCases.filter(condition))
    }

    static func list(_ kinds: [MarkKind]) -> String {
        "(\(kinds.map { "'\($0.rawValue)'" }.joined(separator: ", ")))"
    }
}
