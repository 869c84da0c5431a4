public import DirectoryModel

/// What a form is opened for.
public enum FormPurpose: Hashable, Codable, Sendable {
    case add
    case edit(key: Int)
}

/// One field of a form.
public struct FormEntry: Equatable, Sendable, Identifiable {
    /// What the form says about a value.
    public enum Note: Equatable, Sendable {
        /// It was changed into what the rule wants.
        case mended(String)
        /// It cannot be saved.
        case wrong(String)

        /// The sentence people read.
        public var sentence: String {
            switch self {
            case .mended(let sentence), .wrong(let sentence): sentence
            }
        }
    }

    public let key: String
    public let label: String
    public let editor: Editor
    /// True where the value is shown and cannot be changed.
    public let isLocked: Bool
    /// The words one of which is chosen; empty where the value is written.
    public let choices: [String]
    /// What people read for each of them.
    public let choiceLabels: [String]
    public internal(set) var text: String
    public internal(set) var note: Note?

    public var id: String { key }

    /// Which of `choices` is chosen; where nothing is, the one that says so.
    public var chosen: Int { choices.firstIndex(of: text) ?? choiceLabels.firstIndex(of: Self.notGiven) ?? 0 }

    /// The text a choice stands for; "" for the one that says nothing is chosen.
    public func text(ofChoice place: Int) -> String {
        guard choices.indices.contains(place) else { return text }
        return choiceLabels[place] == Self.notGiven ? "" : choices[place]
    }

    private static let notGiven = "Not Given"

    init<R: Record>(_ field: Field<R>, text: String, isLocked: Bool) {
        (key, label, editor, self.text, self.isLocked) = (field.key, field.label, field.editor, text, isLocked)
        if case .choice(let words) = field.editor { choices = words } else { choices = [] }
        choiceLabels = choices.map { field.isUnset($0) ? Self.notGiven : $0 }
    }

    /// True where the value keeps Save from saving.
    public var isWrong: Bool { if case .wrong = note { true } else { false } }
}
