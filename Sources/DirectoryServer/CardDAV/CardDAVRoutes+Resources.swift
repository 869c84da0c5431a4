import ClassAPI
import DirectoryModel
import Foundation
import HTTPTypes
import Hummingbird
import Language
import NIOCore
import NIOPosix

/// The resources below `/dav/` and their properties.
extension CardDAVRoutes {
    static var root: String { "\(ClassPath.cardDAV.path)/" }
    static var principal: String { "\(root)principal/" }
    static var home: String { "\(root)home/" }
    static var book: String { "\(home)book/" }

    static func href(_ key: Int) -> String { href("\(key)") }

    private static func href(_ key: String) -> String { "\(book)\(key).vcf" }

    /// The key in the last path component of a card, or nil.
    static func key(_ name: String) -> Int? {
        guard name.hasSuffix(".vcf"), let key = Int(name.dropLast(4)), "\(key).vcf" == name else { return nil }
        return key
    }

    /// The key in the address of a card, or nil.
    static func key(ofHref href: String) -> Int? {
        let path = href.hasPrefix("/") ? href : URL(string: href)?.path ?? ""
        guard path.hasPrefix(book) else { return nil }
        return key(String(path.dropFirst(book.count)))
    }

    // MARK: PROPFIND

    /// Answers PROPFIND.
    func find(_ request: Request, _ context: ClassContext) async throws -> Response {
        guard let depth = request.headers[.depth].flatMap({ Int($0) }), (0...1).contains(depth) else {
            return .dav(.forbidden, .error("<D:propfind-finite-depth/>"))
        }
        let body = try await request.davBody()
        guard body.root == .dav("propfind") else { return .dav(.badRequest, .error("")) }
        let path = request.uri.path.hasSuffix("/") ? request.uri.path : "\(request.uri.path)/"
        let netid = context.account?.netid ?? ""
        switch path {
        case "/", Self.root: return .multistatus([Self.folderResource(path)], body.properties)
        case Self.principal: return .multistatus([Self.principalResource(netid)], body.properties)
        case Self.home:
            let books = depth == 0 ? [] : [Self.bookResource(try await listTag())]
            return .multistatus([Self.folderResource(Self.home)] + books, body.properties)
        case Self.book: return try await findBook(body.properties, isDeep: depth == 1, context)
        default: return try await findCard(context, body.properties)
        }
    }

    private func findBook(
        _ properties: DAVRequest.Properties, isDeep: Bool, _ context: ClassContext
    ) async throws -> Response {
        guard isDeep else { return .multistatus([Self.bookResource(try await listTag())], properties) }
        return try await everyCard(properties, context) { answer, tag in answer.response(Self.bookResource(tag)) }
    }

    func listTag() async throws -> String { try await repository.version(of: ListKey(definition)).tag }

    /// Answers with all cards, without their text, after what `first` returns for the tag of the list and before what
    /// `last` returns for the tag and the number of cards.
    func everyCard(
        _ properties: DAVRequest.Properties, _ context: ClassContext,
        first: @escaping @Sendable (MultistatusWriter, String) -> Markup = { _, _ in "" },
        last: @escaping @Sendable (String, Int) throws -> Markup = { _, _ in "" }
    ) async throws -> Response {
        let (answer, folder, channel) = (MultistatusWriter(properties), folder, context.channel)
        let cards = CardResponses { answer.response(Self.cardResource(Self.href($0), $1)) }
        return try await turns.run(for: context) {
            try await repository.withHashes(of: ListKey(definition)) { [tags] tag, each in
                try .multistatus(answer, in: folder, on: channel) { write in
                    var count = 0
                    try write(first(answer, tag))
                    try each {
                        count += 1
                        try write(cards.response($0.key, tags.etag($0.hash)))
                    }
                    try write(last(tag, count))
                }
            }
        }
    }

    private func findCard(_ context: ClassContext, _ properties: DAVRequest.Properties) async throws -> Response {
        guard let key = Self.key(context.parameter("card")), let hash = try await hash(ofEntry: key) else {
            throw Refusal(.notFound, translated("This card does not exist."))
        }
        return .multistatus([Self.cardResource(Self.href(key), tags.etag(hash))], properties)
    }

    private func hash(ofEntry key: Int) async throws -> Data? {
        try await repository.withHashes(of: ListKey(definition), key: key) { _, each in
            var found: Data?
            try each { found = $0.hash }
            return found
        }
    }

    // MARK: Properties

    private static func folderResource(_ href: String) -> DAVResource {
        var resource = collection(href)
        resource.add(.dav("displayname"), "Duke Directory")
        return resource
    }

    private static func principalResource(_ netid: String) -> DAVResource {
        var resource = collection(principal, "<D:principal/>")
        resource.add(.dav("displayname"), "\(netid)")
        resource.add(.dav("principal-URL"), "<D:href>\(principal)</D:href>")
        resource.add(.card("addressbook-home-set"), "<D:href>\(home)</D:href>")
        return resource
    }

    private static func bookResource(_ tag: String) -> DAVResource {
        var resource = collection(book, "<C:addressbook/>")
        resource.add(.dav("displayname"), "Duke Directory")
        resource.add(.card("addressbook-description"), "\(translated("Everyone in the class"))")
        resource.add(.contentTag, "\(tag)")
        resource.add(.syncToken, "\(token(tag))")
        resource.add(
            .dav("supported-report-set"),
            """
            <D:supported-report><D:report><C:addressbook-query/></D:report></D:supported-report>\
            <D:supported-report><D:report><C:addressbook-multiget/></D:report></D:supported-report>\
            <D:supported-report><D:report><D:sync-collection/></D:report></D:supported-report>
            """)
        resource.add(
            .card("supported-collation-set"),
            Markup(
                CardFilter.TextMatch.Collation.allCases.map {
                    "<C:supported-collation>\($0.rawValue)</C:supported-collation>"
                }))
        resource.add(
            .card("supported-address-data"), "<C:address-data-type content-type=\"text/vcard\" version=\"3.0\"/>")
        resource.add(.card("max-resource-size"), "\(EntryLimits.maxBodySize)")
        return resource
    }

    static func cardResource(_ href: String, _ etag: String) -> DAVResource {
        var resource = DAVResource(href)
        resource.add(.dav("resourcetype"))
        resource.add(.etag, "\(etag)")
        resource.add(.dav("getcontenttype"), "text/vcard; charset=utf-8")
        addRights(to: &resource)
        return resource
    }

    private static func collection(_ href: String, _ type: Markup = "") -> DAVResource {
        var resource = DAVResource(href)
        resource.add(.dav("resourcetype"), "<D:collection/>\(type)")
        addRights(to: &resource)
        return resource
    }

    private static func addRights(to resource: inout DAVResource) {
        resource.add(.dav("current-user-principal"), "<D:href>\(principal)</D:href>")
        resource.add(.dav("owner"), "<D:href>\(principal)</D:href>")
        resource.add(.dav("current-user-privilege-set"), "<D:privilege><D:read/></D:privilege>")
    }
}

extension Request {
    /// The parsed body.
    /// - Throws: `Refusal` if it is not XML that clients send, or `NIOTooManyBytesError`.
    func davBody() async throws -> DAVRequest {
        let body = try await wholeBody()
        do {
            // Parsing may be slow, so it must not block the event loop.
            return try await NIOThreadPool.singleton.runIfActive { try DAVRequest(body) }
        } catch is DAVRequest.Unreadable {
            throw Refusal(
                .badRequest, translated("The body is not valid XML, or it asks for too much."))
        }
    }
}
