import Language

extension DukePerson: DirectoryRecord, Identifiable {
    public static let collection = CollectionInfo(
        name: "people", title: LocalizedString("People"), one: LocalizedString("person"),
        many: LocalizedString("people"),
        iconName: "system-users-symbolic"
    ) { translated($0, one: "\($0) person", many: "\($0) people") }

    public static let fields: [Field<DukePerson>] = [
        Field(key: "DUID", token: "id", label: LocalizedString("DUID"), \.DUID, digits: 7, aliases: ["id", "uid"])
            .card(.text("X-DUKE-DUID")),
        Field("netid", token: "netid", label: LocalizedString("NetID"), \.netid, editor: .text(.netid), rule: .netid)
            .card(.text("X-DUKE-NETID")),
        Field(
            "fName", token: "fn", label: LocalizedString("First Name"), \.fName, editor: .text(.name), rule: .name,
            isRequired: true, unset: ["firstname"],
            aliases: ["firstname"]
        ).card(.part(1, of: "N")).columns("Given Name"),
        Field(
            "lName", token: "ln", label: LocalizedString("Last Name"), \.lName, editor: .text(.name), rule: .name,
            isRequired: true, unset: ["lastname"],
            aliases: ["lastname"]
        ).card(.part(0, of: "N")).columns("Family Name", "Surname"),
        Field(
            "email", token: "em", label: LocalizedString("Email"), \.email, editor: .text(.email), rule: .email,
            suggestion: Suggestion(from: "netid") { "\($0)@duke.edu" }, unset: ["unknown"], aliases: ["email1"]
        ).card(.text("EMAIL", "TYPE=INTERNET")).columns(
            "E-mail 1 - Value", "E-mail 2 - Value", "E-mail Address", "E-mail 2 Address", "Email Address"),
        Field(
            "from", token: "fr", label: LocalizedString("From"), \.from, unset: ["unknown", "anywhere"],
            aliases: ["wherefrom"]
        )
        .card(.text("X-DUKE-FROM", alsoFrom: "BIRTHPLACE")),
        Field("gender", token: "ge", label: LocalizedString("Gender"), \.gender)
            .card(.text("X-GENDER", alsoFrom: "GENDER")).tidied(Tidy.gender),
        Field("role", token: "ro", label: LocalizedString("Role"), \.role).card(.text("ROLE")),
        Field("program", token: "pr", label: LocalizedString("Program"), \.program, editor: .text(.shared))
            .card(.part(0, of: "ORG")).columns("Organization Name", "Organization 1 - Name", "Company"),
        Field("plan", token: "pl", label: LocalizedString("Plan"), \.plan, editor: .text(.shared), aliases: ["degree"])
            .card(.text("TITLE")).columns("Organization Title", "Organization 1 - Title", "Job Title"),
        Field("team", token: "te", label: LocalizedString("Team"), \.team, editor: .text(.shared))
            .card(.part(1, of: "ORG"))
            .columns("Organization Department", "Organization 1 - Department", "Department"),
        Field("movie", token: "mo", label: LocalizedString("Movie"), \.movie, aliases: ["moviegenre"]).card(
            .text("X-DUKE-MOVIE")),
        Field(
            "hobby", token: "ho", label: LocalizedString("Hobbies"), \.hobby, editor: .text(.hobbies), rule: .list,
            aliases: ["hobbies"]
        ).card(.text("X-DUKE-HOBBY", alsoFrom: "HOBBY", "INTEREST")),
        Field("languages", token: "la", label: LocalizedString("Languages"), \.languages).card(
            .list("X-DUKE-LANGUAGE")),
        Field(
            "picture", token: nil, label: LocalizedString("Picture"), \.picture, editor: .picture, rule: .picture,
            aliases: ["pic"]
        ).card(.picture),
    ]

    public static let groupings: [Grouping<DukePerson>] = [
        Grouping(id: "role", label: LocalizedString("Group by Role")) { $0.role.section },
        Grouping(id: "team", label: LocalizedString("Group Students by Team"), section: \.teamSection),
    ]

    public static let orders: [SortOrder<DukePerson>] = [
        SortOrder(id: "last", label: LocalizedString("Sort by Last Name")) { $0.sortName("lName", "fName") },
        SortOrder(id: "first", label: LocalizedString("Sort by First Name")) { $0.sortName("fName", "lName") },
    ]

    public static let ownerKey: String? = "netid"
    public static let otherKeys = ["netid", "email"]
    public static let home = Home.published
    public static let searchExample = "ho=swim"
    public static let bundled: BundledList? = BundledList(file: "ece564cohort.json", isLoadedAtFirst: false)
    public static let sandboxFile: String? = "people.json"

    public init(key: Int) { self.init(DUID: key) }
    public var key: Int { DUID }
    public var id: Int { DUID }
    public var displayName: String { name.isEmpty ? (given("netid") ?? paddedDUID) : name }
    public var sentences: String { description }
    /// The sentences, and what a row says besides.
    public var summary: String { ([description] + numbers).joined(separator: " ") }
    public var rowSubtitle: String { shown("email") }
    public var rowDetail: String { numbers.joined(separator: " · ") }
    /// What tells one person from another; the record of a first launch has no DUID yet.
    private var numbers: [String] {
        (DUID == 0 ? [] : [paddedDUID]) + ["netid", "program", "plan"].compactMap(given)
    }
    public var pill: String {
        [role == .Unknown ? "" : role.label, shown("team")].filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// Names that were not given sort by what is shown in their place.
    private func sortName(_ first: String, _ second: String) -> String {
        let name = [given(first), given(second)].compactMap(\.self).joined(separator: " ")
        return name.isEmpty ? displayName : name
    }

    /// Students by team, the others by role before and after them.
    private var teamSection: SectionKey {
        guard role == .Student else { return role.section }
        let team = shown("team")
        if team.isEmpty { return SectionKey(rank: "2\u{10FFFF}", words: LocalizedString("Students Without a Team")) }
        return SectionKey(rank: "2\(Folding.text(team))", title: team)
    }
}
