import Foundation
import FoundationXML

/// What a client asks for in the body of PROPFIND or REPORT.
struct DAVRequest: Equatable, Sendable {
    /// Which properties the answer has.
    enum Properties: Equatable, Sendable {
        /// Those that are named, each with its value or as unknown.
        case named([DAVName])
        /// All but the data of cards.
        case all
        /// The names of all, without values.
        case names
    }

    /// The name of the root element; PROPFIND without a body has that of PROPFIND.
    var root = DAVName.dav("propfind")
    var properties = Properties.all
    /// The addresses of the resources that a report names.
    var hrefs: [String] = []
    /// True where the cards shall have another form than vCard 3.0.
    var asksForOtherCards = false
    /// The token of the state that the client has; "" where it has none, nil where it does not name one.
    var token: String?

    /// The request in `body`.
    /// - Throws: `Unreadable` where it is not XML, or XML that no client sends: with declarations, very deep, or with very
    ///   many elements, attributes or properties.
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

    /// The error that a body is not a request.
    struct Unreadable: Error {}
}

/// Reads the elements of a `DAVRequest` one by one.
final class DAVRequestReader: NSObject, XMLParserDelegate {
    /// The deepest element that is read.
    private static let deepest = 16
    /// The most elements that are read.
    private static let maxElements = 10_000
    /// The most properties that are asked for; each is in the answer for every card.
    private static let maxProperties = 100
    /// The most bytes of the namespace of a property.
    private static let maxNamespaceLength = 256
    /// The most bytes of its name.
    private static let maxNameLength = 64

    /// What was read, once there is a root element.
    private(set) var request: DAVRequest?
    /// True where the XML is more than a client sends.
    private(set) var isRefused = false
    /// True once every element ended; where the last ones do not end, the parser reports no error.
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
        guard path.count < Self.deepest, elements <= Self.maxElements else { return refuse(parser) }
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
        // Only the text of the children of the root is needed.
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

    /// Adds a property; false where it is more than a client asks for.
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
