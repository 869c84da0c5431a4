import ClassAPI
import Language

/// A person of the class.
public struct DukePerson: Equatable, Sendable {
    /// The Duke Unique ID.
    public let DUID: Int
    /// The owner of the record.
    public var netid: String
    /// "firstname" until it is given.
    public var fName: String
    /// "lastname" until it is given.
    public var lName: String
    /// "unknown" until it is given.
    public var email: String
    /// "unknown" until it is given.
    public var from: String
    public var gender: Gender
    public var role: Role
    public var program: String
    /// The degree the person works toward.
    public var plan: String
    public var team: String
    /// The favorite movie.
    public var movie: String
    /// Hobbies, comma-separated.
    public var hobby: String
    public var languages: [String]
    /// Base64 of a JPEG or PNG.
    public var picture: String

    public init(
        DUID: Int, netid: String = "", fName: String = "firstname", lName: String = "lastname",
        email: String = "unknown", from: String = "unknown", gender: Gender = .Unknown, role: Role = .Unknown,
        program: String = "", plan: String = "", team: String = "", movie: String = "", hobby: String = "",
        languages: [String] = [], picture: String = ""
    ) {
        (self.DUID, self.netid, self.fName, self.lName, self.email) = (DUID, netid, fName, lName, email)
        (self.from, self.gender, self.role, self.program, self.plan) = (from, gender, role, program, plan)
        (self.team, self.movie, self.hobby, self.languages) = (team, movie, hobby, languages)
        self.picture = picture
    }

    /// The DUID with at least seven digits.
    public var paddedDUID: String { String(DUID).leftPadded(to: 7) }

    /// First and last name, if given; Chinese, Japanese, and Korean names begin with the last.
    public var name: String { .name(first: shown(.fName), last: shown(.lName)) }

    /// The hobbies that are given.
    public var hobbies: [String] { hobby.listItems.filter { !PlaceholderText.isWord($0) } }

    /// The fields whose values differ in `other`.
    public func compareUpdate(_ other: DukePerson) -> [FieldDifference] { differences(from: other) }
}

extension DukePerson: DirectoryRecord, Identifiable {
    public enum Key: String, FieldKey {
        case DUID, netid, fName, lName, email, from, gender, role,
            program, plan, team, movie, hobby, languages, picture
    }

    public static let definition = RecordDefinition<DukePerson>(
        CollectionInfo(
            name: "people", title: LocalizedString("People"), one: LocalizedString("person"),
            many: LocalizedString("people"), selectTitle: LocalizedString("Select a Person"),
            iconName: "system-users-symbolic"
        ) { translated($0, one: "\($0) person", many: "\($0) people") },
        home: .published(.people),
        fields: [
            Field(key: .DUID, token: "id", label: LocalizedString("DUID"), \.DUID, digits: 7, aliases: ["id", "uid"])
                .card(.text("X-DUKE-DUID")).columns(.number),
            Field(.netid, token: "netid", label: LocalizedString("NetID"), \.netid, editor: .text(.netid), rule: .netid)
                .card(.text("X-DUKE-NETID")).columns(.login),
            Field(
                .fName, token: "fn", label: LocalizedString("First Name"), \.fName, editor: .text(.name), rule: .name,
                isRequired: true, unset: ["firstname"], aliases: ["firstname"]
            ).card(.part(1, of: "N")).columns(.firstName),
            Field(
                .lName, token: "ln", label: LocalizedString("Last Name"), \.lName, editor: .text(.name), rule: .name,
                isRequired: true, unset: ["lastname"], aliases: ["lastname"]
            ).card(.part(0, of: "N")).columns(.lastName),
            Field(
                .email, token: "em", label: LocalizedString("Email"), \.email, editor: .text(.email), rule: .email,
                suggestion: .init(from: .netid) { "\($0)@duke.edu" }, unset: ["unknown"], aliases: ["email1"]
            ).card(.text("EMAIL", "TYPE=INTERNET")).tidied(ImportNormalizer.email).columns(.email),
            Field(
                .from, token: "fr", label: LocalizedString("From"), \.from, unset: ["unknown", "anywhere"],
                aliases: ["wherefrom"]
            ).card(.text("X-DUKE-FROM", alsoFrom: "BIRTHPLACE")).linked(.same).columns(.home),
            Field(.gender, token: "ge", label: LocalizedString("Gender"), \.gender)
                .card(.text("X-GENDER", alsoFrom: "GENDER")).tidied(ImportNormalizer.gender).unsearched(),
            Field(.role, token: "ro", label: LocalizedString("Role"), \.role).card(.text("ROLE")).linked(.same),
            Field(.program, token: "pr", label: LocalizedString("Program"), \.program, editor: .text(.shared))
                .card(.part(0, of: "ORG")).columns(.organization + .program),
            Field(
                .plan, token: "pl", label: LocalizedString("Plan"), \.plan, editor: .text(.shared), aliases: ["degree"]
            ).card(.text("TITLE")).columns(.jobTitle),
            Field(.team, token: "te", label: LocalizedString("Team"), \.team, editor: .text(.shared))
                .card(.part(1, of: "ORG")).columns(.department),
            Field(.movie, token: "mo", label: LocalizedString("Movie"), \.movie, aliases: ["moviegenre"])
                .card(.text("X-DUKE-MOVIE")).columns(.movie),
            Field(
                .hobby, token: "ho", label: LocalizedString("Hobbies"), \.hobby, editor: .text(.hobbies), rule: .list,
                aliases: ["hobbies"]
            ).card(.text("X-DUKE-HOBBY", alsoFrom: "HOBBY", "INTEREST")).columns(.hobby),
            Field(.languages, token: "la", label: LocalizedString("Languages"), \.languages)
                .card(.list("X-DUKE-LANGUAGE")).columns(.languages),
            Field(
                .picture, token: nil, label: LocalizedString("Picture"), \.picture, editor: .picture, rule: .picture,
                aliases: ["pic"]
            ).card(.picture),
        ],
        owner: .netid, standing: .role, identifiers: [.netid, .email],
        orders: [
            SortOrder(id: "last", label: LocalizedString("Sort by Last Name"), shownPart: { $0.shown(.lName) }) {
                $0.sortName(.lName, .fName)
            },
            SortOrder(id: "first", label: LocalizedString("Sort by First Name"), shownPart: { $0.shown(.fName) }) {
                $0.sortName(.fName, .lName)
            },
        ],
        groupings: [
            Grouping(id: "role", label: LocalizedString("Group by Role")) { $0.role.section },
            Grouping(id: "team", label: LocalizedString("Group Students by Team"), section: \.teamSection),
        ],
        bundled: BundledList(file: "ece564cohort.json", .loadFromDisk), sandboxFile: "people.json",
        presentation: Presentation(
            name: \.shownName, subtitle: { $0.shown(.email) }, detail: { $0.numbers.joined(separator: " · ") },
            pill: [.field(.role), .field(.team) { $0.shown(.team) }],
            texts: [.sentences: \.description, .line: \.listLine],
            searchExample: "ho=swim"),
        faceNames: FlashcardDefinition(name: \.name, description: \.descriptionWithoutName, alike: [.gender, .team]),
        hasGroups: true)

    public init(key: Int) { self.init(DUID: key) }
    public var key: Int { DUID }
    public var id: Int { DUID }

    private var shownName: String { name.isEmpty ? (given(.netid) ?? paddedDUID) : name }
    private var roleLabel: String { role == .Unknown ? "" : role.label }

    /// The texts that distinguish people; a first launch's record has no DUID.
    private var numbers: [String] {
        (DUID == 0 ? [] : [paddedDUID]) + [.netid, .program, .plan].compactMap { given($0) }
    }

    /// The line of `list()`: "Ric Telford, Professor, ric.telford@duke.edu – 0664541".
    private var listLine: String {
        let parts = [displayName, roleLabel, given(.email) ?? ""].filter { !$0.isEmpty }
        return "\(parts.joined(separator: ", ")) – \(paddedDUID)".printable
    }

    /// The text to sort by. People without a name are sorted by the displayed text.
    private func sortName(_ first: Key, _ second: Key) -> String {
        let name = [given(first), given(second)].compactMap(\.self).joined(separator: " ")
        return name.isEmpty ? shownName : name
    }

    /// Students by team, others by role.
    private var teamSection: SectionKey {
        guard role == .Student else { return role.section }
        let team = shown(.team)
        if team.isEmpty { return SectionKey(rank: "2\u{10FFFF}", words: LocalizedString("Students Without a Team")) }
        return SectionKey(rank: "2\(Folding.text(team))", title: team)
    }
}
