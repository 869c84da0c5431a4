/// The place of a field in a vCard (RFC 2426): its own property, or a part of one.
public struct VCardAddress: Sendable {
    enum Shape: Sendable {
        /// The property's text.
        case text
        /// One of the parts between a property's semicolons.
        case part(Int)
        /// Several properties of one name, because programs that do not know it lose the text after a comma.
        case list
        /// One of the categories, present where the flag is on.
        case category(String)
        /// A picture within the card.
        case picture
    }

    /// The name of the property.
    let property: String
    let parameters: String
    let shape: Shape
    /// The property of other programs, which is read where `property` is missing.
    let alsoFrom: [String]

    /// - Parameters:
    ///   - property: its name in a vCard.
    ///   - parameters: the text after the property's name: "TYPE=INTERNET".
    ///   - alsoFrom: the other properties it is read from.
    public static func text(_ property: String, _ parameters: String = "", alsoFrom: String...) -> VCardAddress {
        VCardAddress(property: property, parameters: parameters, shape: .text, alsoFrom: alsoFrom)
    }

    /// One of the parts between a property's semicolons, the first of which is 0.
    public static func part(_ place: Int, of property: String, _ parameters: String = "") -> VCardAddress {
        VCardAddress(property: property, parameters: parameters, shape: .part(place), alsoFrom: [])
    }

    /// Every text of a list in its own property.
    public static func list(_ property: String) -> VCardAddress {
        VCardAddress(property: property, parameters: "", shape: .list, alsoFrom: [])
    }

    /// A category that the record may belong to.
    public static func category(_ name: String) -> VCardAddress {
        VCardAddress(property: "CATEGORIES", parameters: "", shape: .category(name), alsoFrom: [])
    }

    /// A picture within the card.
    public static let picture = VCardAddress(property: "PHOTO", parameters: "", shape: .picture, alsoFrom: [])

    /// True where a field takes one property of several of the name.
    var takesOne: Bool {
        switch shape {
        case .text, .part: property != "N"
        case .list, .category, .picture: false
        }
    }

    /// Which of the parts between semicolons it is, or nil where it is not one.
    var part: Int? { if case .part(let number) = shape { number } else { nil } }

    /// How many parts a property has when it is written.
    static let parts = ["N": 5, "ADR": 7]
}

extension DirectoryRecord {
    /// True where its records can be written as vCards and read from them.
    public static var hasCards: Bool { fields.contains { $0.card != nil } }

    /// The identifier of this record among all cards: its list and its number, and its identity where the store counts,
    /// because others' lists then use the same numbers.
    package var cardUID: String {
        let uid = "\(Self.cardPrefix)\(Self.fields[0].displayText(self))"
        return identity.isEmpty ? uid : "\(uid)-\(String(identity.utf8.fowlerHash, radix: 16))"
    }

    /// The number in an identifier of this program's cards, or nil.
    package static func key(ofCard uid: String) -> Int? {
        guard uid.hasPrefix(cardPrefix) else { return nil }
        return uid.dropFirst(cardPrefix.count).split(separator: "-").first.flatMap { Int($0) }
    }

    static var cardPrefix: String { "duke-directory-\(collection.name)-" }
}

extension Sequence<UInt8> {
    /// FNV-1a: the same on every machine.
    package var fowlerHash: UInt64 {
        reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
