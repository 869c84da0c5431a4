import Foundation
import FoundationXML

/// The name of an element or a property.
struct DAVName: Hashable, Sendable {
    static let dav = "DAV:"
    static let cardDAV = "urn:ietf:params:xml:ns:carddav"
    static let calendarServer = "http://calendarserver.org/ns/"

    let namespace: String
    let local: String

    static func dav(_ local: String) -> DAVName { DAVName(namespace: dav, local: local) }

    static func card(_ local: String) -> DAVName { DAVName(namespace: cardDAV, local: local) }

    static let addressData = card("address-data")
    static let propfind = dav("propfind")
    static let multiget = card("addressbook-multiget")
    static let query = card("addressbook-query")
    static let synchronization = dav("sync-collection")
}

/// An element of the XML that a client sends.
struct DAVElement: Equatable, Sendable {
    let name: DAVName
    let attributes: [String: String]
    fileprivate(set) var children: [DAVElement] = []
    fileprivate(set) var text = ""

    struct Unreadable: Error {}

    /// The root of an XML document.
    /// - Throws: `Unreadable` if the document is not XML in UTF-8, contains declarations, or exceeds the limits.
    init(_ xml: Data) throws {
        let reader = DAVReader()
        let parser = XMLParser(data: try Self.checked(xml))
        parser.shouldProcessNamespaces = true
        parser.shouldResolveExternalEntities = false
        parser.delegate = reader
        guard parser.parse(), let root = reader.root else { throw Unreadable() }
        self = root
    }

    init(_ name: DAVName, _ attributes: [String: String] = [:]) {
        self.name = name
        self.attributes = attributes
    }

    subscript(name: DAVName) -> DAVElement? { children.first { $0.name == name } }

    var trimmedText: String { text.trimmingCharacters(in: .whitespacesAndNewlines) }

    /// The number of elements in it.
    var count: Int { children.reduce(children.count) { $0 + $1.count } }

    // MARK: Before the parser

    /// The maximum number of attributes of an element.
    private static let maxAttributes = 64
    /// The maximum size of a tag and the text after it, in bytes.
    private static let maxPartLength = 16 << 10

    /// The XML without its declaration, which may name only UTF-8. The parser is slow for many attributes and expands
    /// entities, so each tag is limited together with the text after it. Few equal signs mean few attributes, however
    /// the parser reads the quotation marks.
    private static func checked(_ xml: Data) throws -> Data {
        let start =
            #/
            \uFEFF? (<\?xml \s+ version \s*=\s* ["']1\.\d["'] (\s+ encoding \s*=\s* ["']utf-8["'])?
            (\s+ standalone \s*=\s* ["']\w+["'])? \s* \?>)?
            /#
            .ignoresCase()
        guard !xml.contains(0), let text = String(validating: xml, as: UTF8.self) else { throw Unreadable() }
        let declaration = String(text.unicodeScalars.prefix(256)).prefixMatch(of: start)?.0 ?? ""
        let rest = Data(text.utf8.dropFirst(declaration.utf8.count))
        guard !rest.starts(with: "<?xml".utf8) else { throw Unreadable() }
        for part in rest.split(separator: UInt8(ascii: "<")) {
            let isDeclaration =
                part.first == UInt8(ascii: "!") && !part.starts(with: "!--".utf8) && !part.starts(with: "![CDATA[".utf8)
            guard !isDeclaration, part.count <= maxPartLength,
                part.count(where: { $0 == UInt8(ascii: "=") }) <= maxAttributes
            else { throw Unreadable() }
        }
        return rest
    }
}

/// Builds the tree of a document.
private final class DAVReader: NSObject, XMLParserDelegate {
    private static let maxDepth = 16
    private static let maxElements = 10_000

    /// Nil until the root element ends: the parser does not report unclosed elements.
    private(set) var root: DAVElement?
    /// The elements that have begun, each in the one before it.
    private var open: [DAVElement] = []
    private var count = 0

    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        count += 1
        guard open.count < Self.maxDepth, count <= Self.maxElements else { return parser.abortParsing() }
        open.append(DAVElement(DAVName(namespace: namespaceURI ?? "", local: elementName), attributes))
    }

    func parser(
        _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName: String?
    ) {
        guard let element = open.popLast() else { return }
        if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { append(string) }

    func parser(_ parser: XMLParser, foundCDATA CDATABlock: Data) {
        append(String(decoding: CDATABlock, as: UTF8.self))
    }

    private func append(_ text: String) {
        if !open.isEmpty { open[open.count - 1].text += text }
    }
}
