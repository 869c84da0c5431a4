import DirectoryModel
import Language

/// A made-up collection, as its first version defines it.
struct FirstBoat: DirectoryRecord {
    enum Key: String, FieldKey { case number, name }
    static let collection = CollectionInfo(
        name: "boats", title: LocalizedString("Boats"), one: LocalizedString("boat"), many: LocalizedString("boats"),
        selectTitle: LocalizedString("Select a Boat"), iconName: "boat"
    ) { "\($0) boats" }
    static let definition = RecordDefinition<FirstBoat>(
        collection,
        fields: [
            Field(key: .number, token: "no", label: LocalizedString("Number"), \.key, digits: 3),
            Field(.name, token: "na", label: LocalizedString("Name"), \.name),
        ], presentation: Presentation(name: \.name))
    let key: Int
    var name = ""
    init(key: Int) { self.key = key }
}

/// The same collection with two more fields, sections and another order.
struct BoatWithHarbor: DirectoryRecord {
    enum Key: String, FieldKey { case number, name, harbor, isAfloat }
    static let definition = RecordDefinition<BoatWithHarbor>(
        FirstBoat.collection,
        fields: [
            Field(key: .number, token: "no", label: LocalizedString("Number"), \.key, digits: 3),
            Field(.name, token: "na", label: LocalizedString("Name"), \.name),
            Field(.harbor, token: "ha", label: LocalizedString("Harbor"), \.harbor),
            Field(.isAfloat, token: "af", label: LocalizedString("Afloat"), \.isAfloat),
        ],
        orders: [SortOrder(id: "back", label: LocalizedString("Backwards")) { String($0.name.reversed()) }],
        groupings: [.initials(id: "initial", label: LocalizedString("By Initial")) { $0.name }],
        presentation: Presentation(name: \.name))
    let key: Int
    var (name, harbor, isAfloat) = ("", "", false)
    init(key: Int) { self.key = key }
}

/// The same as the first, in other sections.
struct BoatByLength: DirectoryRecord {
    enum Key: String, FieldKey { case number, name }
    static let definition = RecordDefinition<BoatByLength>(
        FirstBoat.collection,
        fields: [
            Field(key: .number, token: "no", label: LocalizedString("Number"), \.key, digits: 3),
            Field(.name, token: "na", label: LocalizedString("Name"), \.name),
        ],
        groupings: [
            Grouping(id: "none", label: LocalizedString("By Length")) {
                SectionKey(rank: "", title: "\($0.name.count)")
            }
        ], presentation: Presentation(name: \.name))
    let key: Int
    var name = ""
    init(key: Int) { self.key = key }
}
