import Language

/// A quarterback's season, from a property list; missing figures are nil.
public struct Player: Equatable, Sendable {
    public let id: Int
    public var name = ""
    public var team = ""
    /// The rank, from 1.
    public var rank: Int?
    public var rating: Double?
    public var completions: Int?
    public var attempts: Int?
    public var attemptsPerGame: Double?
    public var yards: Int?
    public var yardsPerGame: Double?
    public var yardsPerCompletion: Double?
    public var touchdowns: Int?
    public var interceptions: Int?
    /// Completed passes, in percent of attempts.
    public var percentage: Double?
    /// The longest pass, in yards.
    public var longest: Int?
    public var sacks: Int?

    public init(id: Int) { self.id = id }
}

extension Player: DirectoryRecord {
    public enum Key: String, FieldKey {
        case id, name = "Player", team = "Team", rank = "Rank", rating = "Rating", completions = "Completions",
            attempts = "Attempts", attemptsPerGame = "AttemptsPerGame", yards = "Yards", yardsPerGame = "YardsPerGame",
            yardsPerCompletion = "YardsPerCompletion", touchdowns = "Touchdowns", interceptions = "Interceptions",
            percentage = "Percentage", longest = "Longest", sacks = "Sacks"
    }

    public static let definition = RecordDefinition<Player>(
        CollectionInfo(
            name: "players", title: LocalizedString("Players"), one: LocalizedString("player"),
            many: LocalizedString("players"), selectTitle: LocalizedString("Select a Player"),
            iconName: "duke-directory-ball-symbolic"
        ) { translated($0, one: "\($0) player", many: "\($0) players") },
        numbering: .counted,
        fields: [
            Field(key: .id, token: "id", label: LocalizedString("Number"), \.id),
            Field(
                .name, token: "na", label: LocalizedString("Player"), \.name, editor: .text(.name), rule: .name,
                isRequired: true
            ).inTable().columns(.fullName + ColumnNames("Quarterback", "QB")),
            Field(.team, token: "te", label: LocalizedString("Team"), \.team, editor: .text(.shared), rule: .name)
                .inTable().columns(ColumnNames("Tm", "Club", "Franchise")),
            count(.rank, "rk", LocalizedString("Rank"), \.rank).columns(ColumnNames("Rk", "#")),
            figure(.rating, "rt", LocalizedString("Rating"), \.rating)
                .columns(ColumnNames("Rate", "Rtg", "Passer Rating")),
            count(.completions, "cm", LocalizedString("Completions"), \.completions)
                .columns(ColumnNames("Cmp", "Comp")),
            count(.attempts, "at", LocalizedString("Attempts"), \.attempts, isMinor: true).columns(ColumnNames("Att")),
            figure(.attemptsPerGame, "ag", LocalizedString("Attempts per Game"), \.attemptsPerGame, isMinor: true)
                .columns(ColumnNames("Att/G")),
            count(.yards, "yd", LocalizedString("Yards"), \.yards).columns(ColumnNames("Yds", "Passing Yards")),
            figure(.yardsPerGame, "yg", LocalizedString("Yards per Game"), \.yardsPerGame, isMinor: true)
                .columns(ColumnNames("Yds/G", "Y/G")),
            figure(
                .yardsPerCompletion, "yc", LocalizedString("Yards per Completion"), \.yardsPerCompletion, isMinor: true
            ).columns(ColumnNames("Y/C", "Yds/Cmp")),
            count(.touchdowns, "td", LocalizedString("Touchdowns"), \.touchdowns).columns(ColumnNames("TD", "TDs")),
            count(.interceptions, "in", LocalizedString("Interceptions"), \.interceptions)
                .columns(ColumnNames("Int", "Ints")),
            figure(.percentage, "pc", LocalizedString("Percentage"), \.percentage)
                .columns(ColumnNames("Pct", "Cmp%", "Completion Percentage")),
            count(.longest, "lo", LocalizedString("Longest Pass"), \.longest, isMinor: true)
                .columns(ColumnNames("Lng", "Long")),
            count(.sacks, "sk", LocalizedString("Sacks"), \.sacks, isMinor: true).columns(ColumnNames("Sk", "Sacked")),
        ],
        queries: [
            SavedQuery(id: "all", label: LocalizedString("All"), RecordQuery(sort: [.order("name")])),
            SavedQuery(
                id: "top5", label: LocalizedString("Top 5 by Rating"),
                RecordQuery(sort: [.field(.rating, isDescending: true), .order("name")], limit: 5)),
            SavedQuery(
                id: "candd", label: LocalizedString("QBs on Teams Named C or D"),
                RecordQuery(.begins(.team, with: ["c", "d"]), sort: [.field(.team), .order("name")])),
        ],
        bundled: BundledList(file: "players.plist", .firstLaunch),
        identity: { $0.name.isEmpty ? "" : Folding.text("\($0.name)\u{1F}\($0.team)") },
        presentation: Presentation(
            name: \.shownName, subtitle: \.teamAndRating, detail: \.figures, pill: [.field(.team)],
            searchExample: "te=Duke"))

    private static func count(
        _ key: Key, _ token: String, _ label: LocalizedString, _ path: any WritableKeyPath<Player, Int?> & Sendable,
        isMinor: Bool = false
    ) -> Field<Player> {
        Field(key, token: token, label: label, path).inTable(isMinor: isMinor)
    }

    private static func figure(
        _ key: Key, _ token: String, _ label: LocalizedString, _ path: any WritableKeyPath<Player, Double?> & Sendable,
        isMinor: Bool = false
    ) -> Field<Player> {
        Field(key, token: token, label: label, path) { oneDecimal($0.text) }.inTable(isMinor: isMinor)
    }

    /// "108" becomes "108.0", so that numbers align.
    private static func oneDecimal(_ text: String) -> String { text.contains(".") ? text : text + ".0" }

    public init(key: Int) { self.init(id: key) }
    public var key: Int { id }

    private var shownName: String { name.isEmpty ? translated("Player \(id)") : name }
    private var teamAndRating: String {
        let rating = displayText(.rating)
        if team.isEmpty { return rating.isEmpty ? "" : translated("Rating: \(rating)") }
        return rating.isEmpty ? translated("Team: \(team)") : translated("Team: \(team) - Rating: \(rating)")
    }
    private var figures: String {
        [
            yards.map { translated($0, one: "\($0) yard", many: "\($0) yards") },
            touchdowns.map { translated($0, one: "\($0) touchdown", many: "\($0) touchdowns") },
            interceptions.map { translated($0, one: "\($0) interception", many: "\($0) interceptions") },
        ].compactMap(\.self).joined(separator: " · ")
    }
}
