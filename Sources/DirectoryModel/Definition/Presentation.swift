public import Language

/// How a record is shown in a row, on its page, and as text.
public struct Presentation: Sendable {
    /// The name in lists.
    public let name: @Sendable (Record) -> String
    /// The line below the name in lists.
    let subtitle: @Sendable (Record) -> String
    /// The dim line below the subtitle.
    let detail: @Sendable (Record) -> String
    /// The parts of the pill below the name on the record's page.
    let pill: [Badge]
    /// The address for a map in one line, or "".
    let mapAddress: @Sendable (Record) -> String
    /// The field of a code that people read out or copy, which the page shows large, or nil.
    public let code: String?
    let mark: @Sendable (Record) -> RowMark?
    /// The texts that are not composed of the fields in the usual way.
    let texts: [RecordTextStyle: @Sendable (Record) -> String]
    /// True if activating a row opens its form.
    public let editsWhenActivated: Bool
    /// True if a form can be saved only while all given values are valid and at least one value is given; otherwise
    /// Save is always enabled, and reports errors.
    public let savesOnlyValid: Bool
    /// An example for the search entry, such as "hobby=swim".
    let searchExample: String
    /// The text that determines the color of a record's icon; nil if records show initials instead of the collection's
    /// icon.
    public let iconGroup: (@Sendable (Record) -> String)?

    public init(
        name: @escaping @Sendable (Record) -> String, subtitle: @escaping @Sendable (Record) -> String = { _ in "" },
        detail: @escaping @Sendable (Record) -> String = { _ in "" }, pill: [Badge] = [],
        mapAddress: @escaping @Sendable (Record) -> String = { _ in "" }, code: String? = nil,
        mark: @escaping @Sendable (Record) -> RowMark? = { _ in nil },
        texts: [RecordTextStyle: @Sendable (Record) -> String] = [:], editsWhenActivated: Bool = false,
        savesOnlyValid: Bool = false, searchExample: String = "",
        iconGroup: (@Sendable (Record) -> String)? = nil
    ) {
        self.name = name
        self.subtitle = subtitle
        self.detail = detail
        self.mark = mark
        self.pill = pill
        self.mapAddress = mapAddress
        self.code = code
        self.texts = texts
        self.editsWhenActivated = editsWhenActivated
        self.savesOnlyValid = savesOnlyValid
        self.searchExample = searchExample
        self.iconGroup = iconGroup
    }
}

/// The styles of a record's text.
public enum RecordTextStyle: Hashable, Sendable {
    /// Sentences, or "" if the collection has none.
    case sentences
    /// Everything, for the command line: sentences, or else fields with their labels.
    case whole
    /// One line, for the command line.
    case line
    /// The values that free text search covers, without the words around them.
    case search
}

extension Definition {
    /// The icon shown instead of initials, or nil for people.
    public var faceIcon: String? { presentation.iconGroup == nil ? nil : collection.iconName }

    /// An example for the search entry.
    public var searchExample: String {
        let example = presentation.searchExample
        guard example.isEmpty else { return example }
        return fields.lazy.filter { !$0.isKey }.compactMap(\.word).first.map { "\($0)=…" } ?? ""
    }
}

extension Record {
    /// The name in lists and messages, cut to 200 characters.
    public var displayName: String { definition.presentation.name(self).line(cutAt: 200) }
    /// The line below the name in lists.
    public var rowSubtitle: String { definition.presentation.subtitle(self) }
    /// The dim line below the subtitle.
    public var rowDetail: String { definition.presentation.detail(self) }
    /// The text of the pill below the name on the record's page, or "".
    public var pill: String { pillParts.map(\.text).joined(separator: " · ") }
    /// The parts of the pill that are not empty.
    public var pillParts: [(field: Field, text: String)] {
        definition.presentation.pill.compactMap { part in
            let field = definition.field(part.key)
            let text = part.text?(self) ?? displayText(part.key)
            return text.isEmpty ? nil : (field, text)
        }
    }
    /// The address in one line, or "".
    public var mapAddress: String { definition.presentation.mapAddress(self) }
    public var mark: RowMark? { definition.presentation.mark(self) }

    /// The record as text.
    public func text(style: RecordTextStyle) -> String {
        if let text = definition.presentation.texts[style] { return text(self) }
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
        let shown = definition.fields.filter {
            ($0.isShown || $0.isKey) && !$0.isPicture && !$0.displayText(self).isEmpty
        }
        return shown.map { field in
            translated("\(field.label): \(field.editor == .flag ? field.inputText(self) : field.displayText(self))")
        }.joined(separator: "; ")
    }

    private var lineText: String {
        let parts = [displayName, rowSubtitle, toggleWord, mark?.meaning ?? ""].filter { !$0.isEmpty }
        return "\(parts.joined(separator: ", ")) – \(definition.fields[0].displayText(self))".printable
    }

    private var searchText: String {
        searchTexts(of: definition.searchedFields).filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The state of the record's flag: "open".
    private var toggleWord: String {
        guard let toggle = definition.toggle else { return "" }
        return self[toggle.key].isOn ? toggle.on : toggle.off
    }
}

/// A field in the pill below the name, which the page does not repeat.
public struct Badge: Sendable {
    let key: String
    /// Its text in the pill; nil for the field's own.
    let text: (@Sendable (Record) -> String)?

    /// A field with its own text, or a different one.
    public static func field(_ key: String, _ text: (@Sendable (Record) -> String)? = nil) -> Badge {
        Badge(key: key, text: text)
    }
}

/// A mark in a record's row.
public struct RowMark: Hashable, Sendable {
    /// A symbolic icon of the desktop's theme.
    public let iconName: String
    /// The meaning, for screen readers.
    public let meaning: String

    public init(iconName: String, meaning: String) {
        self.iconName = iconName
        self.meaning = meaning
    }
}

/// How people learn names by faces.
public struct FlashcardDefinition: Sendable {
    /// The full name, or "" if it is not given.
    public let name: @Sendable (Record) -> String
    /// The person in sentences without the name; screen readers read it instead of the picture.
    public let description: @Sendable (Record) -> String
    /// The fields that people who look alike have in common.
    let alike: [String]

    public init(
        name: @escaping @Sendable (Record) -> String, description: @escaping @Sendable (Record) -> String,
        alike: [String] = []
    ) {
        self.name = name
        self.description = description
        self.alike = alike
    }

    /// The folded values of the `alike` fields, "" for those not given.
    public func likeness(of record: Record) -> [String] { alike.map { Folding.text(record.displayText($0)) } }
}

/// A flag shown as a check button in rows.
public struct Toggle: Equatable, Sendable {
    public let key: String
    /// The word for a record whose flag is on: "completed".
    public let on: String
    /// The word for a record whose flag is off: "open".
    public let off: String
    /// The actions that turn it on and off: "Mark as Completed".
    let turnOn: String
    let turnOff: String

    public init(
        _ key: String, on: LocalizedString, off: LocalizedString, turnOn: LocalizedString, turnOff: LocalizedString
    ) {
        self.key = key
        self.on = on.text
        self.off = off.text
        self.turnOn = turnOn.text
        self.turnOff = turnOff.text
    }

    /// The action that flips it: "Mark as Completed".
    public func label(isOn: Bool) -> String { isOn ? turnOff : turnOn }
}
