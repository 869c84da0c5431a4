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

extension Player: DirectoryRecord {
    public static let collection = CollectionInfo(
        name: "players", title: LocalizedString("Players"), one: LocalizedString("player"),
        many: LocalizedString("players"),
        iconName: "applications-games-symbolic"
    ) { translated($0, one: "\($0) player", many: "\($0) players") }

    public static let fields: [Field<Player>] = [
        Field(key: "id", token: "id", label: LocalizedString("Number"), \.id),
        Field(
            "Player", token: "na", label: LocalizedString("Player"), \.name, editor: .text(.name), rule: .name,
            isRequired: true),
        Field("Team", token: "te", label: LocalizedString("Team"), \.team, editor: .text(.shared), rule: .name),
        count("Rank", "rk", LocalizedString("Rank"), \.rank),
        figure("Rating", "rt", LocalizedString("Rating"), \.rating),
        count("Completions", "cm", LocalizedString("Completions"), \.completions),
        count("Attempts", "at", LocalizedString("Attempts"), \.attempts),
        figure("AttemptsPerGame", "ag", LocalizedString("Attempts per Game"), \.attemptsPerGame),
        count("Yards", "yd", LocalizedString("Yards"), \.yards),
        figure("YardsPerGame", "yg", LocalizedString("Yards per Game"), \.yardsPerGame),
        figure("YardsPerCompletion", "yc", LocalizedString("Yards per Completion"), \.yardsPerCompletion),
        count("Touchdowns", "td", LocalizedString("Touchdowns"), \.touchdowns),
        count("Interceptions", "in", LocalizedString("Interceptions"), \.interceptions),
        figure("Percentage", "pc", LocalizedString("Percentage"), \.percentage),
        count("Longest", "lo", LocalizedString("Longest"), \.longest),
        count("Sacks", "sk", LocalizedString("Sacks"), \.sacks),
    ]

    private static func count(
        _ key: String, _ token: String, _ label: LocalizedString, _ path: any WritableKeyPath<Player, Int> & Sendable
    ) -> Field<Player> {
        Field(key, token: token, label: label, of: path, editor: .number, rule: .wholeNumber)
    }

    private static func figure(
        _ key: String, _ token: String, _ label: LocalizedString, _ path: any WritableKeyPath<Player, Double> & Sendable
    ) -> Field<Player> {
        Field(key, token: token, label: label, of: path, editor: .decimal, rule: .decimal) { oneDecimal($0.text) }
    }

    /// "108" as "108.0", so that figures stand below each other.
    private static func oneDecimal(_ text: String) -> String { text.contains(".") ? text : text + ".0" }

    public static let queries: [SavedQuery<Player>] = [
        SavedQuery(id: "all", label: LocalizedString("All"), RecordQuery(sort: [.order("name")])),
        SavedQuery(
            id: "top5", label: LocalizedString("Top 5 by Rating"),
            RecordQuery(sort: [.field("Rating", isDescending: true), .order("name")], limit: 5)),
        SavedQuery(
            id: "candd", label: LocalizedString("QBs on Teams Named C or D"),
            RecordQuery(.begins("Team", with: ["c", "d"]), sort: [.field("Team"), .order("name")])),
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
