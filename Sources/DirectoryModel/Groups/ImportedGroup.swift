/// A group that a file describes beside its records.
public struct ImportedGroup: Sendable {
    public let name: String
    /// The UIDs of its members' cards.
    public let members: [String]

    /// The groups among `names` that people made; Google's own begin with an asterisk.
    static func names(_ names: [String]) -> [String] {
        var known: Set<String> = []
        return names.map(\.plain).map { $0.hasPrefix("* ") ? String($0.dropFirst(2)) : $0 }.filter { name in
            !name.isEmpty && !["mycontacts", "starred"].contains(name.lowercased().filter { $0 != " " })
                && known.insert(Folding.text(name)).inserted
        }
    }

    /// A UID without its scheme: cards of version 4.0 and lists of members write `urn:uuid:`.
    static func identifier(_ uid: String) -> String {
        uid.lowercased().hasPrefix("urn:uuid:") ? String(uid.dropFirst("urn:uuid:".count)) : uid
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
