extension DukePerson: Record, Identifiable {
    public static let collection = Collection(
        name: "people", title: "People", one: "person", many: "people", iconName: "system-users-symbolic")

    public static let fields: [Field<DukePerson>] = [
        Field(key: "DUID", token: "id", label: "DUID", \.DUID, digits: 7, aliases: ["id", "uid"]),
        Field("netid", token: "netid", label: "NetID", \.netid, editor: .text(.netid), rule: .netid),
        Field(
            "fName", token: "fn", label: "First Name", \.fName, editor: .text(.name), rule: .name, unset: ["firstname"],
            aliases: ["firstname"]),
        Field(
            "lName", token: "ln", label: "Last Name", \.lName, editor: .text(.name), rule: .name, unset: ["lastname"],
            aliases: ["lastname"]),
        Field(
            "email", token: "em", label: "Email", \.email, editor: .text(.email), rule: .email,
            suggestion: Suggestion(from: "netid") { "\($0)@duke.edu" }, unset: ["unknown"], aliases: ["email1"]),
        Field("from", token: "fr", label: "From", \.from, unset: ["unknown"], aliases: ["wherefrom"]),
        Field("gender", token: "ge", label: "Gender", \.gender),
        Field("role", token: "ro", label: "Role", \.role),
        Field("program", token: "pr", label: "Program", \.program, editor: .text(.shared)),
        Field("plan", token: "pl", label: "Plan", \.plan, editor: .text(.shared), aliases: ["degree"]),
        Field("team", token: "te", label: "Team", \.team, editor: .text(.shared)),
        Field("movie", token: "mo", label: "Movie", \.movie, aliases: ["moviegenre"]),
        Field(
            "hobby", token: "ho", label: "Hobbies", \.hobby, editor: .text(.hobbies), rule: .list, aliases: ["hobbies"]),
        Field("languages", token: "la", label: "Languages", \.languages),
        Field(
            "picture", token: nil, label: "Picture", \.picture, editor: .picture, rule: .picture, aliases: ["pic"]),
    ]

    public static let groupings: [Grouping<DukePerson>] = [
        Grouping(id: "role", label: "Group by Role") { $0.role.section },
        Grouping(id: "team", label: "Group Students by Team", section: \.teamSection),
    ]

    public static let orders: [SortOrder<DukePerson>] = [
        SortOrder(id: "last", label: "Sort by Last Name") { "\($0.lName) \($0.fName)" },
        SortOrder(id: "first", label: "Sort by First Name") { "\($0.fName) \($0.lName)" },
    ]

    public static let ownerKey: String? = "netid"
    public static let home = Home.published
    public static let searchExample = "ho=swim"
    public static let bundled: BundledList? = BundledList(file: "ece564cohort.json", isLoadedAtFirst: false)
    public static let sandboxFile: String? = "people.json"

    public init(key: Int) { self.init(DUID: key) }
    public var key: Int { DUID }
    public var id: Int { DUID }
    public var displayName: String { name.isEmpty ? (netid.isEmpty ? paddedDUID : netid) : name }
    public var sentences: String { description }
    public var summary: String { description }
    public var rowSubtitle: String { email }
    public var rowDetail: String { [paddedDUID, netid, program, plan].filter { !$0.isEmpty }.joined(separator: " · ") }
    public var pill: String {
        [role == .Unknown ? "" : role.rawValue, team].filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// Students by team, the others by role before and after them.
    private var teamSection: SectionKey {
        guard role == .Student else { return role.section }
        let team = team.trimmed
        if team.isEmpty { return SectionKey(rank: "2\u{10FFFF}", title: "Students Without a Team") }
        return SectionKey(rank: "2\(Folding.text(team))", title: team)
    }
}
