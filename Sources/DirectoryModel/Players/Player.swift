import Language

/// A quarterback's season, as property lists have it.
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
        name: "players", title: Words("Players"), one: Words("player"), many: Words("players"),
        iconName: "applications-games-symbolic"
    ) { translated($0, one: "\($0) player", many: "\($0) players") }

    public static let fields: [Field<Player>] = [
        Field(key: "id", token: "id", label: Words("Number"), \.id),
        Field(
            "Player", token: "na", label: Words("Player"), \.name, editor: .text(.name), rule: .name, isRequired: true),
        Field("Team", token: "te", label: Words("Team"), \.team, editor: .text(.shared), rule: .name),
        count("Rank", "rk", Words("Rank"), \.rank),
        figure("Rating", "rt", Words("Rating"), \.rating),
        count("Completions", "cm", Words("Completions"), \.completions),
        count("Attempts", "at", Words("Attempts"), \.attempts),
        figure("AttemptsPerGame", "ag", Words("Attempts per Game"), \.attemptsPerGame),
        count("Yards", "yd", Words("Yards"), \.yards),
        figure("YardsPerGame", "yg", Words("Yards per Game"), \.yardsPerGame),
        figure("YardsPerCompletion", "yc", Words("Yards per Completion"), \.yardsPerCompletion),
        count("Touchdowns", "td", Words("Touchdowns"), \.touchdowns),
        count("Interceptions", "in", Words("Interceptions"), \.interceptions),
        figure("Percentage", "pc", Words("Percentage"), \.percentage),
        count("Longest", "lo", Words("Longest"), \.longest),
        count("Sacks", "sk", Words("Sacks"), \.sacks),
    ]

    private static func count(
        _ key: String, _ token: String, _ label: Words, _ path: any WritableKeyPath<Player, Int> & Sendable
    ) -> Field<Player> {
        Field(key, token: token, label: label, of: path, editor: .number, rule: .wholeNumber)
    }

    private static func figure(
        _ key: String, _ token: String, _ label: Words, _ path: any WritableKeyPath<Player, Double> & Sendable
    ) -> Field<Player> {
        Field(key, token: token, label: label, of: path, editor: .decimal, rule: .decimal) { oneDecimal($0.text) }
    }

    /// "108" as "108.0", so that figures stand below each other.
    private static func oneDecimal(_ text: String) -> String { text.contains(".") ? text : text + ".0" }

    public static let queries: [SavedQuery<Player>] = [
        SavedQuery(id: "all", label: Words("All"), FetchRequest(sort: [.order("name")])),
        SavedQuery(
            id: "top5", label: Words("Top 5 by Rating"),
            FetchRequest(sort: [.field("Rating", isDescending: true), .order("name")], limit: 5)),
        SavedQuery(
            id: "candd", label: Words("QBs on Teams Named C or D"),
            FetchRequest(.begins("Team", with: ["c", "d"]), sort: [.field("Team"), .order("name")])),
    ]

    public static let numbering = Numbering.counted
    public static let bundled: BundledList? = BundledList(file: "players.plist", isLoadedAtFirst: true)

    public init(key: Int) { self.init(id: key) }
    public var key: Int { id }
    public var displayName: String { name.isEmpty ? translated("Player \(id)") : name }
    public var identity: String { name.isEmpty ? "" : Folding.text("\(name)\u{1F}\(team)") }
    public var summary: String { "\(displayName) \(rowSubtitle)" }
    public var told: String { summary }
    public var rowSubtitle: String {
        translated("Team: \(team) - Rating: \(Self.oneDecimal(FieldValue.decimal(rating).text))")
    }
    public var rowDetail: String {
        [
            translated(yards, one: "\(yards) yard", many: "\(yards) yards"),
            translated(touchdowns, one: "\(touchdowns) touchdown", many: "\(touchdowns) touchdowns"),
            translated(interceptions, one: "\(interceptions) interception", many: "\(interceptions) interceptions"),
        ].joined(separator: " · ")
    }
    public var pill: String { team }
}
