import Foundation
import HTTPTypes

/// The filter of an addressbook-query (RFC 6352, section 10.5).
struct CardFilter: Sendable {
    private let element: DAVElement?

    /// The properties that can be searched.
    private static let properties: Set<String> = ["FN", "EMAIL", "UID"]

    /// - Parameter element: nil if every card is wanted.
    /// - Throws: `DAVError` if the server cannot apply it.
    init(_ element: DAVElement?) throws(DAVError) {
        self.element = element
        for property in element?.conditions ?? [] {
            guard property.name == .card("prop-filter"), Self.properties.contains(property.filteredProperty) else {
                throw DAVError(unsupported: property)
            }
            for condition in property.conditions where condition.name != .isNotDefined {
                guard condition.name == .card("text-match"), condition.comparison != nil else {
                    throw DAVError(unsupported: condition)
                }
                guard condition.collation != nil else {
                    let collation = condition.attributes["collation"] ?? ""
                    throw DAVError(.forbidden, "<C:supported-collation>\(collation)</C:supported-collation>")
                }
            }
        }
    }

    /// True if every card matches.
    var isEmpty: Bool { element?.conditions.isEmpty ?? true }

    /// - Parameter values: the values of the properties of a card, by name.
    func matches(_ values: [String: [String]]) -> Bool {
        guard let element, !isEmpty else { return true }
        return element.isMet { property in
            let values = values[property.filteredProperty] ?? []
            guard !property.conditions.isEmpty else { return !values.isEmpty }
            return property.isMet { condition in
                condition.name == .isNotDefined ? values.isEmpty : values.contains(where: condition.matchesText)
            }
        }
    }
}

/// How texts are compared (RFC 4790 and 5051).
enum TextCollation: String, CaseIterable, Sendable {
    case ascii = "i;ascii-casemap"
    case unicode = "i;unicode-casemap"
    case octet = "i;octet"

    fileprivate func folded(_ text: String) -> [UInt8] {
        switch self {
        case .ascii: Array(SQLRepository.caseless(text).utf8)
        case .unicode: Array(text.lowercased().decomposedStringWithCompatibilityMapping.utf8)
        case .octet: Array(text.utf8)
        }
    }
}

extension DAVName {
    fileprivate static let isNotDefined = card("is-not-defined")
}

extension DAVElement {
    /// The conditions in a filter; elements of other namespaces are ignored (RFC 4918, section 17).
    fileprivate var conditions: [DAVElement] { children.filter { $0.name.namespace == DAVName.cardDAV } }

    /// True if all its conditions are met, or one of them if that is enough.
    fileprivate func isMet(_ isConditionMet: (DAVElement) -> Bool) -> Bool {
        attributes["test"] == "allof"
            ? conditions.allSatisfy(isConditionMet) : conditions.contains(where: isConditionMet)
    }

    /// The property that a `prop-filter` is about, in upper case, without its group.
    fileprivate var filteredProperty: String { attributes["name"]?.split(separator: ".").last?.uppercased() ?? "" }

    fileprivate var collation: TextCollation? {
        let name = attributes["collation"] ?? "default"
        return name == "default" ? .unicode : TextCollation(rawValue: name)
    }

    fileprivate var comparison: ((_ value: [UInt8], _ text: [UInt8]) -> Bool)? {
        switch attributes["match-type"] ?? "contains" {
        case "equals": { $0 == $1 }
        case "contains": { $1.isEmpty || $0.contains($1) }
        case "starts-with": { $0.starts(with: $1) }
        case "ends-with": { $0.suffix($1.count).elementsEqual($1) }
        default: nil
        }
    }

    /// True if a value meets a `text-match`.
    fileprivate func matchesText(_ value: String) -> Bool {
        guard let collation, let comparison else { return false }
        return comparison(collation.folded(value), collation.folded(text)) != (attributes["negate-condition"] == "yes")
    }
}

extension DAVError {
    fileprivate init(unsupported element: DAVElement) {
        let name: Markup = element.attributes["name"].map { " name=\"\($0)\"" } ?? ""
        self.init(.forbidden, "<C:supported-filter><C:\(element.name.local)\(name)/></C:supported-filter>")
    }
}
