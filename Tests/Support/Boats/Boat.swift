import ClassAPI
public import DirectoryModel
import Language

/// An invented collection of a sailing club, in which all members publish their boats. Everything else follows from
/// this definition.
public struct Boat: DirectoryRecord {
    public enum Key: String, FieldKey { case number, name, skipper, harbor, crew, picture }

    public static let definition = RecordDefinition<Boat>(
        CollectionInfo(
            name: "boats", title: LocalizedString("Boats"), one: LocalizedString("boat"),
            many: LocalizedString("boats"), selectTitle: LocalizedString("Select a Boat"),
            iconName: "mark-location-symbolic"
        ) { $0 == 1 ? "1 boat" : "\($0) boats" },
        home: .published(EntryPaths("/club/boats")),
        fields: [
            Field(key: .number, token: "no", label: LocalizedString("Number"), \.key, digits: 3),
            Field(.name, token: "na", label: LocalizedString("Name"), \.name, editor: .text(.name), isRequired: true),
            Field(
                .skipper, token: "sk", label: LocalizedString("Skipper"), \.skipper, editor: .text(.netid),
                rule: .netid),
            Field(.harbor, token: "ha", label: LocalizedString("Harbor"), \.harbor, aliases: ["port"]),
            Field(.crew, token: "cr", label: LocalizedString("Crew"), \.crew),
            Field(.picture, token: nil, label: LocalizedString("Picture"), \.picture, editor: .picture, rule: .picture),
        ],
        owner: .skipper,
        presentation: Presentation(name: \.name, subtitle: \.harbor))

    public let key: Int
    public var (name, skipper, harbor, crew, picture) = ("", "", "", [String](), "")

    public init(key: Int) { self.key = key }
}
