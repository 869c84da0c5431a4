import DirectoryModel
import Language

/// A made-up collection, as its first version defines it.
struct Boat: DirectoryRecord {
    static let collection = CollectionInfo(
        name: "boats", title: LocalizedString("Boats"), one: LocalizedString("boat"), many: LocalizedString("boats"),
        iconName: "boat"
    ) { "\($0) boats" }
    static let fields: [Field<Boat>] = [
        Field(key: "number", token: "no", label: LocalizedString("Number"), \.key, digits: 3),
        Field("name", token: "na", label: LocalizedString("Name"), \.displayName),
    ]
    let key: Int
    var displayName = ""
    init(key: Int) { self.key = key }
}

/// The same collection with two more fields, sections and another order.
struct BoatWithHarbor: DirectoryRecord {
    static let collection = Boat.collection
    static let fields: [Field<BoatWithHarbor>] = [
        Field(key: "number", token: "no", label: LocalizedString("Number"), \.key, digits: 3),
        Field("name", token: "na", label: LocalizedString("Name"), \.displayName),
        Field("harbor", token: "ha", label: LocalizedString("Harbor"), \.harbor),
        Field("isAfloat", token: "af", label: LocalizedString("Afloat"), of: \.isAfloat, editor: .flag, rule: .flag),
    ]
    static let groupings: [Grouping<BoatWithHarbor>] = [
        .initials(id: "initial", label: LocalizedString("By Initial")) { $0.displayName }
    ]
    static let orders = [
        SortOrder<BoatWithHarbor>(id: "back", label: LocalizedString("Backwards")) { String($0.displayName.reversed()) }
    ]
    let key: Int
    var displayName = ""
    var harbor = ""
    var isAfloat = false
    init(key: Int) { self.key = key }
}

/// The same as the first, in other sections.
struct BoatByLength: DirectoryRecord {
    static let collection = Boat.collection
    static let fields: [Field<BoatByLength>] = [
        Field(key: "number", token: "no", label: LocalizedString("Number"), \.key, digits: 3),
        Field("name", token: "na", label: LocalizedString("Name"), \.displayName),
    ]
    static let groupings: [Grouping<BoatByLength>] = [
        Grouping(id: "none", label: LocalizedString("By Length")) {
            SectionKey(rank: "", title: "\($0.displayName.count)")
        }
    ]
    let key: Int
    var displayName = ""
    init(key: Int) { self.key = key }
}
