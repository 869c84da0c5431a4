public import Language

/// One kind of thing the directory keeps: a person, a contact, a to-do, a tour, a player, a course.
///
/// A record lists its fields once. The form, the detail pane, search tokens, command line keys,
/// the wire form and the table it rests in are all drawn from that list.
public protocol DirectoryRecord: Codable, Equatable, Sendable {
    /// What the sidebar, the store and the command line call the collection.
    static var collection: CollectionInfo { get }
    /// Every field, the key first, in the order people read them.
    static var fields: [Field<Self>] { get }
    /// The ways a list can be divided into sections; the first is the usual one.
    static var groupings: [Grouping<Self>] { get }
    /// The ways a list can be sorted; the first is the usual one.
    static var orders: [SortOrder<Self>] { get }
    /// The key of the field that says whose record it is, or nil where nobody owns one.
    static var ownerKey: String? { get }
    /// The keys of fields that tell a record from the others too, where its number is not known, the best first.
    static var otherKeys: [String] { get }
    /// Where records are at home, which decides what can be done with them here.
    static var home: Home { get }
    /// Where a record's number comes from.
    static var numbering: Numbering { get }
    /// The queries offered over the list, the usual one first; empty where there is only the whole list.
    static var queries: [SavedQuery<Self>] { get }
    /// The flag that rows show as a check button, or nil.
    static var toggle: Toggle? { get }
    /// The key of the field that counts places in the list, so that a new record comes last, or nil.
    static var placeKey: String? { get }
    /// True where activating a row opens its form.
    static var editsWhenActivated: Bool { get }
    /// A field as it can be typed into the search entry: "ho=swim".
    static var searchExample: String { get }
    /// When a form can be saved.
    static var saving: FormSaving { get }
    /// The list that ships with the program, or nil.
    static var bundled: BundledList? { get }
    /// The JSON file in the sandbox that always says what the store holds, or nil.
    static var sandboxFile: String? { get }

    /// A record that has its key and every other field at its default.
    init(key: Int)
    /// The number that tells this record from all others of its collection.
    var key: Int { get }
    /// The name people know it by; what a list shows.
    var displayName: String { get }
    /// The whole record in sentences, or "" where it has none.
    var sentences: String { get }
    /// What free text search looks at.
    var summary: String { get }
    /// The record as the command line tells it: its sentences, or else its fields with their labels.
    var told: String { get }
    /// The line under the name in a list.
    var rowSubtitle: String { get }
    /// The dim line under that.
    var rowDetail: String { get }
    /// What stands in a pill under the name of the detail pane, or "".
    var pill: String { get }
    /// What its row is marked with, or nil.
    var mark: RowMark? { get }
    /// The record in one line, as the command line lists it.
    var listLine: String { get }
    /// What two versions of one record have in common where its number does not tell, for the store counts them or
    /// several servers do; "" where nothing does.
    var identity: String { get }
}

extension DirectoryRecord {
    public static var groupings: [Grouping<Self>] { [.none] }
    public static var orders: [SortOrder<Self>] {
        [SortOrder(id: "name", label: LocalizedString("Name")) { $0.displayName }]
    }
    public static var ownerKey: String? { nil }
    public static var otherKeys: [String] { [] }
    public static var home: Home { .here }
    public static var numbering: Numbering { .typed }
    public static var queries: [SavedQuery<Self>] { [] }
    public static var toggle: Toggle? { nil }
    public static var placeKey: String? { nil }
    public static var editsWhenActivated: Bool { false }
    public static var saving: FormSaving { .offered }
    public static var bundled: BundledList? { nil }
    public static var sandboxFile: String? { nil }
    public var sentences: String { "" }
    public var summary: String {
        let texts = Self.fields.filter(\.isSearched).map { field in
            switch field.editor {
            case .choice, .text(.phone): field.searched(self)
            default: field.text(self)
            }
        }
        return texts.filter { !$0.isEmpty }.joined(separator: " ")
    }

    public var told: String {
        guard sentences.isEmpty else { return sentences }
        return Self.fields.filter { !$0.isPicture && !$0.text(self).isEmpty }.map { field in
            translated("\(field.label): \(field.editor == .flag ? field.written(self) : field.text(self))")
        }.joined(separator: "; ")
    }

    public var rowSubtitle: String { "" }
    public var rowDetail: String { "" }
    public var pill: String { "" }
    public var mark: RowMark? { nil }
    public var identity: String { "" }
    public var listLine: String {
        let parts = [displayName, rowSubtitle, toggleWord, mark?.meaning ?? ""].filter { !$0.isEmpty }
        return "\(parts.joined(separator: ", ")) – \(Self.fields[0].text(self))".printable
    }

    /// What it is called as its flag stands: "open".
    private var toggleWord: String {
        guard let toggle = Self.toggle, let field = Self.field(named: toggle.key) else { return "" }
        return field.value(self).isOn ? toggle.on : toggle.off
    }

    /// Who the record says owns it, or nil where nobody can.
    public var owner: String? { Self.ownerKey.flatMap { Self.field(named: $0)?.value(self).text } }

    /// Fields as they can be typed into a search entry.
    public static var searchExample: String {
        fields.first { !$0.isKey && $0.token != nil }.flatMap { $0.token.map { "\($0)=…" } } ?? ""
    }

    /// The field a token or wire key names, in any case, or nil.
    public static func field(named name: String) -> Field<Self>? {
        let name = name.lowercased()
        return fields.first { $0.token?.lowercased() == name || $0.key.lowercased() == name }
    }

    /// True where nothing was given but the key and the fields called `ignored`.
    public func isEmpty(but ignored: Set<String> = []) -> Bool {
        Self.fields.allSatisfy { $0.isKey || ignored.contains($0.key) || $0.written(self).isEmpty }
    }

    /// The same record under another key.
    public func keyed(_ key: Int) -> Self {
        var record = Self(key: key)
        for field in Self.fields { field.set(field.value(self), in: &record) }
        return record
    }

    /// The fields in which `other` says something else, in field order.
    public func differences(from other: Self) -> [FieldDifference] {
        Self.fields.compactMap { field in
            let (before, after) = (field.value(self), field.value(other))
            guard before != after else { return nil }
            let texts = (field.text(self), field.text(other))
            // Two ways to say nothing are told as they were written.
            let (beforeText, afterText) = texts.0 == texts.1 ? (before.text, after.text) : texts
            return FieldDifference(
                key: field.key, label: field.label, before: before, after: after, beforeText: beforeText,
                afterText: afterText)
        }
    }
}

/// One field in which two versions of a record differ.
public struct FieldDifference: Equatable, Sendable {
    public let key: String
    public let label: String
    public let before: FieldValue
    public let after: FieldValue
    /// The values as people read them, "" where they were not given.
    public let beforeText: String
    public let afterText: String
}

/// What a collection is called.
public struct CollectionInfo: Hashable, Sendable {
    /// The name tables and commands use: lower case, one word.
    public let name: String
    /// The name people read.
    public let title: String
    /// One record of it, lower case: "person".
    public let one: String
    /// Several of them, lower case: "people".
    public let many: String
    private let sayCount: @Sendable (Int) -> String
    /// A symbolic icon of the desktop's theme.
    public let iconName: String

    public init(
        name: String, title: LocalizedString, one: LocalizedString, many: LocalizedString, iconName: String,
        counted: @escaping @Sendable (Int) -> String
    ) {
        (self.name, self.title, self.one, self.many) = (name, title.text, one.text, many.text)
        self.iconName = iconName
        sayCount = counted
    }

    public static func == (one: CollectionInfo, other: CollectionInfo) -> Bool { one.name == other.name }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// "1 person", "150 people".
    public func counted(_ count: Int) -> String { sayCount(count) }

    /// What records of these names are called: the only name, or how many there are; nil for none.
    public func called(_ names: [String]) -> String? { names.count > 1 ? counted(names.count) : names.first }
}

/// Every collection of the directory, in the sidebar's order.
public enum Collections {
    public static let all: [any DirectoryRecord.Type] = [
        DukePerson.self, Contact.self, ToDo.self, TourReservation.self, Player.self, Course.self,
    ]
}
