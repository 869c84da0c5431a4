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
