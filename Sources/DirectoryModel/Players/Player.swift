/// A quarterback's season, as property lists have it (REQUIREMENTS 5).
public struct Player: Equatable, Sendable {
    public let id: Int
    public var name = ""
    public var team = ""
    public var rank = 0
    public var rating = 0.0
    public var completions = 0
    public var attempts = 0
    public var attemptsPerGame = 0.0
    public var yards = 0
    public var yardsPerGame = 0.0
    public var yardsPerCompletion = 0.0
    public var touchdowns = 0
    public var interceptions = 0
    public var percentage = 0.0
    public var longest = 0
    public var sacks = 0

    public init(id: Int) { self.id = id }
}

extension Player: Record {
    public static let collection = Collection(
        name: "players", title: "Players", one: "player", many: "players", iconName: "applications-games-symbolic")

    public static let fields: [Field<Player>] = [
        Field(key: "id", token: "id", label: "Number", \.id),
        Field("Player", token: "na", label: "Player", \.name, editor: .text(.name), rule: .name, isRequired: true),
        Field("Team", token: "te", label: "Team", \.team, editor: .text(.shared), rule: .name),
        count("Rank", "rk", "Rank", \.rank),
        figure("Rating", "rt", "Rating", \.rating),
        count("Completions", "cm", "Completions", \.completions),
        count("Attempts", "at", "Attempts", \.attempts),
        figure("AttemptsPerGame", "ag", "Attempts per Game", \.attemptsPerGame),
        count("Yards", "yd", "Yards", \.yards),
        figure("YardsPerGame", "yg", "Yards per Game", \.yardsPerGame),
        figure("YardsPerCompletion", "yc", "Yards per Completion", \.yardsPerCompletion),
        count("Touchdowns", "td", "Touchdowns", \.touchdowns),
        count("Interceptions", "in", "Interceptions", \.interceptions),
        figure("Percentage", "pc", "Percentage", \.percentage),
        count("Longest", "lo", "Longest", \.longest),
        count("Sacks", "sk", "Sacks", \.sacks),
    ]

    private static func count(
        _ key: String, _ token: String, _ label: String, _ path: any WritableKeyPath<Player, Int> & Sendable
    ) -> Field<Player> {
        Field(key, token: token, label: label, of: path, editor: .number, rule: .wholeNumber)
    }

    private static func figure(
        _ key: String, _ token: String, _ label: String, _ path: any WritableKeyPath<Player, Double> & Sendable
    ) -> Field<Player> {
        Field(key, token: token, label: label, of: path, editor: .decimal, rule: .decimal) { oneDecimal($0.text) }
    }

    /// "108" as "108.0", so that figures stand below each other.
    private static func oneDecimal(_ text: String) -> String { text.contains(".") ? text : text + ".0" }

    public static let queries: [SavedQuery<Player>] = [
        SavedQuery(id: "all", label: "All", FetchRequest(sort: [.order("name")])),
        SavedQuery(
            id: "top5", label: "Top 5 by Rating",
            FetchRequest(sort: [.field("Rating", isDescending: true), .order("name")], limit: 5)),
        SavedQuery(
            id: "candd", label: "QBs on Teams Named C or D",
            FetchRequest(.begins("Team", with: ["c", "d"]), sort: [.field("Team"), .order("name")])),
    ]

    public static let numbering = Numbering.counted
    public static let bundled: BundledList? = BundledList(file: "players.plist", isLoadedAtFirst: true)

    public init(key: Int) { self.init(id: key) }
    public var key: Int { id }
    public var displayName: String { name.isEmpty ? "Player \(id)" : name }
    public var identity: String { name.isEmpty ? "" : Folding.text("\(name)\u{1F}\(team)") }
    public var summary: String { "\(displayName) \(rowSubtitle)" }
    public var rowSubtitle: String { "Team: \(team) - Rating: \(Self.oneDecimal(FieldValue.decimal(rating).text))" }
    public var rowDetail: String { "\(yards) yards · \(touchdowns) touchdowns · \(interceptions) interceptions" }
    public var pill: String { team }
}
