/// The 50 states and the District of Columbia.
public enum USState: String, Choice {
    case none = ""
    case alabama = "Alabama", alaska = "Alaska", arizona = "Arizona", arkansas = "Arkansas"
    case california = "California", colorado = "Colorado", connecticut = "Connecticut", delaware = "Delaware"
    case districtOfColumbia = "District of Columbia"
    case florida = "Florida", georgia = "Georgia", hawaii = "Hawaii"
    case idaho = "Idaho", illinois = "Illinois", indiana = "Indiana", iowa = "Iowa", kansas = "Kansas"
    case kentucky = "Kentucky", louisiana = "Louisiana", maine = "Maine", maryland = "Maryland"
    case massachusetts = "Massachusetts", michigan = "Michigan", minnesota = "Minnesota", mississippi = "Mississippi"
    case missouri = "Missouri", montana = "Montana", nebraska = "Nebraska", nevada = "Nevada"
    case newHampshire = "New Hampshire", newJersey = "New Jersey", newMexico = "New Mexico", newYork = "New York"
    case northCarolina = "North Carolina", northDakota = "North Dakota", ohio = "Ohio", oklahoma = "Oklahoma"
    case oregon = "Oregon", pennsylvania = "Pennsylvania", rhodeIsland = "Rhode Island"
    case southCarolina = "South Carolina", southDakota = "South Dakota", tennessee = "Tennessee", texas = "Texas"
    case utah = "Utah", vermont = "Vermont", virginia = "Virginia", washington = "Washington"
    case westVirginia = "West Virginia", wisconsin = "Wisconsin", wyoming = "Wyoming"

    public static let notGiven = USState.none
    public static let notKnown = USState.none

    public var label: String { self == .none ? "--" : rawValue }

    /// The postal abbreviation, or "".
    public var shortLabel: String { Self.abbreviations[self] ?? "" }

    public var aliases: [String] {
        guard self != .none else { return [] }
        return [".", ". "].map { point in shortLabel.lowercased().map(String.init).joined(separator: point) + "." }
    }

    private static let abbreviations: [USState: String] = Dictionary(
        uniqueKeysWithValues: zip(
            allCases.dropFirst(),
            """
            AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND \
            OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY
            """.split(separator: " ").map(String.init)))
}
