/// One person of the class, as the course's data grammar has it.
public struct DukePerson: Equatable, Sendable {
    /// The Duke Unique ID: the key.
    public let DUID: Int
    /// Whose record it is.
    public var netid: String
    public var fName: String
    public var lName: String
    public var email: String
    public var from: String
    public var gender: Gender
    public var role: Role
    public var program: String
    public var plan: String
    public var team: String
    public var movie: String
    /// May list several, comma separated.
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
        self.DUID = DUID
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

    /// The DUID as it is shown: seven digits or more.
    public var paddedDUID: String { String(DUID).leftPadded(to: 7) }

    /// First and last name, as far as they were given.
    public var name: String { [given("fName"), given("lName")].compactMap(\.self).joined(separator: " ") }

    /// The hobbies one by one.
    public var hobbies: [String] { hobby.listItems.filter { !NotGiven.isWord($0) } }

    /// The fields in which `other` says something else; empty where both say the same.
    public func compareUpdate(_ other: DukePerson) -> [FieldDifference] { differences(from: other) }

    /// The line `list()` shows: "Ric Telford, Professor, ric.telford@duke.edu – 0664541".
    public var listLine: String {
        let parts = [displayName, role == .Unknown ? "" : role.label, given("email") ?? ""].filter { !$0.isEmpty }
        return "\(parts.joined(separator: ", ")) – \(paddedDUID)".printable
    }
}
