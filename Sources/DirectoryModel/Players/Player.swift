import Language

/// A quarterback's season, as property lists have it; a figure that was not given is nil.
public struct Player: Equatable, Sendable {
    /// The number that identifies the player.
    public let id: Int
    /// The name.
    public var name = ""
    /// The team's name.
    public var team = ""
    /// The place in a ranking, from 1.
    public var rank: Int?
    /// The passer rating.
    public var rating: Double?
    /// How many passes were completed.
    public var completions: Int?
    /// How many passes were attempted.
    public var attempts: Int?
    /// Attempts per game, on average.
    public var attemptsPerGame: Double?
    /// How many yards the passes gained.
    public var yards: Int?
    /// Yards per game, on average.
    public var yardsPerGame: Double?
    /// Yards per completed pass, on average.
    public var yardsPerCompletion: Double?
    /// How many passes were touchdowns.
    public var touchdowns: Int?
    /// How many passes were intercepted.
    public var interceptions: Int?
    /// Completed passes, in percent of those attempted.
    public var percentage: Double?
    /// The longest pass, in yards.
    public var longest: Int?
    /// How often the player was sacked.
    public var sacks: Int?

    /// Makes a player without values other than the number.
    public init(id: Int) { self.id = id }
}

extension Player: DirectoryRecord {
    public enum Key: String, FieldKey {
        /// The key of the property of the same name.
        case id
        /// The key of the property of the same name.
        case name = "Player"
        /// The key of the property of the same name.
        case team = "Team"
        /// The key of the property of the same name.
        case rank = "Rank"
        /// The key of the property of the same name.
        case rating = "Rating"
        /// The key of the property of the same name.
        case completions = "Completions"
        /// The key of the property of the same name.
        case attempts = "Attempts"
        /// The key of the property of the same name.
        case attemptsPerGame = "AttemptsPerGame"
        /// The key of the property of the same name.
        case yards = "Yards"
        /// The key of the property of the same name.
        case yardsPerGame = "YardsPerGame"
        /// The key of the property of the same name.
        case yardsPerCompletion = "YardsPerCompletion"
        /// The key of the property of the same name.
        case touchdowns = "Touchdowns"
        /// The key of the property of the same name.
        case interceptions = "Interceptions"
        /// The key of the property of the same name.
        case percentage = "Percentage"
        /// The key of the property of the same name.
        case longest = "Longest"
        /// The key of the property of the same name.
        case sacks = "Sacks"
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
            figure(.rating, "rt", LocalizedString("Rating"), \.rating).columns(
                ColumnNames("Rate", "Rtg", "Passer Rating")),
            count(.completions, "cm", LocalizedString("Completions"), \.completions).columns(
                ColumnNames("Cmp", "Comp")),
            count(.attempts, "at", LocalizedString("Attempts"), \.attempts, isMinor: true).columns(ColumnNames("Att")),
            figure(.attemptsPerGame, "ag", LocalizedString("Attempts per Game"), \.attemptsPerGame, isMinor: true)
                .columns(ColumnNames("Att/G")),
            count(.yards, "yd", LocalizedString("Yards"), \.yards).columns(ColumnNames("Yds", "Passing Yards")),
            figure(.yardsPerGame, "yg", LocalizedString("Yards per Game"), \.yardsPerGame, isMinor: true).columns(
                ColumnNames("Yds/G", "Y/G")),
            figure(
                .yardsPerCompletion, "yc", LocalizedString("Yards per Completion"), \.yardsPerCompletion, isMinor: true
            ).columns(ColumnNames("Y/C", "Yds/Cmp")),
            count(.touchdowns, "td", LocalizedString("Touchdowns"), \.touchdowns).columns(ColumnNames("TD", "TDs")),
            count(.interceptions, "in", LocalizedString("Interceptions"), \.interceptions).columns(
                ColumnNames("Int", "Ints")),
            figure(.percentage, "pc", LocalizedString("Percentage"), \.percentage).columns(
                ColumnNames("Pct", "Cmp%", "Completion Percentage")),
            count(.longest, "lo", LocalizedString("Longest Pass"), \.longest, isMinor: true).columns(
                ColumnNames("Lng", "Long")),
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
        Field(key, token: token, label: label, of: path, editor: .number, rule: .wholeNumber)
            .inTable(isMinor: isMinor)
    }

    private static func figure(
        _ key: Key, _ token: String, _ label: LocalizedString, _ path: any WritableKeyPath<Player, Double?> & Sendable,
        isMinor: Bool = false
    ) -> Field<Player> {
        Field(key, token: token, label: label, of: path, editor: .decimal, rule: .decimal) { oneDecimal($0.text) }
            .inTable(isMinor: isMinor)
    }

    /// "108" as "108.0", so that numbers are aligned.
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
