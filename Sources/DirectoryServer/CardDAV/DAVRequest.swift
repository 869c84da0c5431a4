import Foundation
import FoundationXML

/// The body of PROPFIND or REPORT.
struct DAVRequest: Equatable, Sendable {
    enum Properties: Equatable, Sendable {
        case named([DAVName])
        /// All except card data.
        case all
        case names
    }

    /// The root element; an empty body means PROPFIND.
    var root = DAVName.dav("propfind")
    var properties = Properties.all
    /// The resources that a report names.
    var hrefs: [String] = []
    /// True if cards of a version other than vCard 3.0 are requested.
    var asksForOtherCards = false
    /// The sync token: "" initially, nil if absent.
    var token: String?
    /// The maximum number of results.
    var limit = Int.max
    var filter = CardFilter()

    /// - Throws: `Unreadable` if the body is not XML, contains declarations, or exceeds the limits.
    init(_ body: Data) throws {
        guard !body.allSatisfy({ [0x09, 0x0A, 0x0D, 0x20].contains($0) }) else { return }
        let reader = DAVRequestReader()
        let parser = XMLParser(data: try DAVBody(body).xml)
        parser.shouldProcessNamespaces = true
        parser.shouldResolveExternalEntities = false
        parser.delegate = reader
        guard parser.parse(), !reader.isRefused, reader.isComplete, let request = reader.request else {
            throw Unreadable()
        }
        self = request
    }

    init() {}

    struct Unreadable: Error {}
}

final class DAVRequestReader: NSObject, XMLParserDelegate {
    /// The maximum depth of elements.
    private static let maxDepth = 16
    private static let maxElements = 10_000
    /// The maximum number of properties, which are repeated for every card.
    private static let maxProperties = 100
    /// In bytes.
    private static let maxNamespaceLength = 256
    /// In bytes.
    private static let maxNameLength = 64
    /// The maximum number of conditions, which are checked for every card.
    private static let maxConditions = 100

    /// Set once the root element was read.
    private(set) var request: DAVRequest?
    /// True if a limit was exceeded.
    private(set) var isRefused = false
    /// False for unclosed elements, which the parser does not report.
    var isComplete: Bool { path.isEmpty }
    private var path: [DAVName] = []
    private var text = ""
    private var elements = 0
    private var names: [DAVName] = []
    private var conditions = 0

    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        let name = DAVName(namespaceURI ?? "", elementName)
        elements += 1
        guard path.count < Self.maxDepth, elements <= Self.maxElements else { return refuse(parser) }
        if path.isEmpty {
            request = DAVRequest()
            request?.root = name
        } else if path.last == .dav("prop"), path.count == 2 {
            guard add(name) else { return refuse(parser) }
            let version = attributes["version"] ?? "3.0"
            let type = attributes["content-type"]?.prefix { $0 != ";" }.lowercased() ?? "text/vcard"
            if name == .addressData, version != "3.0" || type != "text/vcard" { request?.asksForOtherCards = true }
        } else if path.count == 1 {
            switch name {
            case .dav("prop"): request?.properties = .named(names)
            case .dav("propname"): request?.properties = .names
            case .card("filter"): request?.filter.needsAll = attributes["test"] == "allof"
            default: break
            }
        } else if path.count > 1, path[1] == .card("filter") {
            conditions += 1
            guard conditions <= Self.maxConditions else { return refuse(parser) }
            addCondition(name, attributes)
        }
        path.append(name)
        text = ""
    }

    private func addCondition(_ name: DAVName, _ attributes: [String: String]) {
        guard var filter = request?.filter else { return }
        defer { request?.filter = filter }
        if path.count == 2, name == .card("prop-filter") {
            let property = attributes["name"]?.split(separator: ".").last?.uppercased() ?? ""
            filter.properties.append(.init(name: property, needsAll: attributes["test"] == "allof"))
        }
        guard path.count == 3, path[2] == .card("prop-filter") else { return }
        let last = filter.properties.count - 1
        switch name {
        case .card("is-not-defined"): filter.properties[last].mustBeAbsent = true
        case .card("param-filter"): filter.parameter = attributes["name"] ?? ""
        case .card("text-match"):
            var match = CardFilter.TextMatch()
            match.isNegated = attributes["negate-condition"] == "yes"
            if let kind = attributes["match-type"].flatMap(CardFilter.TextMatch.Kind.init) { match.kind = kind }
            if let collation = attributes["collation"], collation != "default" {
                if let known = CardFilter.TextMatch.Collation(rawValue: collation) {
                    match.collation = known
                } else {
                    filter.otherCollation = collation
                }
            }
            filter.properties[last].texts.append(match)
        default: break
        }
    }

    func parser(
        _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName: String?
    ) {
        guard let name = path.popLast() else { return }
        switch (path.count, name) {
        case (1, .dav("href")): request?.hrefs.append(text.trimmingCharacters(in: .whitespacesAndNewlines))
        case (1, .dav("sync-token")): request?.token = text.trimmingCharacters(in: .whitespacesAndNewlines)
        case (2, .dav("nresults")), (2, .card("nresults")):
            guard path[1].local == "limit" else { return }
            guard let limit = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)), limit >= 0 else {
                return refuse(parser)
            }
            request?.limit = limit
        case (3, .card("text-match")):
            guard let last = request?.filter.properties.indices.last,
                let match = request?.filter.properties[last].texts.indices.last
            else { return }
            request?.filter.properties[last].texts[match].text = text
        default: break
        }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

    func parser(_ parser: XMLParser, foundCDATA CDATABlock: Data) {
        text += String(decoding: CDATABlock, as: UTF8.self)
    }

    func parser(_ parser: XMLParser, foundInternalEntityDeclarationWithName name: String, value: String?) {
        refuse(parser)
    }

    func parser(
        _ parser: XMLParser, foundExternalEntityDeclarationWithName name: String, publicID: String?, systemID: String?
    ) {
        refuse(parser)
    }

    /// - Returns: false if a limit is exceeded.
    private func add(_ name: DAVName) -> Bool {
        guard name.namespace.utf8.count <= Self.maxNamespaceLength, name.local.utf8.count <= Self.maxNameLength else {
            return false
        }
        if !names.contains(name) { names.append(name) }
        request?.properties = .named(names)
        return names.count <= Self.maxProperties
    }

    private func refuse(_ parser: XMLParser) {
        isRefused = true
        parser.abortParsing()
    }
}
