/// The property of a vCard (RFC 2426) that holds a field, or a part of one.
public struct VCardProperty: Sendable {
    enum Shape: Sendable {
        case text
        /// A part between a property's semicolons.
        case part(Int)
        /// Several properties of one name, because some programs lose text after a comma.
        case list
        /// A category that is present if the flag is on.
        case category(String)
        case picture
    }

    let property: String
    let parameters: String
    let shape: Shape
    /// Other programs' properties, which are read if `property` is missing.
    let alsoFrom: [String]

    /// A whole property.
    /// - Parameters:
    ///   - parameters: the text after the property's name: "TYPE=INTERNET".
    ///   - alsoFrom: other programs' properties, which are read if it is missing.
    public static func text(_ property: String, _ parameters: String = "", alsoFrom: String...) -> VCardProperty {
        VCardProperty(property: property, parameters: parameters, shape: .text, alsoFrom: alsoFrom)
    }

    /// A part between a property's semicolons, counted from 0.
    public static func part(_ index: Int, of property: String, _ parameters: String = "") -> VCardProperty {
        VCardProperty(property: property, parameters: parameters, shape: .part(index), alsoFrom: [])
    }

    /// A property for each item.
    public static func list(_ property: String) -> VCardProperty {
        VCardProperty(property: property, parameters: "", shape: .list, alsoFrom: [])
    }

    /// A category that is present if the flag is on.
    public static func category(_ name: String) -> VCardProperty {
        VCardProperty(property: categories, parameters: "", shape: .category(name), alsoFrom: [])
    }

    /// The property with the groups of a card's record.
    static let categories = "CATEGORIES"

    public static let picture = VCardProperty(property: "PHOTO", parameters: "", shape: .picture, alsoFrom: [])

    /// The category that a flag is, or nil.
    var category: String? { if case .category(let name) = shape { name } else { nil } }

    /// True if a field reads only one property of several of this name.
    var takesOne: Bool {
        switch shape {
        case .text, .part: property != "N"
        case .list, .category, .picture: false
        }
    }

    /// The index of the part, or nil.
    var part: Int? { if case .part(let number) = shape { number } else { nil } }

    /// The property's line with these parts.
    func line(_ parts: [String]) -> String {
        let name = parameters.isEmpty ? property : "\(property);\(parameters)"
        return "\(name):\(parts.map(CardText.escaped).joined(separator: ";"))"
    }

    func line(_ text: String) -> String { line([text]) }

    /// The number of parts that are written.
    static let parts = ["N": 5, "ADR": 7]
}

extension Definition {
    /// True if the collection has vCards.
    public var hasCards: Bool { fields.contains { $0.card != nil } }

    /// The number in a UID of this program, or nil.
    package func key(ofCard uid: String) -> Int? {
        guard uid.hasPrefix(cardPrefix) else { return nil }
        return uid.dropFirst(cardPrefix.count).split(separator: "-").first.flatMap { Int($0) }
    }

    var cardPrefix: String { "duke-directory-\(collection.name)-" }
}

extension Record {
    /// The UID of the record's card: collection and number, and a hash of its identity if numbers do not identify
    /// records.
    package var cardUID: String {
        let uid = "\(definition.cardPrefix)\(definition.keyField.displayText(self))"
        return identity.isEmpty ? uid : "\(uid)-\(String(identity.utf8.fowlerHash, radix: 16))"
    }
}

extension Sequence<UInt8> {
    /// FNV-1a, the same on every machine.
    package var fowlerHash: UInt64 {
        reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
