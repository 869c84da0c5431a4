/// A group that a file describes beside its records.
public struct ImportedGroup: Sendable {
    public let name: String
    /// The UIDs of its members' cards.
    public let members: [String]

    /// The groups among `names` that people made. In tables, Google's own begin with an asterisk.
    /// - Parameter system: other names that are not of groups.
    static func names(_ names: [String], besides system: Set<String> = []) -> [String] {
        var known: Set<String> = []
        return names.map(\.plain).filter { name in
            !system.contains(name) && !["*mycontacts", "*starred"].contains(name.lowercased().filter { $0 != " " })
        }.map { $0.hasPrefix("* ") ? String($0.dropFirst(2)) : $0 }.filter { name in
            !name.isEmpty && known.insert(Folding.text(name)).inserted
        }
    }

    /// What Google's cards say of everybody, and of favorites.
    static let googles: Set = ["myContacts", "starred"]

    /// A UID without its scheme: cards of version 4.0 and lists of members write `urn:uuid:`.
    static func identifier(_ uid: String) -> String {
        uid.lowercased().hasPrefix("urn:uuid:") ? String(uid.dropFirst("urn:uuid:".count)) : uid
    }
}

extension DirectoryRecord {
    /// True if cards have this category for a field.
    public static func isCategoryOfField(_ name: String) -> Bool {
        fields.contains { $0.card?.category.map(Folding.text) == Folding.text(name) }
    }
}

extension String {
    /// The parts between any of `separators`.
    func divided(by separators: [String]) -> [String] {
        separators.reduce([self]) { parts, separator in
            parts.flatMap { $0.split(separator: separator).map(String.init) }
        }
    }
}
