import DirectoryModel
import Language

/// A made-up collection, as its first version defines it.
struct FirstBoat: TypedRecord {
    static let collection = CollectionInfo(
        name: "boats", title: LocalizedString("Boats"), one: LocalizedString("boat"), many: LocalizedString("boats"),
        selectTitle: LocalizedString("Select a Boat"), iconName: "boat"
    ) { "\($0) boats" }
    static let definition = Definition(collection, fields: fields, presentation: Presentation(name: name))
    static let fields = [
        Field(key: "number", token: "no", label: LocalizedString("Number"), digits: 3),
        Field("name", token: "na", label: LocalizedString("Name")),
    ]
    static let name: @Sendable (Record) -> String = { $0["name"].text }
    var record: Record
    init(_ record: Record) { self.record = record }
    var name: String {
        get { self["name"] }
        set { self["name"] = newValue }
    }
}

/// The same collection with two more fields, sections and another order.
struct BoatWithHarbor: TypedRecord {
    static let definition = Definition(
        FirstBoat.collection,
        fields: FirstBoat.fields + [
            Field("harbor", token: "ha", label: LocalizedString("Harbor")),
            Field("isAfloat", .flag, token: "af", label: LocalizedString("Afloat")),
        ],
        orders: [
            SortOrder(id: "back", label: LocalizedString("Backwards")) { String(FirstBoat.name($0).reversed()) }
        ],
        groupings: [.initials(id: "initial", label: LocalizedString("By Initial"), of: FirstBoat.name)],
        presentation: Presentation(name: FirstBoat.name))
    var record: Record
    init(_ record: Record) { self.record = record }
    var name: String {
        get { self["name"] }
        set { self["name"] = newValue }
    }
    var harbor: String {
        get { self["harbor"] }
        set { self["harbor"] = newValue }
    }
    var isAfloat: Bool {
        get { self["isAfloat"] }
        set { self["isAfloat"] = newValue }
    }
}

/// The same as the first, in other sections.
struct BoatByLength: TypedRecord {
    static let definition = Definition(
        FirstBoat.collection, fields: FirstBoat.fields,
        groupings: [
            Grouping(id: "none", label: LocalizedString("By Length")) {
                SectionKey(rank: "", title: "\(FirstBoat.name($0).count)")
            }
        ], presentation: Presentation(name: FirstBoat.name))
    var record: Record
    init(_ record: Record) { self.record = record }
    var name: String {
        get { self["name"] }
        set { self["name"] = newValue }
    }
}
