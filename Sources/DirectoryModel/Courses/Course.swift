import ClassAPI
import Language

/// A course of a program.
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

extension Course: DirectoryRecord {
    public static let collection = CollectionInfo(
        name: "courses", title: LocalizedString("Courses"), one: LocalizedString("course"),
        many: LocalizedString("courses"),
        iconName: "accessories-dictionary-symbolic"
    ) { translated($0, one: "\($0) course", many: "\($0) courses") }

    public static let home = Home.fetched(paths: ["cpa", "bsd"].map(ClassPath.courses.path))
    public static let numbering = Numbering.byServer

    public static let fields: [Field<Course>] = [
        Field(key: "Id", token: "id", label: LocalizedString("Number"), \.id),
        Field("Code", token: "co", label: LocalizedString("Code"), \.code, editor: .readOnly, rule: .name),
        Field("Name", token: "na", label: LocalizedString("Name"), \.name, editor: .readOnly),
        Field("Program", token: "pr", label: LocalizedString("Program"), \.program, editor: .readOnly, rule: .name) {
            translated("In the \($0) program")
        },
        Field(
            "Level", token: "le", label: LocalizedString("Level"), of: \.level, editor: .readOnly, rule: .wholeNumber,
            unset: ["0"]
        ) {
            translated("Level \($0.text)")
        },
        Field("Status", token: "st", label: LocalizedString("Status"), \.status, editor: .readOnly, rule: .name) {
            translated("\($0) status")
        },
        Field(
            "DateCreated", token: nil, label: LocalizedString("Created"), \.dateCreated, editor: .readOnly, rule: .name
        ) {
            translated("Created on \($0.prefix(10))")
        },
    ]

    public static let groupings: [Grouping<Course>] = [
        Grouping(id: "program", label: LocalizedString("Group by Program")) {
            $0.program.isEmpty
                ? SectionKey(rank: "", words: LocalizedString("No Program"))
                : SectionKey(rank: Folding.text($0.program), title: $0.program)
        }
    ]

    public static let orders: [SortOrder<Course>] = [
        SortOrder(id: "level", label: LocalizedString("Sort by Level")) {
            "\(String($0.level).leftPadded(to: 4)) \($0.code)"
        },
        SortOrder(id: "name", label: LocalizedString("Sort by Name")) { $0.name },
    ]

    public init(key: Int) { self.init(id: key) }
    public var key: Int { id }
    public var displayName: String { name.isEmpty ? translated("Course \(id)") : name }
    public var rowSubtitle: String { translated("\(code) - Level \(level)") }
    public var rowDetail: String {
        Self.fields.filter { ["Program", "Status"].contains($0.key) }.map { $0.written(self) }.filter { !$0.isEmpty }
            .joined(separator: " · ")
    }
    public var told: String {
        let texts = Self.fields.filter { ["Program", "Status", "DateCreated"].contains($0.key) }.map { $0.text(self) }
        return ([displayName, rowSubtitle] + texts).filter { !$0.isEmpty }.joined(separator: ", ")
    }
    public var pill: String { code }
}
