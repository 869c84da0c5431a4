/// Whole names in files of other programs.
extension DirectoryRecord {
    /// The fields of a last and of a first name, with their places in a vCard's name; empty where there are not any.
    static var nameFields: [(field: Field<Self>, part: Int)] {
        fields.compactMap { field in
            guard field.card?.property == "N", let part = field.card?.part, part < 2 else { return nil }
            return (field, part)
        }
    }

    /// The parts of a whole name: "Ana Li", or "Li, Ana".
    static func named(_ whole: String) -> [(field: Field<Self>, text: String)] {
        let whole = whole.plain
        var (first, last) = (whole, "")
        let halves = whole.split(separator: ",", maxSplits: 1).map { String($0).trimmed }
        let isSuffixed = halves.count == 2 && suffixes.contains(halves[1].lowercased().filter(\.isLetter))
        if halves.count == 2, !isSuffixed {
            (first, last) = (halves[1], halves[0])
        } else {
            let words = (isSuffixed ? halves[0] : whole).split(separator: " ")
            let end = isSuffixed ? ", \(halves[1])" : ""
            if words.count > 1 {
                (first, last) = (words.dropLast().joined(separator: " "), words[words.count - 1] + end)
            }
        }
        return nameFields.map { ($0.field, $0.part == 0 ? last : first) }.filter { !$0.1.isEmpty }
    }

    /// What follows a name after a comma, and is not a first name.
    private static var suffixes: Set<String> {
        ["jr", "sr", "ii", "iii", "iv", "phd", "md", "esq", "inc", "llc", "ltd", "corp", "co"]
    }

    /// The name of an organization that is reached without a person's name: it stands where last names do. Empty where
    /// a field is the organization's.
    static func named(organization: String) -> [(field: Field<Self>, text: String)] {
        guard !fields.contains(where: { $0.card?.property == "ORG" }) else { return [] }
        return nameFields.filter { $0.part == 0 }.map { ($0.field, organization.plain) }
    }
}
