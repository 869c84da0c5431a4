/// Where a field stands in a vCard (RFC 2426): its own property, or a part of one.
public struct CardPlace: Sendable {
    enum Shape: Sendable {
        /// The property's text.
        case text
        /// One of the parts between a property's semicolons.
        case part(Int)
        /// The texts of properties of one name, for programs that do not know it lose what stands behind a comma.
        case list
        /// One of the categories, which is there where the flag is on.
        case category(String)
        /// A picture within the card.
        case picture
    }

    /// What it is written as.
    let property: String
    let parameters: String
    let shape: Shape
    /// What other programs write it as, which is read where `property` is not there.
    let alsoFrom: [String]

    /// - Parameters:
    ///   - property: what a vCard calls it.
    ///   - parameters: what is written behind the property's name: "TYPE=INTERNET".
    ///   - alsoFrom: what else it is read from.
    public static func text(_ property: String, _ parameters: String = "", alsoFrom: String...) -> CardPlace {
        CardPlace(property: property, parameters: parameters, shape: .text, alsoFrom: alsoFrom)
    }

    /// One of the parts between a property's semicolons, the first of which is 0.
    public static func part(_ place: Int, of property: String, _ parameters: String = "") -> CardPlace {
        CardPlace(property: property, parameters: parameters, shape: .part(place), alsoFrom: [])
    }

    /// Every text of a list in a property of its own.
    public static func list(_ property: String) -> CardPlace {
        CardPlace(property: property, parameters: "", shape: .list, alsoFrom: [])
    }

    /// A category that the record has or has not.
    public static func category(_ name: String) -> CardPlace {
        CardPlace(property: "CATEGORIES", parameters: "", shape: .category(name), alsoFrom: [])
    }

    /// A picture within the card.
    public static let picture = CardPlace(property: "PHOTO", parameters: "", shape: .picture, alsoFrom: [])

    /// Which of the parts between semicolons it is, or nil where it is none.
    var part: Int? { if case .part(let number) = shape { number } else { nil } }

    /// How many parts a property has where it is written.
    static let parts = ["N": 5, "ADR": 7]
}

extension DirectoryRecord {
    /// True where its records can be written as vCards and read from them.
    public static var hasCards: Bool { fields.contains { $0.card != nil } }

    /// What tells this record from all others wherever cards are: its list and its number, which others' lists have
    /// too where the store counts them.
    var cardUID: String {
        let uid = "\(Self.cardPrefix)\(Self.fields[0].text(self))"
        return identity.isEmpty ? uid : "\(uid)-\(String(identity.utf8.fowlerHash, radix: 16))"
    }

    static var cardPrefix: String { "duke-directory-\(collection.name)-" }
}

extension Sequence<UInt8> {
    /// FNV-1a: the same on every machine.
    fileprivate var fowlerHash: UInt64 {
        reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
