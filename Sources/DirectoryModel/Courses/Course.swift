/// A course of a program (REQUIREMENTS 6).
public struct Course: Equatable, Sendable {
    public let id: Int
    public var code = ""
    public var name = ""
    public var program = ""
    public var level = 0
    public var status = ""
    /// As the server wrote it; the day is its first ten characters.
    public var dateCreated = ""

    public init(id: Int) { self.id = id }
}

extension Course: Record {
    public static let collection = Collection(
        name: "courses", title: "Courses", one: "course", many: "courses", iconName: "accessories-dictionary-symbolic")

    public static let home = Home.fetched(paths: ["/api/courses/in/cpa", "/api/courses/in/bsd"])
    public static let numbering = Numbering.byServer

    public static let fields: [Field<Course>] = [
        Field(key: "Id", token: "id", label: "Number", \.id),
        Field("Code", token: "co", label: "Code", \.code, editor: .readOnly, rule: .name),
        Field("Name", token: "na", label: "Name", \.name, editor: .readOnly),
        Field("Program", token: "pr", label: "Program", \.program, editor: .readOnly, rule: .name) {
            "In the \($0) program"
        },
        Field("Level", token: "le", label: "Level", of: \.level, editor: .readOnly, rule: .wholeNumber, unset: ["0"]) {
            "Level \($0.text)"
        },
        Field("Status", token: "st", label: "Status", \.status, editor: .readOnly, rule: .name) { "\($0) status" },
        Field("DateCreated", token: nil, label: "Created", \.dateCreated, editor: .readOnly, rule: .name) {
            "Created on \($0.prefix(10))"
        },
    ]

    public static let groupings: [Grouping<Course>] = [
        Grouping(id: "program", label: "Group by Program") {
            SectionKey(rank: Folding.text($0.program), title: $0.program.isEmpty ? "No Program" : $0.program)
        }
    ]

    public static let orders: [SortOrder<Course>] = [
        SortOrder(id: "level", label: "Sort by Level") { "\(String($0.level).leftPadded(to: 4)) \($0.code)" },
        SortOrder(id: "name", label: "Sort by Name") { $0.name },
    ]

    public init(key: Int) { self.init(id: key) }
    public var key: Int { id }
    public var displayName: String { name.isEmpty ? "Course \(id)" : name }
    public var rowSubtitle: String { "\(code) - Level \(level)" }
    public var rowDetail: String { [program, status].filter { !$0.isEmpty }.joined(separator: " · ") }
    public var pill: String { code }
}
