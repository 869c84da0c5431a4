import ClassAPI
import Language

/// A person of the class.
public struct DukePerson: TypedRecord, Identifiable {
    public var record: Record

    public init(_ record: Record) { self.record = record }

    public init(
        DUID: Int, netid: String = "", fName: String = "firstname", lName: String = "lastname",
        email: String = "unknown", from: String = "unknown", gender: Gender = .Unknown, role: Role = .Unknown,
        program: String = "", plan: String = "", team: String = "", movie: String = "", hobby: String = "",
        languages: [String] = [], picture: String = ""
    ) {
        self.init(key: DUID)
        self.netid = netid
        self.fName = fName
        self.lName = lName
        self.email = email
        self.from = from
        self.gender = gender
        self.role = role
        self.program = program
        self.plan = plan
        self.team = team
        self.movie = movie
        self.hobby = hobby
        self.languages = languages
        self.picture = picture
    }

    /// The Duke Unique ID.
    public var DUID: Int { key }
    public var id: Int { key }
    /// The owner of the record.
    public var netid: String {
        get { self["netid"] }
        set { self["netid"] = newValue }
    }
    /// "firstname" until it is given.
    public var fName: String {
        get { self["fName"] }
        set { self["fName"] = newValue }
    }
    /// "lastname" until it is given.
    public var lName: String {
        get { self["lName"] }
        set { self["lName"] = newValue }
    }
    /// "unknown" until it is given.
    public var email: String {
        get { self["email"] }
        set { self["email"] = newValue }
    }
    /// "unknown" until it is given.
    public var from: String {
        get { self["from"] }
        set { self["from"] = newValue }
    }
    public var gender: Gender {
        get { self["gender"] }
        set { self["gender"] = newValue }
    }
    public var role: Role {
        get { self["role"] }
        set { self["role"] = newValue }
    }
    public var program: String {
        get { self["program"] }
        set { self["program"] = newValue }
    }
    /// The degree the person works toward.
    public var plan: String {
        get { self["plan"] }
        set { self["plan"] = newValue }
    }
    public var team: String {
        get { self["team"] }
        set { self["team"] = newValue }
    }
    /// The favorite movie.
    public var movie: String {
        get { self["movie"] }
        set { self["movie"] = newValue }
    }
    /// Hobbies, comma-separated.
    public var hobby: String {
        get { self["hobby"] }
        set { self["hobby"] = newValue }
    }
    public var languages: [String] {
        get { self["languages"] }
        set { self["languages"] = newValue }
    }
    /// Base64 of a JPEG or PNG.
    public var picture: String {
        get { self["picture"] }
        set { self["picture"] = newValue }
    }

    /// The DUID with at least seven digits.
    public var paddedDUID: String { String(DUID).leftPadded(to: 7) }

    /// First and last name, if given; Chinese, Japanese, and Korean names begin with the last.
    public var name: String { .name(first: shown("fName"), last: shown("lName")) }

    /// The hobbies that are given.
    public var hobbies: [String] { hobby.listItems.filter { !PlaceholderText.isWord($0) } }

    /// The fields whose values differ in `other`.
    public func compareUpdate(_ other: DukePerson) -> [FieldDifference] { record.differences(from: other.record) }

    public static let definition = Definition(
        CollectionInfo(
            name: "people", title: LocalizedString("People"), one: LocalizedString("person"),
            many: LocalizedString("people"), selectTitle: LocalizedString("Select a Person"),
            iconName: "system-users-symbolic"
        ) { translated($0, one: "\($0) person", many: "\($0) people") },
        home: .published(.people),
        fields: [
            Field(key: "DUID", token: "id", label: LocalizedString("DUID"), digits: 7).aliases("id", "uid")
                .card(.text("X-DUKE-DUID")).columns(.number),
            Field("netid", token: "netid", label: LocalizedString("NetID"), editor: .text(.netid), rule: .netid)
                .card(.text("X-DUKE-NETID")).columns(.login),
            Field("fName", token: "fn", label: LocalizedString("First Name"), editor: .text(.name), rule: .name)
                .required().unset("firstname", isDefault: true).aliases("firstname")
                .card(.part(1, of: "N")).columns(.firstName),
            Field("lName", token: "ln", label: LocalizedString("Last Name"), editor: .text(.name), rule: .name)
                .required().unset("lastname", isDefault: true).aliases("lastname")
                .card(.part(0, of: "N")).columns(.lastName),
            Field("email", token: "em", label: LocalizedString("Email"), editor: .text(.email), rule: .email)
                .suggested(.init(from: "netid") { "\($0)@duke.edu" }).unset("unknown", isDefault: true)
                .aliases("email1").card(.text("EMAIL", "TYPE=INTERNET")).tidied(ImportNormalizer.email)
                .columns(.email),
            Field("from", token: "fr", label: LocalizedString("From"))
                .unset("unknown", "anywhere", isDefault: true).aliases("wherefrom")
                .card(.text("X-DUKE-FROM", alsoFrom: "BIRTHPLACE")).linked(.same).columns(.home),
            Field("gender", .choice(Gender.self), token: "ge", label: LocalizedString("Gender"))
                .card(.text("X-GENDER", alsoFrom: "GENDER")).tidied(ImportNormalizer.gender).unsearched(),
            Field("role", .choice(Role.self), token: "ro", label: LocalizedString("Role"))
                .card(.text("ROLE")).linked(.same),
            Field("program", token: "pr", label: LocalizedString("Program"), editor: .text(.shared))
                .card(.part(0, of: "ORG")).columns(.organization + .program),
            Field("plan", token: "pl", label: LocalizedString("Plan"), editor: .text(.shared)).aliases("degree")
                .card(.text("TITLE")).columns(.jobTitle),
            Field("team", token: "te", label: LocalizedString("Team"), editor: .text(.shared))
                .card(.part(1, of: "ORG")).columns(.department),
            Field("movie", token: "mo", label: LocalizedString("Movie")).aliases("moviegenre")
                .card(.text("X-DUKE-MOVIE")).columns(.movie),
            Field("hobby", token: "ho", label: LocalizedString("Hobbies"), editor: .text(.hobbies), rule: .list)
                .word("hobby").aliases("hobbies")
                .card(.text("X-DUKE-HOBBY", alsoFrom: "HOBBY", "INTEREST")).columns(.hobby),
            Field("languages", .list, token: "la", label: LocalizedString("Languages"))
                .card(.list("X-DUKE-LANGUAGE")).columns(.languages),
            Field("picture", token: nil, label: LocalizedString("Picture"), editor: .picture, rule: .picture)
                .aliases("pic").card(.picture),
        ],
        owner: "netid", standing: "role", identifiers: ["netid", "email"],
        orders: [
            SortOrder(
                id: "last", label: LocalizedString("Sort by Last Name"), shownPart: { DukePerson($0).shown("lName") }
            ) {
                DukePerson($0).sortName("lName", "fName")
            },
            SortOrder(
                id: "first", label: LocalizedString("Sort by First Name"), shownPart: { DukePerson($0).shown("fName") }
            ) {
                DukePerson($0).sortName("fName", "lName")
            },
        ],
        groupings: [
            Grouping(id: "role", label: LocalizedString("Group by Role")) { DukePerson($0).role.section },
            Grouping(
                id: "team", label: LocalizedString("Group Students by Team"), section: { DukePerson($0).teamSection }),
        ],
        bundled: BundledList(file: "ece564cohort.json", .loadFromDisk), sandboxFile: "people.json",
        presentation: Presentation(
            name: { DukePerson($0).shownName }, subtitle: { DukePerson($0).shown("email") },
            detail: { DukePerson($0).numbers.joined(separator: " · ") },
            pill: [.field("role"), .field("team") { DukePerson($0).shown("team") }],
            texts: [.sentences: { DukePerson($0).description }, .line: { DukePerson($0).listLine }],
            searchExample: "hobby=swim"),
        faceNames: FlashcardDefinition(
            name: { DukePerson($0).name }, description: { DukePerson($0).descriptionWithoutName },
            alike: ["gender", "team"]),
        hasGroups: true)

    private var shownName: String { name.isEmpty ? (given("netid") ?? paddedDUID) : name }
    private var roleLabel: String { role == .Unknown ? "" : role.label }

    /// The texts that distinguish people; a first launch's record has no DUID.
    private var numbers: [String] {
        (DUID == 0 ? [] : [paddedDUID]) + ["netid", "program", "plan"].compactMap { given($0) }
    }

    /// The line of `list()`: "Ric Telford, Professor, ric.telford@duke.edu – 0664541".
    private var listLine: String {
        let parts = [record.displayName, roleLabel, given("email") ?? ""].filter { !$0.isEmpty }
        return "\(parts.joined(separator: ", ")) – \(paddedDUID)".printable
    }

    /// The text to sort by. People without a name are sorted by the displayed text.
    private func sortName(_ first: String, _ second: String) -> String {
        let name = [given(first), given(second)].compactMap(\.self).joined(separator: " ")
        return name.isEmpty ? shownName : name
    }

    /// Students by team, others by role.
    private var teamSection: SectionKey {
        guard role == .Student else { return role.section }
        let team = shown("team")
        if team.isEmpty { return SectionKey(rank: "2\u{10FFFF}", title: LocalizedString("Students Without a Team")) }
        return SectionKey(rank: "2\(Folding.text(team))", title: team)
    }
}
