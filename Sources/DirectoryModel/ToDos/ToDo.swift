import ClassAPI
import Language

/// A task. The server stores the same type that a change sends, so any field may be missing.
public struct ToDo: Equatable, Sendable {
    public var title: String?
    public var user: String?
    /// The place in the list; tasks without one come last.
    public var order: Int?
    public var completed: Bool?
    /// The address, which the server assigns.
    public var url: String?
    /// The number that the server assigned, or 0.
    public private(set) var key: Int

    /// The number is the one that ends `url`, or 0.
    public init(
        title: String? = nil, user: String? = nil, order: Int? = nil, completed: Bool? = nil, url: String? = nil
    ) {
        (self.title, self.user, self.order, self.completed, self.url) = (title, user, order, completed, url)
        key = url.map(RecordID<ToDo>.number(in:)) ?? 0
    }
}

extension ToDo: RemoteResource {
    public enum Key: String, FieldKey {
        case id, title, user, order, completed, url
    }

    public static let definition = RecordDefinition<ToDo>(
        CollectionInfo(
            name: "todos", title: LocalizedString("To-Dos"), one: LocalizedString("to-do"),
            many: LocalizedString("to-dos"), selectTitle: LocalizedString("Select a To-Do"),
            iconName: "checkbox-checked-symbolic"
        ) { translated($0, one: "\($0) to-do", many: "\($0) to-dos") },
        home: .hosted(path: ClassPath.toDos.path), numbering: .byServer,
        fields: [
            Field(key: .id, token: "id", label: LocalizedString("Identifier"), \.key).unsearched().unshown(),
            Field(.title, token: "ti", label: LocalizedString("Task"), \.title, isRequired: true),
            Field(.user, token: "us", label: LocalizedString("User"), \.user, editor: .text(.shared), rule: .name),
            Field(.order, token: "or", label: LocalizedString("Order"), \.order, isAsked: false)
                .unsearched().unshown(),
            Field(
                .completed, token: "co", label: LocalizedString("Completed"), \.completed, isAsked: false,
                unset: ["no"], format: { $0.isOn ? translated("yes") : "" }
            ).unsearched(),
            Field(.url, token: nil, label: LocalizedString("Address"), \.url, editor: .readOnly, rule: .any)
                .unsearched().unshown(),
        ],
        address: .url, place: .order,
        toggle: Toggle(
            .completed, on: LocalizedString("completed"), off: LocalizedString("open"),
            turnOn: LocalizedString("Mark as Completed"), turnOff: LocalizedString("Mark as Open")),
        quickEntry: .title,
        // Tasks without a place come last, in order of arrival.
        orders: [
            SortOrder(id: "order", label: LocalizedString("Sort by Order")) { todo in
                todo.order.map { $0 < 0 ? "0" : "1" + String($0).leftPadded(to: 20) } ?? "2"
            },
            SortOrder(id: "name", label: LocalizedString("Sort by Task")) { $0.title ?? "" },
        ],
        queries: [
            SavedQuery(id: "all", label: LocalizedString("All")),
            SavedQuery(id: "open", label: LocalizedString("Open"), RecordQuery(.not(.equals(.completed, .flag(true))))),
            SavedQuery(
                id: "completed", label: LocalizedString("Completed"), RecordQuery(.equals(.completed, .flag(true)))),
        ],
        bundled: BundledList(file: "sample-todos.json", .sample),
        presentation: Presentation(
            name: { $0.title.flatMap { $0.isEmpty ? nil : $0 } ?? translated("Untitled to-do") },
            subtitle: { $0.displayText(.user) },
            pill: [.field(.completed) { $0.completed == true ? translated("Completed") : translated("Open") }],
            editsWhenActivated: true, searchExample: "ti=milk", iconGroup: { _ in "To-Dos" }))

    public init(key: Int) {
        self.init()
        self.key = key
    }
}
