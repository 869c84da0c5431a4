public import Language

/// The names of a collection.
public struct CollectionInfo: Hashable, Sendable {
    /// The name of tables and commands: one lowercase word.
    public let name: String
    public let title: String
    /// One record, lowercase: "person".
    public let one: String
    /// Several records, lowercase: "people".
    public let many: String
    /// The title when no record is selected: "Select a Person".
    public let selectTitle: String
    private let countText: @Sendable (Int) -> String
    /// A symbolic icon of the desktop's theme.
    public let iconName: String

    /// - Parameter counted: returns the text for a number of records.
    public init(
        name: String, title: LocalizedString, one: LocalizedString, many: LocalizedString,
        selectTitle: LocalizedString, iconName: String, counted: @escaping @Sendable (Int) -> String
    ) {
        self.name = name
        self.title = title.text
        self.one = one.text
        self.many = many.text
        self.selectTitle = selectTitle.text
        self.iconName = iconName
        countText = counted
    }

    public static func == (one: CollectionInfo, other: CollectionInfo) -> Bool { one.name == other.name }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// The text for a number of records: "1 person", "150 people".
    public func counted(_ count: Int) -> String { countText(count) }

    /// The only name, or how many there are; nil for [].
    public func called(_ names: [String]) -> String? { names.count > 1 ? counted(names.count) : names.first }
}

extension Definition {
    public static let people = DukePerson.definition
    public static let contacts = Contact.definition
    public static let toDos = ToDo.definition
    public static let tours = TourReservation.definition
    public static let players = Player.definition
    public static let courses = Course.definition
    public static let groups = RecordGroup.definition
}

/// Every collection, in the sidebar's order.
public enum Collections {
    public static let all: [Definition] = [.people, .contacts, .toDos, .tours, .players, .courses]

    /// What a store of `listed` has: these collections, and the groups of their records.
    public static func stored(_ listed: [Definition] = all) -> [Definition] { listed + [.groups] }
}
