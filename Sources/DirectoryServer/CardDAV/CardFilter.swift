/// The filter of an addressbook-query (RFC 6352, section 10.5).
struct CardFilter: Equatable, Sendable {
    struct TextMatch: Equatable, Sendable {
        enum Kind: String, Sendable {
            case equals, contains
            case startsWith = "starts-with"
            case endsWith = "ends-with"
        }

        enum Collation: String, CaseIterable, Sendable {
            case ascii = "i;ascii-casemap"
            case unicode = "i;unicode-casemap"
            case octet = "i;octet"

            fileprivate func folded(_ text: String) -> String {
                switch self {
                case .ascii: SQLRepository.caseless(text)
                case .unicode: text.lowercased()
                case .octet: text
                }
            }
        }

        var text = ""
        var kind = Kind.contains
        var collation = Collation.unicode
        var isNegated = false

        fileprivate func matches(_ value: String) -> Bool {
            let (value, text) = (collation.folded(value), collation.folded(text))
            let isFound =
                switch kind {
                case .equals: value == text
                case .contains: text.isEmpty || value.contains(text)
                case .startsWith: value.hasPrefix(text)
                case .endsWith: value.hasSuffix(text)
                }
            return isFound != isNegated
        }
    }

    /// The conditions of a property: it exists, does not exist, or has a value that matches the texts.
    struct PropertyMatch: Equatable, Sendable {
        /// In upper case.
        let name: String
        var mustBeAbsent = false
        var texts: [TextMatch] = []
        /// True if all texts must match.
        var needsAll = false

        /// The properties that can be searched.
        fileprivate static let supported: Set<String> = ["FN", "EMAIL", "UID"]

        fileprivate func matches(_ values: [String]) -> Bool {
            if mustBeAbsent { return values.isEmpty }
            guard !texts.isEmpty else { return !values.isEmpty }
            func matches(_ text: TextMatch) -> Bool { values.contains(where: text.matches) }
            return needsAll ? texts.allSatisfy(matches) : texts.contains(where: matches)
        }
    }

    var properties: [PropertyMatch] = []
    /// True if all properties must match.
    var needsAll = false
    /// The parameter by which a property is filtered, which is not supported.
    var parameter: String?
    /// The name of an unknown collation.
    var otherCollation: String?

    /// The failed precondition if the filter cannot be applied.
    var fault: Markup? {
        if let otherCollation { return "<C:supported-collation>\(otherCollation)</C:supported-collation>" }
        if let parameter {
            return "<C:supported-filter><C:param-filter name=\"\(parameter)\"/></C:supported-filter>"
        }
        let others = properties.map(\.name).filter { !PropertyMatch.supported.contains($0) }
        guard !others.isEmpty else { return nil }
        return "<C:supported-filter>\(Markup(others.map { "<C:prop-filter name=\"\($0)\"/>" }))</C:supported-filter>"
    }

    /// True if every card matches.
    var isEmpty: Bool { properties.isEmpty }

    /// - Parameter values: returns the values of a property.
    func matches(_ values: (String) -> [String]) -> Bool {
        if isEmpty { return true }
        return needsAll
            ? properties.allSatisfy { $0.matches(values($0.name)) }
            : properties.contains { $0.matches(values($0.name)) }
    }
}
