import ClassAPI
import Language

/// Something to be done. The same type is what the server keeps and what a change sends: any of it may be missing.
public struct ToDo: Equatable, Sendable {
    public var title: String?
    public var user: String?
    public var order: Int?
    public var completed: Bool?
    /// Where it answers; the server writes it.
    public var url: String?
    /// The number the server gave it, or 0.
    public private(set) var key: Int

    public init(
        title: String? = nil, user: String? = nil, order: Int? = nil, completed: Bool? = nil, url: String? = nil
    ) {
        (self.title, self.user, self.order, self.completed, self.url) = (title, user, order, completed, url)
        key = url.flatMap { $0.split(separator: "/").last }.flatMap { Int($0) } ?? 0
    }
}

extension ToDo: Codable {
    private enum CodingKeys: String, CodingKey { case title, user, order, completed, url }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            title: try values.decodeIfPresent(String.self, forKey: .title)?.printable,
            user: try values.decodeIfPresent(String.self, forKey: .user)?.printable,
            order: try values.decodeIfPresent(Int.self, forKey: .order),
            completed: try values.decodeIfPresent(Bool.self, forKey: .completed),
            url: try values.decodeIfPresent(String.self, forKey: .url)?.printable)
    }

    /// Writes what is there and nothing else.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encodeIfPresent(title, forKey: .title)
        try values.encodeIfPresent(user, forKey: .user)
        try values.encodeIfPresent(order, forKey: .order)
        try values.encodeIfPresent(completed, forKey: .completed)
        try values.encodeIfPresent(url, forKey: .url)
    }
}

extension ToDo: Hosted {
    public static let collection = CollectionInfo(
        name: "todos", title: LocalizedString("To-Dos"), one: LocalizedString("to-do"), many: LocalizedString("to-dos"),
        iconName: "checkbox-checked-symbolic"
    ) { translated($0, one: "\($0) to-do", many: "\($0) to-dos") }

    public static let path = ClassPath.toDos.path

    public static let fields: [Field<ToDo>] = [
        Field(key: "id", token: "id", label: LocalizedString("Identifier"), \.key),
        Field(
            "title", token: "ti", label: LocalizedString("Task"), of: \.title, editor: .text(.words), rule: .line,
            isRequired: true),
        Field("user", token: "us", label: LocalizedString("User"), of: \.user, editor: .text(.shared), rule: .name),
        Field(
            "order", token: "or", label: LocalizedString("Order"), of: \.order, editor: .number, rule: .wholeNumber,
            isAsked: false
        ).unsearched(),
        Field(
            "completed", token: "co", label: LocalizedString("Completed"), of: \.completed, editor: .flag, rule: .flag,
            isAsked: false, unset: ["no"], format: { $0.isOn ? translated("yes") : "" }),
        Field("url", token: nil, label: LocalizedString("Address"), of: \.url, editor: .readOnly, rule: .any)
            .unsearched(),
    ]

    /// By order, what has none last, then as they came.
    public static let orders: [SortOrder<ToDo>] = [
        SortOrder(id: "order", label: LocalizedString("Sort by Order")) { todo in
            todo.order.map { $0 < 0 ? "0" : "1" + String($0).leftPadded(to: 20) } ?? "2"
        },
        SortOrder(id: "name", label: LocalizedString("Sort by Task")) { $0.title ?? "" },
    ]

    public static let queries: [SavedQuery<ToDo>] = [
        SavedQuery(id: "all", label: LocalizedString("All")),
        SavedQuery(id: "open", label: LocalizedString("Open"), RecordQuery(.not(.equals("completed", .flag(true))))),
        SavedQuery(
            id: "completed", label: LocalizedString("Completed"), RecordQuery(.equals("completed", .flag(true)))),
    ]

    public static let placeKey: String? = "order"
    public static let editsWhenActivated = true
    public static let toggle: Toggle? = Toggle(
        key: "completed", on: LocalizedString("completed"), off: LocalizedString("open"),
        turnOn: LocalizedString("Mark as Completed"),
        turnOff: LocalizedString("Mark as Open"))

    public init(key: Int) {
        self.init()
        self.key = key
    }

    public func hosted(as key: Int, at url: String) -> ToDo {
        var todo = self
        todo.key = key
        todo.url = url
        return todo
    }

    public var asMade: ToDo {
        var todo = self
        todo.completed = false
        return todo
    }

    public var displayName: String { title.flatMap { $0.isEmpty ? nil : $0 } ?? translated("To-do \(key)") }
    public var rowSubtitle: String { Self.fields[2].text(self) }
    public var rowDetail: String { "#\(key)" }
    public var pill: String { completed == true ? translated("Completed") : "" }
}
