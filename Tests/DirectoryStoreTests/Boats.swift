import DirectoryModel
import Language

/// A made-up collection, as its first version defines it.
struct Boat: Record {
    static let collection = Collection(
        name: "boats", title: Words("Boats"), one: Words("boat"), many: Words("boats"), iconName: "boat"
    ) { "\($0) boats" }
    static let fields: [Field<Boat>] = [
        Field(key: "number", token: "no", label: Words("Number"), \.key, digits: 3),
        Field("name", token: "na", label: Words("Name"), \.displayName),
    ]
    let key: Int
    var displayName = ""
    init(key: Int) { self.key = key }
}

/// The same collection with two more fields, sections and another order.
struct BoatWithHarbor: Record {
    static let collection = Boat.collection
    static let fields: [Field<BoatWithHarbor>] = [
        Field(key: "number", token: "no", label: Words("Number"), \.key, digits: 3),
        Field("name", token: "na", label: Words("Name"), \.displayName),
        Field("harbor", token: "ha", label: Words("Harbor"), \.harbor),
        Field("isAfloat", token: "af", label: Words("Afloat"), of: \.isAfloat, editor: .flag, rule: .flag),
    ]
    static let groupings: [Grouping<BoatWithHarbor>] = [
        .initials(id: "initial", label: Words("By Initial")) { $0.displayName }
    ]
    static let orders = [
        SortOrder<BoatWithHarbor>(id: "back", label: Words("Backwards")) { String($0.displayName.reversed()) }
    ]
    let key: Int
    var displayName = ""
    var harbor = ""
    var isAfloat = false
    init(key: Int) { self.key = key }
}

/// The same as the first, in other sections.
struct BoatByLength: Record {
    static let collection = Boat.collection
    static let fields: [Field<BoatByLength>] = [
        Field(key: "number", token: "no", label: Words("Number"), \.key, digits: 3),
        Field("name", token: "na", label: Words("Name"), \.displayName),
    ]
    static let groupings: [Grouping<BoatByLength>] = [
        Grouping(id: "none", label: Words("By Length")) { SectionKey(rank: "", title: "\($0.displayName.count)") }
    ]
    let key: Int
    var displayName = ""
    init(key: Int) { self.key = key }
}
