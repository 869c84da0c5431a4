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
            default: break
            }
        }
        path.append(name)
        text = ""
    }

    func parser(
        _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName: String?
    ) {
        guard let name = path.popLast(), path.count == 1 else { return }
        switch name {
        case .dav("href"): request?.hrefs.append(text.trimmingCharacters(in: .whitespacesAndNewlines))
        case .dav("sync-token"): request?.token = text.trimmingCharacters(in: .whitespacesAndNewlines)
        default: break
        }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        // Only texts of children of the root count.
        if path.count == 2 { text += string }
    }

    func parser(_ parser: XMLParser, foundCDATA CDATABlock: Data) {
        if path.count == 2 { text += String(decoding: CDATABlock, as: UTF8.self) }
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
