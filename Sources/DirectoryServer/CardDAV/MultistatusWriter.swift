import Foundation

/// Writes the requested properties of resources as XML.
struct MultistatusWriter: Sendable {
    let properties: DAVRequest.Properties
    private var prefixes = [DAVName.dav: "D", DAVName.cardDAV: "C", DAVName.calendarServer: "CS"]
    /// Namespaces of the request that the server does not know.
    private var others: [(prefix: String, namespace: String)] = []
    /// Empty elements of the requested properties, for resources without them.
    private var unknown: [Markup] = []

    init(_ properties: DAVRequest.Properties) {
        self.properties = properties
        guard case .named(let names) = properties else { return }
        for name in names where !name.namespace.isEmpty && prefixes[name.namespace] == nil {
            let prefix = "X\(others.count)"
            prefixes[name.namespace] = prefix
            others.append((prefix, name.namespace))
        }
        unknown = names.map { element($0) }
    }

    /// The start of the document.
    var start: Markup {
        let declared = Markup(others.map { " xmlns:\($0.prefix)=\"\($0.namespace)\"" })
        return """
            <?xml version="1.0" encoding="utf-8"?>
            <D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav" \
            xmlns:CS="http://calendarserver.org/ns/"\(declared)>

            """
    }

    static let end: Markup = "</D:multistatus>\n"

    /// The `response` element of `resource`. Unknown properties are in a `propstat` of their own.
    func response(_ resource: DAVResource) -> Markup {
        switch properties {
        case .names: return response(resource, found: resource.values.map { element($0.name) }, unknown: [])
        case .all:
            let values = resource.values.filter { $0.name != .addressData }
            return response(resource, found: values.map { element($0.name, $0.value) }, unknown: [])
        case .named(let names):
            var (found, unknown): ([Markup], [Markup]) = ([], [])
            for (name, empty) in zip(names, self.unknown) {
                if let value = resource.values.first(where: { $0.name == name })?.value {
                    found.append(element(name, value))
                } else {
                    unknown.append(empty)
                }
            }
            return response(resource, found: found, unknown: unknown)
        }
    }

    private func response(_ resource: DAVResource, found: [Markup], unknown: [Markup]) -> Markup {
        let ok = found.isEmpty && !unknown.isEmpty ? "" : Self.properties(found, status: "200 OK")
        let not = unknown.isEmpty ? "" : Self.properties(unknown, status: "404 Not Found")
        return "<D:response><D:href>\(resource.href)</D:href>\(ok)\(not)</D:response>\n"
    }

    private static func properties(_ elements: [Markup], status: String) -> Markup {
        """
        <D:propstat><D:prop>\(Markup(elements))</D:prop><D:status>HTTP/1.1 \(status)</D:status></D:propstat>
        """
    }

    private func element(_ name: DAVName, _ content: Markup = "") -> Markup {
        let tag = prefixes[name.namespace].map { "\($0):\(name.local)" } ?? name.local
        guard !content.text.isEmpty else { return "<\(tag)/>" }
        return "<\(tag)>\(content)</\(tag)>"
    }
}

/// The body of a request, checked before it is parsed, because the parser is slow for many attributes and expands
/// entities.
struct DAVBody {
    /// The XML in UTF-8, without its declaration, which could name another encoding.
    let xml: Data

    /// The maximum number of attributes of an element.
    private static let maxAttributes = 64
    /// The maximum size of a tag and the text after it, in bytes.
    private static let maxPartLength = 16 << 10
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// - Throws: `DAVRequest.Unreadable` if it is not XML in UTF-8, or larger than clients send.
    init(_ body: Data) throws {
        guard !body.contains(0), let text = String(validating: body, as: UTF8.self) else {
            throw DAVRequest.Unreadable()
        }
        var rest = Data(text.utf8)
        if rest.starts(with: Self.mark) { rest = rest.dropFirst(Self.mark.count) }
        xml = try Self.withoutDeclaration(rest)
        try Self.check(xml)
    }

    /// The XML without its declaration, which may name only UTF-8.
    private static func withoutDeclaration(_ xml: Data) throws -> Data {
        guard xml.starts(with: "<?xml".utf8) else { return Data(xml) }
        let declaration =
            #/
            <\?xml \s+ version \s*=\s* ["']1\.\d["']
            (\s+ encoding \s*=\s* ["']utf-8["'])? (\s+ standalone \s*=\s* ["']\w+["'])? \s* \?>
            /#
            .ignoresCase()
        let start = String(decoding: xml.prefix(256), as: UTF8.self)
        guard let found = start.prefixMatch(of: declaration) else { throw DAVRequest.Unreadable() }
        return Data(xml.dropFirst(found.0.utf8.count))
    }

    /// Limits each tag with the text after it. Few equal signs mean few attributes, however the parser reads the
    /// quotation marks.
    private static func check(_ xml: Data) throws {
        let equals = UInt8(ascii: "=")
        for part in xml.split(separator: UInt8(ascii: "<")) {
            let isDeclaration =
                part.first == UInt8(ascii: "!") && !part.starts(with: "!--".utf8) && !part.starts(with: "![CDATA[".utf8)
            guard !isDeclaration, part.count <= maxPartLength,
                part.reduce(0, { $1 == equals ? $0 + 1 : $0 }) <= maxAttributes
            else { throw DAVRequest.Unreadable() }
        }
    }
}

extension Markup {
    /// The error of a failed precondition.
    static func error(_ condition: Markup) -> Markup {
        """
        <?xml version="1.0" encoding="utf-8"?>
        <D:error xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav">\(condition)</D:error>

        """
    }
}

struct DAVName: Hashable, Sendable {
    static let dav = "DAV:"
    static let cardDAV = "urn:ietf:params:xml:ns:carddav"
    static let calendarServer = "http://calendarserver.org/ns/"

    let namespace: String
    let local: String

    init(_ namespace: String, _ local: String) { (self.namespace, self.local) = (namespace, local) }

    static func dav(_ local: String) -> DAVName { DAVName(dav, local) }

    static func card(_ local: String) -> DAVName { DAVName(cardDAV, local) }

    static let addressData = card("address-data")
    static let contentTag = DAVName(calendarServer, "getctag")
    static let etag = dav("getetag")
    static let syncToken = dav("sync-token")
}

/// A resource of an answer.
struct DAVResource: Sendable {
    let href: String
    private(set) var values: [(name: DAVName, value: Markup)] = []

    init(_ href: String) { self.href = href }

    mutating func add(_ name: DAVName, _ value: Markup = "") { values.append((name, value)) }

    static func absent(_ href: String) -> Markup {
        "<D:response><D:href>\(href)</D:href><D:status>HTTP/1.1 404 Not Found</D:status></D:response>\n"
    }
}
