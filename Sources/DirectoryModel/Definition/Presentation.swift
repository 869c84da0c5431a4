public import Language

/// How a record is shown: in a row, on its page, and as text.
public struct Presentation<R: DirectoryRecord>: Sendable {
    /// The name people know it by; what a list shows.
    public let name: @Sendable (R) -> String
    /// The line under the name in a list.
    let subtitle: @Sendable (R) -> String
    /// The dim line under that.
    let detail: @Sendable (R) -> String
    /// The parts of the pill under the name on its page.
    let pill: [Badge<R>]
    /// The fields with a link to the map in one line, or "".
    let place: @Sendable (R) -> String
    /// The field of a code that people read out or copy, which a page shows large; nil where there is not one.
    public let code: R.Key?
    /// The mark of its row, or nil.
    let mark: @Sendable (R) -> RowMark?
    /// The texts that are not composed of the fields in the usual way.
    let texts: [RecordTextStyle: @Sendable (R) -> String]
    /// True where activating a row opens its form.
    public let editsWhenActivated: Bool
    /// When a form can be saved.
    public let saving: FormSaving
    /// A field as it can be typed into the search entry: "ho=swim".
    let searchExample: String
    /// The text that records with the same color have in common, for those that show the icon of their collection where
    /// a person without a picture shows initials; nil where records show initials.
    public let iconGroup: (@Sendable (R) -> String)?

    /// Makes a presentation, of which only the name is required.
    public init(
        name: @escaping @Sendable (R) -> String, subtitle: @escaping @Sendable (R) -> String = { _ in "" },
        detail: @escaping @Sendable (R) -> String = { _ in "" }, pill: [Badge<R>] = [],
        place: @escaping @Sendable (R) -> String = { _ in "" }, code: R.Key? = nil,
        mark: @escaping @Sendable (R) -> RowMark? = { _ in nil },
        texts: [RecordTextStyle: @Sendable (R) -> String] = [:], editsWhenActivated: Bool = false,
        saving: FormSaving = .offered, searchExample: String = "",
        iconGroup: (@Sendable (R) -> String)? = nil
    ) {
        (self.name, self.subtitle, self.detail, self.mark) = (name, subtitle, detail, mark)
        (self.pill, self.place, self.code) = (pill, place, code)
        (self.texts, self.editsWhenActivated, self.saving) = (texts, editsWhenActivated, saving)
        (self.searchExample, self.iconGroup) = (searchExample, iconGroup)
    }
}

/// The styles of a record's text.
public enum RecordTextStyle: Hashable, Sendable {
    /// In sentences; "" where a collection does not have any.
    case sentences
    /// Complete, as the command line shows it: in sentences, or else its fields with their labels.
    case whole
    /// In one line, as the command line lists it.
    case line
    /// The values that free text search searches, without the words around them.
    case search
}

extension DirectoryRecord {
    /// The name people know it by; what a list shows.
    public var displayName: String { Self.definition.presentation.name(self) }
    /// The line under the name in a list.
    public var rowSubtitle: String { Self.definition.presentation.subtitle(self) }
    /// The dim line under that.
    public var rowDetail: String { Self.definition.presentation.detail(self) }
    /// The text of the pill under the name on its page, or "".
    public var pill: String { pillParts.map(\.text).joined(separator: " · ") }
    /// The parts of the pill that this record has: the field, and its text.
    public var pillParts: [(field: Field<Self>, text: String)] {
        Self.definition.presentation.pill.compactMap { part in
            guard let field = Self.field(part.key) else { return nil }
            let text = part.text?(self) ?? displayText(part.key)
            return text.isEmpty ? nil : (field, text)
        }
    }
    /// Where it is, in one line, or "".
    public var place: String { Self.definition.presentation.place(self) }
    /// The mark of its row, or nil.
    public var mark: RowMark? { Self.definition.presentation.mark(self) }

    /// The icon that is shown in the place of initials, or nil where records are of people.
    public static var faceIcon: String? { definition.presentation.iconGroup == nil ? nil : collection.iconName }

    /// A field as it can be typed into the search entry.
    public static var searchExample: String {
        let example = definition.presentation.searchExample
        guard example.isEmpty else { return example }
        return fields.first { !$0.isKey && $0.token != nil }.flatMap { $0.token.map { "\($0)=…" } } ?? ""
    }

    /// The record as one text.
    public func text(style: RecordTextStyle) -> String {
        if let text = Self.definition.presentation.texts[style] { return text(self) }
        return switch style {
        case .sentences: ""
        case .whole: wholeText
        case .line: lineText
        case .search: searchText
        }
    }

    private var wholeText: String {
        let sentences = text(style: .sentences)
        guard sentences.isEmpty else { return sentences }
        // Commands name a record by its number.
        let shown = Self.fields.filter { ($0.isShown || $0.isKey) && !$0.isPicture && !$0.displayText(self).isEmpty }
        return shown.map { field in
            translated("\(field.label): \(field.editor == .flag ? field.inputText(self) : field.displayText(self))")
        }.joined(separator: "; ")
    }

    private var lineText: String {
        let parts = [displayName, rowSubtitle, toggleWord, mark?.meaning ?? ""].filter { !$0.isEmpty }
        return "\(parts.joined(separator: ", ")) – \(Self.fields[0].displayText(self))".printable
    }

    private var searchText: String {
        Self.definition.searchTexts.map { $0(self) }.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The word for the state of its flag: "open".
    private var toggleWord: String {
        guard let toggle = Self.definition.toggle, let field = Self.field(toggle.key) else { return "" }
        return field.value(self).isOn ? toggle.on : toggle.off
    }
}

/// A field in the pill under the name of a record's page, which does not repeat it below.
public struct Badge<R: DirectoryRecord>: Sendable {
    /// The field.
    let key: R.Key
    /// Its text in the pill; nil for the field's own.
    let text: (@Sendable (R) -> String)?

    /// A field with its own text, or with another one.
    public static func field(_ key: R.Key, _ text: (@Sendable (R) -> String)? = nil) -> Badge {
        Badge(key: key, text: text)
    }
}

/// The mark of a record's row.
public struct RowMark: Hashable, Sendable {
    /// A symbolic icon of the desktop's theme.
    public let iconName: String
    /// What the icon means, for people who do not see it.
    public let meaning: String

    /// Makes a mark; the parameters are the properties of the same names.
    public init(iconName: String, meaning: String) {
        self.iconName = iconName
        self.meaning = meaning
    }
}

/// When a form can be saved.
public enum FormSaving: Sendable {
    /// Save is always offered, and reports what is wrong.
    case offered
    /// Save is available only while every given value is valid and at least one value is given.
    case onlyWhileValid
}

/// How the names of a collection's people are learned by their faces.
public struct FlashcardDefinition<R: DirectoryRecord>: Sendable {
    /// The full name, or "" where it was not given.
    public let name: @Sendable (R) -> String
    /// The person in sentences that do not contain the name; screen readers say it in place of the face.
    public let description: @Sendable (R) -> String
    /// The fields that people who may be confused have in common.
    let alike: [R.Key]

    /// Makes it; the parameters are the properties of the same names.
    public init(
        name: @escaping @Sendable (R) -> String, description: @escaping @Sendable (R) -> String, alike: [R.Key] = []
    ) {
        (self.name, self.description, self.alike) = (name, description, alike)
    }

    /// What the person may have in common with others: a text for each of those fields, "" where it was not given.
    public func likeness(of record: R) -> [String] { alike.map { Folding.text(record.displayText($0)) } }
}

/// A flag of a record that its row shows as a check button.
public struct Toggle<R: DirectoryRecord>: Equatable, Sendable {
    /// The flag.
    public let key: R.Key
    /// What a record is called while the flag is on: "completed".
    public let on: String
    /// What a record is called while the flag is off: "open".
    public let off: String
    /// The names of turning it on and off: "Mark as Completed".
    let turnOn: String
    let turnOff: String

    /// Makes a toggle of the flag that has `key`, from its words in both states.
    public init(
        _ key: R.Key, on: LocalizedString, off: LocalizedString, turnOn: LocalizedString, turnOff: LocalizedString
    ) {
        (self.key, self.on, self.off) = (key, on.text, off.text)
        (self.turnOn, self.turnOff) = (turnOn.text, turnOff.text)
    }

    /// The name of flipping it: "Mark as Completed".
    public func label(isOn: Bool) -> String { isOn ? turnOff : turnOn }
}
