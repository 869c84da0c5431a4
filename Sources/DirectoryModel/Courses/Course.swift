import ClassAPI
import Language

/// A course of a program.
public struct Course: Equatable, Sendable {
    public let id: Int
    public var code = ""
    public var name = ""
    public var program = ""
    /// Nil if it is not given, or 0 from servers that cannot send null.
    public var level: Int?
    public var status = ""
    /// The date as the server wrote it; the first ten characters are the day.
    public var dateCreated = ""

    public init(id: Int) { self.id = id }
}

extension Course: DirectoryRecord {
    public enum Key: String, FieldKey {
        case id = "Id", code = "Code", name = "Name", program = "Program", level = "Level", status = "Status",
            dateCreated = "DateCreated"
    }

    public static let definition = RecordDefinition<Course>(
        CollectionInfo(
            name: "courses", title: LocalizedString("Courses"), one: LocalizedString("course"),
            many: LocalizedString("courses"), selectTitle: LocalizedString("Select a Course"),
            iconName: "duke-directory-book-symbolic"
        ) { translated($0, one: "\($0) course", many: "\($0) courses") },
        home: .fetched(.courses, names: ["cpa", "bsd"], index: .coursePrograms), numbering: .byServer,
        fields: [
            Field(key: .id, token: "id", label: LocalizedString("Number"), \.id),
            Field(.code, token: "co", label: LocalizedString("Code"), \.code, editor: .readOnly, rule: .name)
                .inTable(),
            Field(.name, token: "na", label: LocalizedString("Name"), \.name, editor: .readOnly).inTable(),
            Field(.program, token: "pr", label: LocalizedString("Program"), \.program, editor: .readOnly, rule: .name)
                .said { translated("In the \($0) program") }.linked(.same).inTable(isMinor: true),
            Field(
                .level, token: "le", label: LocalizedString("Level"), \.level, editor: .readOnly, unset: ["0"]
            ).said { translated("Level \($0)") }.linked(.same).inTable(),
            Field(.status, token: "st", label: LocalizedString("Status"), \.status, editor: .readOnly, rule: .name)
                .said { translated("\($0) status") }.inTable(),
            Field(
                .dateCreated, token: nil, label: LocalizedString("Created"), \.dateCreated, editor: .readOnly,
                rule: .name, format: { String($0.text.prefix(10)) }
            ).said { translated("Created on \($0)") }.inTable(isMinor: true),
        ],
        orders: [
            SortOrder(id: "level", label: LocalizedString("Sort by Level")) {
                "\(String($0.level ?? 0).leftPadded(to: 4)) \($0.code)"
            },
            SortOrder(id: "name", label: LocalizedString("Sort by Name")) { $0.name },
        ],
        groupings: [
            Grouping(id: "program", label: LocalizedString("Group by Program")) {
                $0.program.isEmpty
                    ? SectionKey(rank: "", words: LocalizedString("No Program"))
                    : SectionKey(rank: Folding.text($0.program), title: $0.program)
            }
        ],
        bundled: BundledList(file: "sample-courses.json", .sample),
        presentation: Presentation(
            name: \.shownName, subtitle: \.codeAndLevel,
            detail: { course in
                [Key.program, .status].map(course.displayText).filter { !$0.isEmpty }.joined(separator: " · ")
            },
            pill: [.field(.code)],
            texts: [
                .whole: { course in
                    let texts = [Key.program, .status, .dateCreated].map { field($0)?.sentence?(course) ?? "" }
                    return ([course.shownName, course.codeAndLevel] + texts).filter { !$0.isEmpty }
                        .joined(separator: ", ")
                }
            ], searchExample: "pr=CPA", iconGroup: \.program))

    public init(key: Int) { self.init(id: key) }
    public var key: Int { id }

    private var shownName: String { name.isEmpty ? translated("Course \(id)") : name }
    private var codeAndLevel: String {
        let level = displayText(.level)
        guard !level.isEmpty else { return code }
        return code.isEmpty ? translated("Level \(level)") : translated("\(code) - Level \(level)")
    }
}
