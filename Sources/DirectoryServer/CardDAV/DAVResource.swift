import ClassAPI
import Language

/// A resource of an answer.
struct DAVResource: Sendable {
    let address: CardAddress
    /// What people see, except for cards.
    var name = "Duke Directory"
    /// The tag of the cards of a book, or the ETag of a card.
    var tag = ""
    /// The vCard, if it was requested.
    var card: String?
}

/// A property that resources of some kinds have.
struct DAVProperty: Sendable {
    let name: DAVName
    /// The content of its element, or nil for resources without it.
    let value: @Sendable (DAVResource) -> Markup?

    private init(
        _ name: DAVName, of kinds: Set<CardAddress.Kind> = [.folder, .principal, .book, .card],
        _ value: @escaping @Sendable (DAVResource) -> Markup?
    ) {
        self.name = name
        self.value = { kinds.contains($0.address.kind) ? value($0) : nil }
    }

    private static func link(_ address: CardAddress) -> Markup { "<D:href>\(address.path)</D:href>" }

    private static let types: [CardAddress.Kind: Markup] = [
        .folder: "<D:collection/>", .principal: "<D:collection/><D:principal/>",
        .book: "<D:collection/><C:addressbook/>", .card: "",
    ]

    private static let reports = ["C:addressbook-query", "C:addressbook-multiget", "D:sync-collection"]

    static let all: [DAVProperty] = [
        DAVProperty(.dav("resourcetype")) { types[$0.address.kind] },
        DAVProperty(.dav("displayname"), of: [.folder, .principal, .book]) { "\($0.name)" },
        DAVProperty(.dav("current-user-principal")) { _ in link(.principal) },
        DAVProperty(.dav("owner")) { _ in link(.principal) },
        DAVProperty(.dav("current-user-privilege-set")) { _ in "<D:privilege><D:read/></D:privilege>" },
        DAVProperty(.dav("principal-URL"), of: [.principal]) { _ in link(.principal) },
        DAVProperty(.card("addressbook-home-set"), of: [.principal]) { _ in link(.home) },
        DAVProperty(.card("addressbook-description"), of: [.book]) { _ in "\(translated("Everyone in the class"))" },
        DAVProperty(DAVName(namespace: DAVName.calendarServer, local: "getctag"), of: [.book]) { "\($0.tag)" },
        DAVProperty(.dav("sync-token"), of: [.book]) { "\(SyncToken.text($0.tag))" },
        DAVProperty(.dav("supported-report-set"), of: [.book]) { _ in
            Markup(reports.map { "<D:supported-report><D:report><\($0)/></D:report></D:supported-report>" })
        },
        DAVProperty(.card("supported-collation-set"), of: [.book]) { _ in
            Markup(TextCollation.allCases.map { "<C:supported-collation>\($0.rawValue)</C:supported-collation>" })
        },
        DAVProperty(.card("supported-address-data"), of: [.book]) { _ in
            "<C:address-data-type content-type=\"text/vcard\" version=\"3.0\"/>"
        },
        DAVProperty(.card("max-resource-size"), of: [.book]) { _ in "\(EntryLimits.maxBodySize)" },
        DAVProperty(.dav("getetag"), of: [.card]) { "\($0.tag)" },
        DAVProperty(.dav("getcontenttype"), of: [.card]) { _ in "text/vcard; charset=utf-8" },
        DAVProperty(.addressData, of: [.card]) { $0.card.map { "\($0)" } },
    ]
}

/// Sync tokens: URIs that contain the tag of a book.
enum SyncToken {
    static let start = "urn:duke-directory:sync:"

    /// - Parameter tag: "" for a list that never had entries.
    static func text(_ tag: String) -> String { start + (tag.isEmpty ? "new" : tag) }
}

/// Writes the requested properties of resources as XML.
struct MultistatusWriter: Sendable {
    /// The start of the document.
    let start: Markup
    static let end: Markup = "</D:multistatus>\n"

    /// The requested properties; those that the server does not know are without a value.
    private let requested: [(tag: Markup, value: (@Sendable (DAVResource) -> Markup?)?)]
    private let isNamed: Bool
    private let hasValues: Bool

    init(_ properties: DAVRequest.Properties) {
        hasValues = properties != .names
        let names: [DAVName]
        if case .named(let requested) = properties {
            names = requested
            isNamed = true
        } else {
            names = DAVProperty.all.map(\.name)
            isNamed = false
        }
        var prefixes = [DAVName.dav: "D", DAVName.cardDAV: "C", DAVName.calendarServer: "CS"]
        // Namespaces that the server does not know are declared once.
        var others: [Markup] = []
        for namespace in names.map(\.namespace) where !namespace.isEmpty && prefixes[namespace] == nil {
            prefixes[namespace] = "X\(others.count)"
            others.append(" xmlns:X\(others.count)=\"\(namespace)\"")
        }
        requested = names.map { name in
            let tag: Markup = prefixes[name.namespace].map { "\($0):\(name.local)" } ?? "\(name.local)"
            return (tag, DAVProperty.all.first { $0.name == name }?.value)
        }
        start = """
            <?xml version="1.0" encoding="utf-8"?>
            <D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav" \
            xmlns:CS="http://calendarserver.org/ns/"\(Markup(others))>

            """
    }

    /// The `response` element of `resource`. Properties that it does not have are in a `propstat` of their own.
    func response(_ resource: DAVResource) -> Markup {
        var found: [Markup] = []
        var missing: [Markup] = []
        for (tag, value) in requested {
            guard let value = value?(resource) else {
                if isNamed { missing.append("<\(tag)/>") }
                continue
            }
            found.append(hasValues && !value.text.isEmpty ? "<\(tag)>\(value)</\(tag)>" : "<\(tag)/>")
        }
        let ok = found.isEmpty && !missing.isEmpty ? "" : Self.properties(found, "200 OK")
        let not = missing.isEmpty ? "" : Self.properties(missing, "404 Not Found")
        return "<D:response><D:href>\(resource.address.path)</D:href>\(ok)\(not)</D:response>\n"
    }

    private static func properties(_ elements: [Markup], _ status: Markup) -> Markup {
        "<D:propstat><D:prop>\(Markup(elements))</D:prop><D:status>HTTP/1.1 \(status)</D:status></D:propstat>"
    }

    /// The `response` element of a resource that does not exist.
    static func absent(_ href: String) -> Markup { response(href, "404 Not Found") }

    /// The `response` element of a resource that cannot be read, so that clients leave what they have of it alone.
    static func failed(_ href: String) -> Markup { response(href, "500 Internal Server Error") }

    private static func response(_ href: String, _ status: Markup) -> Markup {
        "<D:response><D:href>\(href)</D:href><D:status>HTTP/1.1 \(status)</D:status></D:response>\n"
    }

    /// The `response` element which says that the book has more matches than the client wants (RFC 6352, section 8.6.1).
    static func truncation(of book: CardAddress) -> Markup {
        """
        <D:response><D:href>\(book.path)</D:href><D:status>HTTP/1.1 507 Insufficient Storage</D:status>\
        <D:error><D:number-of-matches-within-limits/></D:error></D:response>

        """
    }
}
