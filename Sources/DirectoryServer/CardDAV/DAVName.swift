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
