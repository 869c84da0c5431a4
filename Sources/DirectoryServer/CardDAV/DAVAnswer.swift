import Foundation

/// How the resources of an answer are written: with these properties, and with the namespaces of their names, each of
/// which the root element declares once.
struct DAVAnswer: Sendable {
    let properties: DAVRequest.Properties
    private var prefixes = [DAVName.dav: "D", DAVName.cardDAV: "C", DAVName.calendarServer: "CS"]
    /// The namespaces that only the request uses, by their prefixes.
    private var others: [(prefix: String, namespace: String)] = []
    /// The elements of the properties that are named, without values, as every resource that does not have them gets them.
    private var unknown: [DAVXML] = []

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

    /// The first line and the root element, without its end.
    var start: DAVXML {
        let declared = DAVXML(others.map { " xmlns:\($0.prefix)=\"\($0.namespace)\"" })
        return """
            <?xml version="1.0" encoding="utf-8"?>
            <D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav" \
            xmlns:CS="http://calendarserver.org/ns/"\(declared)>

            """
    }

    /// The end of the root element.
    static let end: DAVXML = "</D:multistatus>\n"

    /// The `response` element of `resource`; properties that are not known here are in a `propstat` of their own.
    func response(_ resource: DAVResource) -> DAVXML {
        switch properties {
        case .names: return response(resource, found: resource.values.map { element($0.name) }, unknown: [])
        case .all:
            let values = resource.values.filter { $0.name != .addressData }
            return response(resource, found: values.map { element($0.name, $0.value) }, unknown: [])
        case .named(let names):
            var (found, unknown): ([DAVXML], [DAVXML]) = ([], [])
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

    private func response(_ resource: DAVResource, found: [DAVXML], unknown: [DAVXML]) -> DAVXML {
        let ok = found.isEmpty && !unknown.isEmpty ? "" : Self.properties(found, status: "200 OK")
        let not = unknown.isEmpty ? "" : Self.properties(unknown, status: "404 Not Found")
        return "<D:response><D:href>\(resource.href)</D:href>\(ok)\(not)</D:response>\n"
    }

    private static func properties(_ elements: [DAVXML], status: String) -> DAVXML {
        """
        <D:propstat><D:prop>\(DAVXML(elements))</D:prop><D:status>HTTP/1.1 \(status)</D:status></D:propstat>
        """
    }

    /// The element `name` with `content`.
    private func element(_ name: DAVName, _ content: DAVXML = "") -> DAVXML {
        let tag = prefixes[name.namespace].map { "\($0):\(name.local)" } ?? name.local
        guard !content.text.isEmpty else { return "<\(tag)/>" }
        return "<\(tag)>\(content)</\(tag)>"
    }
}

/// The body of a request, checked before it is parsed: a parser takes long for many attributes of one element, and
/// expands the entities that a document declares.
struct DAVBody {
    /// The XML in UTF-8, without its first line, so that a parser cannot take it for another encoding.
    let xml: Data

    /// The most attributes of an element.
    private static let maxAttributes = 64
    /// The most bytes of a tag, or of a text between two.
    private static let maxPartLength = 16 << 10
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// - Throws: `DAVRequest.Unreadable` where it is not XML in UTF-8, or more than a client sends.
    init(_ body: Data) throws {
        guard !body.contains(0), let text = String(validating: body, as: UTF8.self) else {
            throw DAVRequest.Unreadable()
        }
        var rest = Data(text.utf8)
        if rest.starts(with: Self.mark) { rest = rest.dropFirst(Self.mark.count) }
        xml = try Self.withoutDeclaration(rest)
        try Self.check(xml)
    }

    /// The XML without `<?xml … ?>`, which may name no encoding but UTF-8.
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

    /// Looks at what is between one `<` and the next: a tag with the text behind it. Where that has few equal signs, so
    /// many attributes at most are in the tag, whatever a parser makes of its quotation marks.
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

/// The XML of answers. Values interpolated with `\( )` are escaped, unless they are XML themselves.
struct DAVXML: ExpressibleByStringInterpolation, Sendable {
    private(set) var text: String

    init(stringLiteral value: String) { text = value }
    init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

    /// Several pieces, joined.
    init(_ parts: [DAVXML]) { text = parts.map(\.text).joined() }

    struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

        mutating func appendLiteral(_ literal: String) { text += literal }
        mutating func appendInterpolation(_ xml: DAVXML) { text += xml.text }
        mutating func appendInterpolation(_ number: Int) { text += String(number) }
        mutating func appendInterpolation(_ string: String) {
            text += string.allowedInXML.escapedForMarkup(keepsReturns: true)
        }
    }

    /// The error of a precondition that is not fulfilled.
    static func error(_ condition: DAVXML) -> DAVXML {
        """
        <?xml version="1.0" encoding="utf-8"?>
        <D:error xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav">\(condition)</D:error>

        """
    }
}

extension String {
    /// The text without the characters that neither XML nor a line of a vCard can contain.
    var allowedInXML: String {
        guard hasForbidden else { return self }
        return String(
            String.UnicodeScalarView(
                unicodeScalars.filter {
                    switch $0.value {
                    case 0x09, 0x0A, 0x0D: true
                    case 0..<0x20, 0x7F...0x9F, 0xFFFE, 0xFFFF: false
                    default: true
                    }
                }))
    }

    /// True where one of those characters is in the text. A card with a picture has a hundred thousand others.
    private var hasForbidden: Bool {
        var (first, second): (UInt8, UInt8) = (0, 0)
        for byte in utf8 {
            switch byte {
            case 0x09, 0x0A, 0x0D: break
            case 0..<0x20, 0x7F: return true
            case 0x80...0x9F where second == 0xC2: return true
            case 0xBE...0xBF where first == 0xEF && second == 0xBF: return true
            default: break
            }
            (first, second) = (second, byte)
        }
        return false
    }
}

/// The name of an element of WebDAV, with its namespace.
struct DAVName: Hashable, Sendable {
    static let dav = "DAV:"
    static let cardDAV = "urn:ietf:params:xml:ns:carddav"
    static let calendarServer = "http://calendarserver.org/ns/"

    let namespace: String
    let local: String

    init(_ namespace: String, _ local: String) { (self.namespace, self.local) = (namespace, local) }

    /// A name of WebDAV itself.
    static func dav(_ local: String) -> DAVName { DAVName(dav, local) }

    /// A name of CardDAV.
    static func card(_ local: String) -> DAVName { DAVName(cardDAV, local) }

    static let addressData = card("address-data")
    static let contentTag = DAVName(calendarServer, "getctag")
    static let etag = dav("getetag")
    static let syncToken = dav("sync-token")
}

/// One resource of an answer: its address and its properties.
struct DAVResource: Sendable {
    let href: String
    private(set) var values: [(name: DAVName, value: DAVXML)] = []

    /// - Parameter href: the address, relative to the server's own.
    init(_ href: String) { self.href = href }

    /// Adds a property with its value.
    mutating func add(_ name: DAVName, _ value: DAVXML = "") { values.append((name, value)) }

    /// The `response` element of a resource that does not exist.
    static func absent(_ href: String) -> DAVXML {
        "<D:response><D:href>\(href)</D:href><D:status>HTTP/1.1 404 Not Found</D:status></D:response>\n"
    }
}
