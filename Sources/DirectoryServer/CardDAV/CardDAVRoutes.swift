import ClassAPI
import DirectoryModel
import Foundation
import HTTPTypes
import Hummingbird
import Language
import NIOCore

/// The cards of a collection over CardDAV (RFC 6352), read-only: a principal, its home, one address book, and a card
/// for each entry.
struct CardDAVRoutes {
    let definition: Definition
    let repository: SQLRepository
    let writer: CardWriter
    let tags: CardTags
    /// The folder for the files of large answers.
    let folder: String
    /// Limits concurrent lists and reports, each of which occupies a database connection.
    let turns: AsyncSemaphore

    /// - Returns: nil if the records have no cards.
    init?(_ definition: Definition, repository: SQLRepository, turns: AsyncSemaphore, folder: String) {
        guard let writer = CardWriter(definition) else { return nil }
        self.definition = definition
        self.repository = repository
        self.writer = writer
        self.turns = turns
        self.folder = folder
        tags = CardTags(definition, writer)
    }

    private static var card: String { "\(book):card" }
    private static var folders: [String] { [root, principal, home, book] }

    func add(to router: Router<ClassContext>, signIn: SignInMiddleware) {
        let open = router.group()
        let group = router.group().add(middleware: signIn)
        for path in Self.folders + [Self.card] {
            open.on(RouterPath(path), method: .options) { _, _ in Self.options(of: path) }
            group.on(RouterPath(path), method: .propfind) { try await find($0, $1) }
            for method in HTTPRequest.Method.cardChanges {
                group.on(RouterPath(path), method: method) { _, _ -> Response in throw Self.readOnly }
            }
        }
        for path in Self.folders + [Self.card] where path != Self.book {
            group.on(RouterPath(path), method: .report) { _, _ -> Response in
                .dav(.forbidden, .error("<D:supported-report/>"))
            }
        }
        group.on("/", method: .propfind) { try await find($0, $1) }
        group.on(RouterPath(Self.book), method: .report) { try await report($0, $1) }
        group.on(RouterPath(Self.card), method: .get, use: card)
        for path in Self.folders {
            group.on(RouterPath(path), method: .get) { _, _ -> Response in throw Self.noPage(path) }
        }
        addWellKnown(to: open)
    }

    /// Redirects clients that know only the host name (RFC 6764).
    private func addWellKnown(to group: RouterGroup<ClassContext>) {
        for method in [.get, .propfind, .options, .report, .post, .put] as [HTTPRequest.Method] {
            group.on(RouterPath(ClassPath.wellKnownCardDAV.pattern), method: method) { _, _ in
                Response(status: .movedPermanently, headers: [.location: "\(ClassPath.cardDAV.path)/"])
            }
        }
    }

    /// The methods that a resource allows.
    private static func allowed(_ path: String) -> String {
        switch path {
        case card: "OPTIONS, GET, HEAD, PROPFIND"
        case book: "OPTIONS, PROPFIND, REPORT"
        default: "OPTIONS, PROPFIND"
        }
    }

    private static func options(of path: String) -> Response {
        var headers: HTTPFields = [.allow: allowed(path)]
        headers[.dav] = Response.davClasses
        return Response(status: .ok, headers: headers)
    }

    private static var readOnly: Refusal {
        Refusal(.forbidden, translated("Cards are read-only here. Change your own entry in Duke Directory."))
    }

    private static func noPage(_ path: String) -> Refusal {
        Refusal(
            .methodNotAllowed, translated("This address is for programs that use CardDAV."),
            headers: [.allow: allowed(path)])
    }

    @Sendable private func card(_ request: Request, _ context: ClassContext) async throws -> Response {
        guard let key = Self.key(context.parameter("card")),
            let card = try await cards([key])[key]
        else { throw Refusal(.notFound, translated("This card does not exist.")) }
        let etag = tags.etag(card.hash)
        if ETags.isKnown(etag, to: request.headers) { return Response(status: .notModified, headers: [.eTag: etag]) }
        return Response(
            status: .ok, headers: [.contentType: "text/vcard; charset=utf-8", .eTag: etag],
            body: ResponseBody(byteBuffer: ByteBuffer(string: card.text(writer))))
    }
}

extension HTTPRequest.Method {
    static var propfind: Self { Self("PROPFIND") ?? .get }
    static var report: Self { Self("REPORT") ?? .get }

    /// The methods that would change cards.
    fileprivate static let cardChanges: [Self] =
        [.put, .delete, .post, .patch]
        + ["PROPPATCH", "MKCOL", "MOVE", "COPY", "LOCK", "UNLOCK", "ACL"].compactMap { Self($0) }

    /// The methods of CardDAV.
    static let cardDAV = [propfind, report] + cardChanges
}

extension HTTPField.Name {
    static var dav: Self { Self("DAV") ?? .allow }
    static var depth: Self { Self("Depth") ?? .range }
}

extension Response {
    /// The value of the `DAV` header.
    static let davClasses = "1, 3, access-control, addressbook"

    private static let davHeaders: HTTPFields = {
        var headers: HTTPFields = [.contentType: "application/xml; charset=utf-8"]
        headers[.dav] = davClasses
        return headers
    }()

    static func dav(_ status: HTTPResponse.Status, _ xml: Markup) -> Response {
        Response(status: status, headers: davHeaders, body: ResponseBody(byteBuffer: ByteBuffer(string: xml.text)))
    }

    static func multistatus(_ resources: [DAVResource], _ properties: DAVRequest.Properties) -> Response {
        let answer = MultistatusWriter(properties)
        return dav(.multiStatus, Markup([answer.start] + resources.map(answer.response) + [MultistatusWriter.end]))
    }

    /// 207 with the elements that `body` writes, sent from a file in `folder`. It must be complete, because clients
    /// delete what is missing.
    /// - Throws: `IOError` if the disk is full or the answer too large, `CancellationError` if the client disconnected, or
    ///   the error of `body`.
    static func multistatus(
        _ answer: MultistatusWriter, in folder: String, on channel: any Channel,
        _ body: (@escaping (Markup) throws -> Void) throws -> Void
    ) throws -> Response {
        let file = try ResponseFile(tag: "", in: folder) { write in
            var buffer = Data(answer.start.text.utf8)
            try body { xml in
                buffer.append(contentsOf: xml.text.utf8)
                guard buffer.count >= 128 << 10 else { return }
                guard channel.isActive else { throw CancellationError() }
                try write(buffer)
                buffer.removeAll(keepingCapacity: true)
            }
            try write(buffer + Data(MultistatusWriter.end.text.utf8))
        }
        return Response(status: .multiStatus, headers: davHeaders, body: ResponseBody(file))
    }
}

extension HTTPResponse.Status {
    static var multiStatus: Self { .init(code: 207, reasonPhrase: "Multi-Status") }
}
