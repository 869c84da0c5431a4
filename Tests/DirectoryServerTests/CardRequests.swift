import DirectoryModel

/// Requests of CardDAV about the address book.
enum CardRequest {
    static let book = "/dav/home/book/"
    /// The addresses of the cards of `three`.
    static let hrefs = [7, 8, 9].map { "\(book)\($0).vcf" }

    static let namespaces =
        #"xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav" xmlns:CS="http://calendarserver.org/ns/""#
    private static let card = "<D:getetag/><C:address-data/>"

    static func propfind(_ names: [String]) -> String {
        let names = names.map { "<\($0)/>" }.joined()
        return "<?xml version=\"1.0\"?><D:propfind \(namespaces)><D:prop>\(names)</D:prop></D:propfind>"
    }

    static func multiget(_ hrefs: [String], properties: String = card) -> String {
        let hrefs = hrefs.map { "<D:href>\($0)</D:href>" }.joined()
        return """
            <C:addressbook-multiget \(namespaces)><D:prop>\(properties)</D:prop>\(hrefs)</C:addressbook-multiget>
            """
    }

    static func query(_ filter: String = "", properties: String = card, limit: Int? = nil) -> String {
        let limit = limit.map { "<C:limit><C:nresults>\($0)</C:nresults></C:limit>" } ?? ""
        return """
            <C:addressbook-query \(namespaces)><D:prop>\(properties)</D:prop>
            \(filter)\(limit)</C:addressbook-query>
            """
    }

    static func sync(_ token: String = "", properties: String = "<D:getetag/>", limit: Int? = nil) -> String {
        let limit = limit.map { "<D:limit><D:nresults>\($0)</D:nresults></D:limit>" } ?? ""
        return """
            <D:sync-collection \(namespaces)><D:sync-token>\(token)</D:sync-token>
            <D:sync-level>1</D:sync-level>\(limit)<D:prop>\(properties)</D:prop></D:sync-collection>
            """
    }
}

extension [DukePerson] {
    /// A class of three, the first of whom signs in.
    static var three: [DukePerson] {
        [.sample(), .sample("cd34", duid: 8, name: "Zoë"), .sample("ef56", duid: 9, name: "Cy")]
    }
}

extension TestServer {
    /// Asks for properties of a resource, and at depth 1 also of those in it.
    func propfind(_ path: String, depth: Int = 0, _ names: String...) async throws -> MultiStatus {
        try await multistatus("PROPFIND", path, depth: depth, CardRequest.propfind(names))
    }

    /// Asks the book for a report.
    func report(_ body: String) async throws -> MultiStatus {
        try await multistatus("REPORT", CardRequest.book, depth: 1, body)
    }
}
