import ClassAPI
import Language

/// A task. The server stores the same type that a change sends, so any field may be missing.
public struct ToDo: TypedRecord {
    public var record: Record

    public init(_ record: Record) { self.record = record }

    /// The number is the one that ends `url`, or 0.
    public init(
        title: String? = nil, user: String? = nil, order: Int? = nil, completed: Bool? = nil, url: String? = nil
    ) {
        self.init(key: url.map(Self.definition.number(in:)) ?? 0)
        self.title = title
        self.user = user
        self.order = order
        self.completed = completed
        self.url = url
    }

    public var id: RecordID<ToDo> { RecordID(key) }
    public var title: String? {
        get { self["title"] }
        set { self["title"] = newValue }
    }
    public var user: String? {
        get { self["user"] }
        set { self["user"] = newValue }
    }
    /// The position in the list; tasks without one come last.
    public var order: Int? {
        get { self["order"] }
        set { self["order"] = newValue }
    }
    public var completed: Bool? {
        get { self["completed"] }
        set { self["completed"] = newValue }
    }
    /// The address, which the server assigns.
    public var url: String? {
        get { self["url"] }
        set { self["url"] = newValue }
    }

    public static let definition = Definition(
        CollectionInfo(
            name: "todos", title: LocalizedString("To-Dos"), one: LocalizedString("to-do"),
            many: LocalizedString("to-dos"), selectTitle: LocalizedString("Select a To-Do"),
            iconName: "checkbox-checked-symbolic"
        ) { translated($0, one: "\($0) to-do", many: "\($0) to-dos") },
        home: .hosted(path: ClassPath.toDos.path), numbering: .byServer,
        fields: [
            Field(key: "id", token: "id", label: LocalizedString("Identifier")).unsearched().unshown(),
            Field("title", .optional(.text), token: "ti", label: LocalizedString("Task")).required(),
            Field(
                "user", .optional(.text), token: "us", label: LocalizedString("User"), editor: .text(.shared),
                rule: .name),
            Field("order", .optional(.number), token: "or", label: LocalizedString("Order"))
                .hiddenInForms().unsearched().unshown(),
            Field("completed", .optional(.flag), token: "co", label: LocalizedString("Completed"))
                .hiddenInForms().unset("no").formatted { $0.isOn ? translated("yes") : $0.text }.unsearched(),
            Field(
                "url", .optional(.text), token: nil, label: LocalizedString("Address"), editor: .readOnly, rule: .any
            ).unsearched().unshown(),
        ],
        address: "url", position: "order",
        toggle: Toggle(
            "completed", on: LocalizedString("completed"), off: LocalizedString("open"),
            turnOn: LocalizedString("Mark as Completed"), turnOff: LocalizedString("Mark as Open")),
        quickEntry: "title",
        // Tasks without a position come last, in order of arrival.
        orders: [
            SortOrder(id: "order", label: LocalizedString("Sort by Order")) {
                ToDo($0).order.map { $0 < 0 ? "0" : "1" + String($0).leftPadded(to: 20) } ?? "2"
            },
            SortOrder(id: "name", label: LocalizedString("Sort by Task")) { ToDo($0).title ?? "" },
        ],
        queries: [
            SavedQuery(id: "all", label: LocalizedString("All")),
            SavedQuery(
                id: "open", label: LocalizedString("Open"), RecordQuery(.differs("completed", from: .flag(true)))),
            SavedQuery(
                id: "completed", label: LocalizedString("Completed"), RecordQuery(.equals("completed", .flag(true)))),
        ],
        bundled: BundledList(file: "sample-todos.json", .sample),
        presentation: Presentation(
            name: { record in
                let title = ToDo(record).title ?? ""
                return title.isEmpty ? translated("Untitled to-do") : title
            },
            subtitle: { $0.displayText("user") },
            pill: [.field("completed") { ToDo($0).progress }],
            editsWhenActivated: true, searchExample: "task=milk", iconGroup: { _ in "To-Dos" }))

    /// "Completed" or "Open", or "" for another program's text, which the page shows with its label.
    private var progress: String {
        if case .text = record["completed"] { return "" }
        return completed == true ? translated("Completed") : translated("Open")
    }
}
