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
