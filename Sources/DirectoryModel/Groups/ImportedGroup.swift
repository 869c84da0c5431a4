import Foundation

/// A group that a file describes beside its records.
public struct ImportedGroup: Sendable {
    public let name: String
    /// The UIDs of its members' cards, or their `mailto:` addresses.
    public let members: [String]

    /// The scheme of members that are named by their addresses.
    public static let mail = "mailto:"

    /// The groups among `names` that people made, without repetitions.
    /// - Parameter system: other names, which are not of groups.
    static func names(_ names: [String], besides system: Set<String> = []) -> [String] {
        var known: Set<String> = []
        return names.map(\.plain).filter { name in
            !system.contains(name) && !name.isEmpty && known.insert(Folding.text(name)).inserted
        }
    }

    /// The names in a cell of a table. Google's system groups begin with an asterisk, as all names did in earlier
    /// years.
    static func names(inCell text: String, separators: [String]) -> [String] {
        names(
            text.divided(by: separators).map(\.trimmed).compactMap { name in
                if name.hasPrefix("\\") { return String(name.dropFirst()).replacing("\\:::", with: ":::") }
                let isSystemGroup = ["*mycontacts", "*starred"].contains(name.lowercased().filter { $0 != " " })
                return isSystemGroup ? nil : name.hasPrefix("* ") ? String(name.dropFirst(2)) : name
            })
    }

    /// `name` as written into a cell with several names: backslashes escape separators and a leading asterisk.
    static func inCell(_ name: String) -> String {
        let isPlain = !name.hasPrefix("*") && !name.hasPrefix("\\") && !name.contains(":::")
        return isPlain ? name : "\\" + name.replacing(":::", with: "\\:::")
    }

    /// Google's categories for all contacts and for favorites.
    static let googleSystemGroups: Set = ["myContacts", "starred"]

    /// A UID without its scheme: cards of version 4.0 and lists of members write `urn:uuid:`. The case of UUIDs and of
    /// `mailto:` addresses has no meaning.
    static func identifier(_ uid: String) -> String {
        if uid.lowercased().hasPrefix(mail) { return (uid.removingPercentEncoding ?? uid).lowercased() }
        let uid = uid.lowercased().hasPrefix("urn:uuid:") ? String(uid.dropFirst("urn:uuid:".count)) : uid
        let start = uid.prefix(36)
        return UUID(uuidString: String(start)) == nil ? uid : start.lowercased() + uid.dropFirst(36)
    }
}

extension Definition {
    /// True if cards have this category for a field.
    public func isCategoryOfField(_ name: String) -> Bool {
        fields.contains { $0.card?.category.map(Folding.text) == Folding.text(name) }
    }
}

extension String {
    /// The parts between unescaped `separators`.
    func divided(by separators: [String]) -> [String] {
        separators.reduce([self]) { parts, separator in
            parts.flatMap { $0.split(separator: separator).map(String.init) }.reduce(into: []) { parts, part in
                let isEscaped = parts.last?.hasSuffix("\\") == true
                if isEscaped { parts[parts.count - 1] += separator + part } else { parts.append(part) }
            }
        }
    }
}
