import Language

/// A quarterback's season, from a property list; missing figures are nil.
public struct Player: TypedRecord {
    public var record: Record

    public init(_ record: Record) { self.record = record }

    public var name: String {
        get { self["Player"] }
        set { self["Player"] = newValue }
    }
    public var team: String {
        get { self["Team"] }
        set { self["Team"] = newValue }
    }
    /// The rank, from 1.
    public var rank: Int? {
        get { self["Rank"] }
        set { self["Rank"] = newValue }
    }
    public var rating: Double? {
        get { self["Rating"] }
        set { self["Rating"] = newValue }
    }
    public var completions: Int? {
        get { self["Completions"] }
        set { self["Completions"] = newValue }
    }
    public var attempts: Int? {
        get { self["Attempts"] }
        set { self["Attempts"] = newValue }
    }
    public var attemptsPerGame: Double? {
        get { self["AttemptsPerGame"] }
        set { self["AttemptsPerGame"] = newValue }
    }
    public var yards: Int? {
        get { self["Yards"] }
        set { self["Yards"] = newValue }
    }
    public var yardsPerGame: Double? {
        get { self["YardsPerGame"] }
        set { self["YardsPerGame"] = newValue }
    }
    public var yardsPerCompletion: Double? {
        get { self["YardsPerCompletion"] }
        set { self["YardsPerCompletion"] = newValue }
    }
    public var touchdowns: Int? {
        get { self["Touchdowns"] }
        set { self["Touchdowns"] = newValue }
    }
    public var interceptions: Int? {
        get { self["Interceptions"] }
        set { self["Interceptions"] = newValue }
    }
    /// Completed passes, in percent of attempts.
    public var percentage: Double? {
        get { self["Percentage"] }
        set { self["Percentage"] = newValue }
    }
    /// The maximum length of a pass, in yards.
    public var longestPass: Int? {
        get { self["Longest"] }
        set { self["Longest"] = newValue }
    }
    public var sacks: Int? {
        get { self["Sacks"] }
        set { self["Sacks"] = newValue }
    }

    public static let definition = Definition(
        CollectionInfo(
            name: "players", title: LocalizedString("Players"), one: LocalizedString("player"),
            many: LocalizedString("players"), selectTitle: LocalizedString("Select a Player"),
            iconName: "duke-directory-ball-symbolic"
        ) { translated($0, one: "\($0) player", many: "\($0) players") },
        numbering: .counted,
        fields: [
            Field(key: "id", token: "id", label: LocalizedString("Number")),
            Field("Player", token: "na", label: LocalizedString("Player"), editor: .text(.name), rule: .name)
                .required().inTable().columns(.fullName + ColumnNames("Quarterback", "QB")),
            Field("Team", token: "te", label: LocalizedString("Team"), editor: .text(.shared), rule: .name)
                .inTable().columns(ColumnNames("Tm", "Club", "Franchise")),
            count("Rank", "rk", LocalizedString("Rank")).columns(ColumnNames("Rk", "#")),
            figure("Rating", "rt", LocalizedString("Rating")).columns(ColumnNames("Rate", "Rtg", "Passer Rating")),
            count("Completions", "cm", LocalizedString("Completions")).columns(ColumnNames("Cmp", "Comp")),
            count("Attempts", "at", LocalizedString("Attempts"), isMinor: true).columns(ColumnNames("Att")),
            figure("AttemptsPerGame", "ag", LocalizedString("Attempts per Game"), isMinor: true)
                .columns(ColumnNames("Att/G")),
            count("Yards", "yd", LocalizedString("Yards")).columns(ColumnNames("Yds", "Passing Yards")),
            figure("YardsPerGame", "yg", LocalizedString("Yards per Game"), isMinor: true)
                .columns(ColumnNames("Yds/G", "Y/G")),
            figure("YardsPerCompletion", "yc", LocalizedString("Yards per Completion"), isMinor: true)
                .columns(ColumnNames("Y/C", "Yds/Cmp")),
            count("Touchdowns", "td", LocalizedString("Touchdowns")).columns(ColumnNames("TD", "TDs")),
            count("Interceptions", "in", LocalizedString("Interceptions")).columns(ColumnNames("Int", "Ints")),
            figure("Percentage", "pc", LocalizedString("Percentage"))
                .columns(ColumnNames("Pct", "Cmp%", "Completion Percentage")),
            count("Longest", "lo", LocalizedString("Longest Pass"), isMinor: true).columns(ColumnNames("Lng", "Long")),
            count("Sacks", "sk", LocalizedString("Sacks"), isMinor: true).columns(ColumnNames("Sk", "Sacked")),
        ],
        queries: [
            SavedQuery(id: "all", label: LocalizedString("All"), RecordQuery(sort: [.order("name")])),
            SavedQuery(
                id: "top5", label: LocalizedString("Top 5 by Rating"),
                RecordQuery(sort: [.field("Rating", isDescending: true), .order("name")], limit: 5)),
            SavedQuery(
                id: "candd", label: LocalizedString("QBs on Teams Named C or D"),
                RecordQuery(.begins("Team", with: ["c", "d"]), sort: [.field("Team"), .order("name")])),
        ],
        bundled: BundledList(file: "players.plist", .firstLaunch),
        identity: { Player($0).identityText },
        presentation: Presentation(
            name: { Player($0).shownName }, subtitle: { Player($0).teamAndRating }, detail: { Player($0).figures },
            pill: [.field("Team")], searchExample: "team=Duke"))

    private static func count(
        _ key: String, _ token: String, _ label: LocalizedString, isMinor: Bool = false
    ) -> Field {
        Field(key, .optional(.number), token: token, label: label).inTable(isMinor: isMinor)
    }

    private static func figure(
        _ key: String, _ token: String, _ label: LocalizedString, isMinor: Bool = false
    ) -> Field {
        Field(key, .optional(.decimal), token: token, label: label)
            .formatted(oneDecimal).inTable(isMinor: isMinor)
    }

    /// "108" becomes "108.0", so that numbers align.
    @Sendable private static func oneDecimal(_ value: FieldValue) -> String {
        Double(fieldValue: value) == nil || value.text.contains(".") ? value.text : value.text + ".0"
    }

    private var identityText: String { name.isEmpty ? "" : Folding.text("\(name)\u{1F}\(team)") }
    private var shownName: String { name.isEmpty ? translated("Player \(id)") : name }
    private var teamAndRating: String {
        let rating = displayText("Rating")
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
