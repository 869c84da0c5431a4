import ClassAPI
public import DirectoryModel
import Language

/// An invented collection of a sailing club, in which all members publish their boats. Everything else follows from
/// this definition.
public struct Boat: TypedRecord {
    public static let definition = Definition(
        CollectionInfo(
            name: "boats", title: LocalizedString("Boats"), one: LocalizedString("boat"),
            many: LocalizedString("boats"), selectTitle: LocalizedString("Select a Boat"),
            iconName: "mark-location-symbolic"
        ) { $0 == 1 ? "1 boat" : "\($0) boats" },
        home: .published(EntryPaths("/club/boats")),
        fields: [
            Field(key: "number", token: "no", label: LocalizedString("Number"), digits: 3),
            Field("name", token: "na", label: LocalizedString("Name"), editor: .text(.name)).required(),
            Field("skipper", token: "sk", label: LocalizedString("Skipper"), editor: .text(.netid), rule: .netid),
            Field("harbor", token: "ha", label: LocalizedString("Harbor")).aliases("port"),
            Field("crew", .list, token: "cr", label: LocalizedString("Crew")),
            Field("picture", token: nil, label: LocalizedString("Picture"), editor: .picture, rule: .picture),
        ],
        owner: "skipper",
        presentation: Presentation(name: { Boat($0).name }, subtitle: { Boat($0).harbor }))

    public var record: Record

    public init(_ record: Record) { self.record = record }

    public var name: String {
        get { self["name"] }
        set { self["name"] = newValue }
    }
    public var skipper: String {
        get { self["skipper"] }
        set { self["skipper"] = newValue }
    }
    public var harbor: String {
        get { self["harbor"] }
        set { self["harbor"] = newValue }
    }
}
