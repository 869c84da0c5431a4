public import Language

/// A named group of a list's records: hand-picked members, or a saved search. It is stored only on this computer.
public struct RecordGroup: TypedRecord {
    public var record: Record

    public init(_ record: Record) { self.record = record }

    /// The name of the collection whose records it groups.
    public var list: String {
        get { self["list"] }
        set { self["list"] = newValue }
    }
    public var name: String {
        get { self["name"] }
        set { self["name"] = newValue }
    }
    /// The color of its dot, from 0 to 11, as of initials without a picture.
    public var color: Int {
        get { self["color"] }
        set { self["color"] = newValue }
    }
    /// What a smart group finds, as typed into the search entry; "" for hand-picked members.
    public var search: String {
        get { self["search"] }
        set { self["search"] = newValue }
    }
    /// The position among the list's groups, from 0.
    public var position: Int? {
        get { self["place"] }
        set { self["place"] = newValue }
    }
    /// The keys of hand-picked members, present or absent, in the order they were added.
    public var members: [String] {
        get { self["members"] }
        set { self["members"] = newValue }
    }

    public init(_ name: String, of definition: Definition, search: String = "", members: [Int] = []) {
        self.init(id: 0)
        self.name = name.plain
        list = definition.collection.name
        self.search = search.plain
        memberKeys = members
    }

    public var isSmart: Bool { !search.isEmpty }

    /// `members` as numbers.
    public var memberKeys: [Int] {
        get { members.compactMap { Int($0) } }
        set { members = newValue.map(String.init) }
    }

    /// The name that people see. The groups of a first launch are stored in English and shown in the user's language.
    public var title: String { Self.firstGroups.first { $0.name.english == name }?.name.text ?? name }

    /// The groups of a first launch: their names and what they find.
    public static let firstGroups = [
        (name: LocalizedString("Without a Picture"), search: "no=picture"),
        (name: LocalizedString("New and Changed"), search: "is=new"),
    ]

    /// True if people would read `other` as this group's name.
    public func isCalled(_ other: String) -> Bool {
        [name, title].contains { Folding.text($0) == Folding.text(other.plain) }
    }

    /// The search that finds its members anywhere: `group="My Team"`.
    public func query(in definition: Definition) -> String {
        let isField = definition.field(named: SearchKey.group.rawValue) != nil
        return "\(isField ? "gr" : SearchKey.group.rawValue)=\"\(name.replacing("\"", with: "\"\""))\""
    }

    public static let definition = Definition(
        CollectionInfo(
            name: "groups", title: LocalizedString("Groups"), one: LocalizedString("group"),
            many: LocalizedString("groups"), selectTitle: LocalizedString("Select a Group"),
            iconName: "view-list-symbolic"
        ) { translated($0, one: "\($0) group", many: "\($0) groups") },
        numbering: .counted,
        fields: [
            Field(key: "id", token: "id", label: LocalizedString("Number")),
            Field("list", token: nil, label: LocalizedString("List")).unshown(),
            Field("name", token: "na", label: LocalizedString("Name")).required(),
            Field("color", .number, token: nil, label: LocalizedString("Color")).unshown(),
            Field("search", token: nil, label: LocalizedString("Search"), rule: .any),
            Field("place", .optional(.number), token: nil, label: LocalizedString("Order")).unshown(),
            Field("members", .list, token: nil, label: LocalizedString("Members")).unshown(),
        ],
        position: "place",
        orders: [
            SortOrder(id: "order", label: LocalizedString("Sort by Order")) {
                String(max(0, RecordGroup($0).position ?? .max)).leftPadded(to: 20)
            }
        ],
        sandboxFile: "groups.json",
        identity: { RecordGroup($0).identityText },
        presentation: Presentation(name: { RecordGroup($0).name }, subtitle: { RecordGroup($0).search }))

    private var identityText: String { name.isEmpty ? "" : "\(list)\u{1F}\(Folding.text(name))" }
}
