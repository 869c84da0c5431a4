import ClassAPI
import Language

/// A course of a program.
public struct Course: TypedRecord {
    public var record: Record

    public init(_ record: Record) { self.record = record }

    public var code: String {
        get { self["Code"] }
        set { self["Code"] = newValue }
    }
    public var name: String {
        get { self["Name"] }
        set { self["Name"] = newValue }
    }
    public var program: String {
        get { self["Program"] }
        set { self["Program"] = newValue }
    }
    /// Nil if it is not given, or 0 from servers that cannot send null.
    public var level: Int? {
        get { self["Level"] }
        set { self["Level"] = newValue }
    }
    public var status: String {
        get { self["Status"] }
        set { self["Status"] = newValue }
    }
    /// The date as the server wrote it; the first ten characters are the day.
    public var dateCreated: String {
        get { self["DateCreated"] }
        set { self["DateCreated"] = newValue }
    }

    public static let definition = Definition(
        CollectionInfo(
            name: "courses", title: LocalizedString("Courses"), one: LocalizedString("course"),
            many: LocalizedString("courses"), selectTitle: LocalizedString("Select a Course"),
            iconName: "duke-directory-book-symbolic"
        ) { translated($0, one: "\($0) course", many: "\($0) courses") },
        home: .fetched(.courses, names: ["cpa", "bsd"], index: .coursePrograms), numbering: .byServer,
        fields: [
            Field(key: "Id", token: "id", label: LocalizedString("Number")),
            Field("Code", token: "co", label: LocalizedString("Code"), editor: .readOnly, rule: .name).inTable(),
            Field("Name", token: "na", label: LocalizedString("Name"), editor: .readOnly).inTable(),
            Field("Program", token: "pr", label: LocalizedString("Program"), editor: .readOnly, rule: .name)
                .inSentence { translated("In the \($0) program") }.linked(.same).inTable(isMinor: true),
            Field("Level", .optional(.number), token: "le", label: LocalizedString("Level"), editor: .readOnly)
                .unset("0").inSentence { translated("Level \($0)") }.linked(.same).inTable(),
            Field("Status", token: "st", label: LocalizedString("Status"), editor: .readOnly, rule: .name)
                .inSentence { translated("\($0) status") }.inTable(),
            Field("DateCreated", token: nil, label: LocalizedString("Created"), editor: .readOnly, rule: .name)
                .formatted { String($0.text.prefix(10)) }.inSentence { translated("Created on \($0)") }
                .inTable(isMinor: true),
        ],
        orders: [
            SortOrder(id: "level", label: LocalizedString("Sort by Level")) {
                "\(String(Course($0).level ?? 0).leftPadded(to: 4)) \(Course($0).code)"
            },
            SortOrder(id: "name", label: LocalizedString("Sort by Name")) { Course($0).name },
        ],
        groupings: [
            Grouping(id: "program", label: LocalizedString("Group by Program")) {
                let program = Course($0).program
                return program.isEmpty
                    ? SectionKey(rank: "", title: LocalizedString("No Program"))
                    : SectionKey(rank: Folding.text(program), title: program)
            }
        ],
        bundled: BundledList(file: "sample-courses.json", .sample),
        presentation: Presentation(
            name: { Course($0).shownName }, subtitle: { Course($0).codeAndLevel },
            detail: { record in
                ["Program", "Status"].map(record.displayText).filter { !$0.isEmpty }.joined(separator: " · ")
            },
            pill: [.field("Code")],
            texts: [
                .whole: { record in
                    let course = Course(record)
                    let texts = ["Program", "Status", "DateCreated"].map {
                        record.definition.field($0).sentence(record) ?? ""
                    }
                    return ([course.shownName, course.codeAndLevel] + texts).filter { !$0.isEmpty }
                        .joined(separator: ", ")
                }
            ], searchExample: "program=CPA", iconGroup: { Course($0).program }))

    private var shownName: String { name.isEmpty ? translated("Course \(id)") : name }
    private var codeAndLevel: String {
        let level = displayText("Level")
        guard !level.isEmpty else { return code }
        return code.isEmpty ? translated("Level \(level)") : translated("\(code) - Level \(level)")
    }
}
