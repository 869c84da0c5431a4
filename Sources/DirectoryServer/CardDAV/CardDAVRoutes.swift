import ClassAPI
import DirectoryModel
import Foundation
import HTTPTypes
import Hummingbird
import Language
import Logging
import NIOCore

/// The cards of a collection over CardDAV (RFC 6352), read-only: a principal, its home, one address book, and a card
/// for each entry.
struct CardDAVRoutes {
    private let book: CardBook
    /// The folder for the files of large answers.
    private let folder: String
    /// Limits concurrent lists and reports, each of which occupies a database connection.
    private let turns: AsyncSemaphore

    /// - Returns: nil if the records have no cards.
    init?(_ definition: Definition, repository: SQLRepository, turns: AsyncSemaphore, folder: String) {
        guard let book = CardBook(definition, repository: repository) else { return nil }
        self.book = book
        self.turns = turns
        self.folder = folder
    }

    func add(to router: Router<ClassContext>, signIn: SignInMiddleware) {
        let open = router.group()
        let signedIn = router.group().add(middleware: signIn)
        let root = ClassPath.cardDAV.pattern
        for path in [RouterPath(root), RouterPath("\(root)/**")] {
            open.on(path, method: .options, use: answer)
            for method in HTTPRequest.Method.cardDAV { signedIn.on(path, method: method, use: answer) }
        }
        signedIn.on("/", method: .propfind, use: answer)
        // Clients that know only the host name begin there (RFC 6764).
        for method in [.get, .propfind, .options, .report, .post, .put] as [HTTPRequest.Method] {
            open.on(RouterPath(ClassPath.wellKnownCardDAV.pattern), method: method) { _, _ in
                Response(status: .movedPermanently, headers: [.location: CardAddress.root.path])
            }
        }
    }

    @Sendable private func answer(_ request: Request, _ context: ClassContext) async throws -> Response {
        guard let address = CardAddress(request.uri.path), address.book ?? book.name == book.name else {
            throw Refusal.noAddress
        }
        do {
            switch request.method {
            case .options: return Response(status: .ok, headers: [.allow: address.methods, .dav: Response.davClasses])
            case .propfind: return try await find(address, request, context)
            case .report: return try await report(address, request, context)
            case .get, .head: return try await get(address, request, context)
            default:
                throw Refusal(
                    .forbidden, translated("Cards are read-only here."),
                    translated("Change your own entry in Duke Directory."))
            }
        } catch let error as DAVError { return error.response }
    }

    // MARK: GET

    private func get(_ address: CardAddress, _ request: Request, _ context: ClassContext) async throws -> Response {
        guard address.kind == .card else {
            throw Refusal(
                .methodNotAllowed, translated("This address is for programs that use CardDAV."),
                translated("Add a CardDAV account with the server’s address to your contacts."),
                headers: [.allow: address.methods])
        }
        let card = try await card(at: address, context)
        guard !card.isUnreadable else {
            context.logger.reportUnreadableEntry(card.key)
            throw Refusal(
                .internalServerError, translated("This card cannot be read."), Refusal.readLog)
        }
        return request.response(book.etag(card), mediaType: "text/vcard; charset=utf-8") {
            ResponseBody(byteBuffer: ByteBuffer(string: book.text(card)))
        }
    }

    private func card(at address: CardAddress, _ context: ClassContext) async throws -> CardBook.Card {
        guard let key = address.key, let card = try await book.card(of: key, in: context.list(of: book.definition))
        else {
            throw Refusal(.notFound, translated("This card does not exist."), translated("Fetch the list again."))
        }
        return card
    }

    // MARK: PROPFIND

    private func find(_ address: CardAddress, _ request: Request, _ context: ClassContext) async throws -> Response {
        guard let depth = request.headers[.depth].flatMap({ Int($0) }), (0...1).contains(depth) else {
            throw DAVError(.forbidden, "<D:propfind-finite-depth/>")
        }
        let body = try await request.davBody()
        guard body.name == .propfind else { throw DAVError(.badRequest, "") }
        let list = context.list(of: book.definition)
        let found: [DAVResource]
        switch address {
        case .book where depth == 1: return try await cards(.keys(nil), body, context, afterBook: true)
        case .book: found = [try await book.resource(of: list)]
        case .card: found = [book.resource(try await card(at: address, context), withText: false)]
        case .principal: found = [DAVResource(address: address, name: context.account?.netid ?? "")]
        case .home where depth == 1: found = [DAVResource(address: address), try await book.resource(of: list)]
        case .server, .root, .home: found = [DAVResource(address: address)]
        }
        let writer = MultistatusWriter(body.properties)
        return .dav(.multiStatus, Markup([writer.start] + found.map(writer.response) + [MultistatusWriter.end]))
    }

    // MARK: REPORT

    private func report(_ address: CardAddress, _ request: Request, _ context: ClassContext) async throws -> Response {
        guard address.kind == .book else { throw DAVError(.forbidden, "<D:supported-report/>") }
        let body = try await request.davBody()
        guard !body.wantsOtherCards else { throw DAVError(.forbidden, "<C:supported-address-data/>") }
        let limit = body.limit
        switch body.name {
        case .multiget:
            let keys = body.hrefs.map { href in CardAddress(href).flatMap { $0.book == book.name ? $0.key : nil } }
            let others = zip(body.hrefs, keys).filter { $0.1 == nil }.map { MultistatusWriter.absent($0.0) }
            return try await cards(.keys(Set(keys.compactMap(\.self))), body, context) { _, _ in Markup(others) }
        case .query:
            let truncation = MultistatusWriter.truncation(of: address)
            return try await cards(.keys(nil), body, context) { _, count in count > limit ? truncation : "" }
        case .synchronization:
            guard let selection = book.selection(since: body.token) else { throw DAVError.unknownToken }
            return try await cards(selection, body, context) { tag, count in
                // There is no token of a part of the changes (RFC 6578, section 3.7).
                guard count <= limit else {
                    throw DAVError(.insufficientStorage, "<D:number-of-matches-within-limits/>")
                }
                return "<D:sync-token>\(SyncToken.text(book.tag(tag)))</D:sync-token>\n"
            }
        default: throw DAVError(.forbidden, "<D:supported-report/>")
        }
    }

    // MARK: Cards

    /// Answers with those of the selected cards that match the filter of `request`, up to its limit.
    /// - Parameters:
    ///   - afterBook: true to begin with the address book.
    ///   - last: returns what follows them, from the tag and the number of cards that match.
    private func cards(
        _ selection: CardBook.Selection, _ request: DAVRequest, _ context: ClassContext, afterBook: Bool = false,
        last: @escaping @Sendable (String, Int) throws -> Markup = { _, _ in "" }
    ) async throws -> Response {
        let filter = try CardFilter(request.filter)
        let writer = MultistatusWriter(request.properties)
        let (book, folder, channel, sendsText) = (book, folder, context.channel, request.wantsCards)
        let (list, logger) = (context.list(of: book.definition), context.logger)
        let response = try await turns.run(for: context.channel, as: context.client) {
            try await book.read(selection, of: list, withText: sendsText || !filter.isEmpty) { tag, each in
                try Response.multistatus(writer, in: folder, on: channel) { write in
                    if afterBook { try write(writer.response(book.resource(tag))) }
                    var count = 0
                    try each { card in
                        if card.isUnreadable { logger.reportUnreadableEntry(card.key) }
                        guard filter.isEmpty || filter.matches(book.values(card)) else { return }
                        count += 1
                        if count <= request.limit { try write(book.response(card, withText: sendsText, writer)) }
                    }
                    try write(last(tag, count))
                }
            }
        }
        guard let response else { throw DAVError.unknownToken }
        return response
    }
}

/// A precondition that a request does not meet (RFC 4918, section 16).
struct DAVError: Error {
    let status: HTTPResponse.Status
    let condition: Markup

    init(_ status: HTTPResponse.Status, _ condition: Markup) {
        self.status = status
        self.condition = condition
    }

    static let unknownToken = DAVError(.forbidden, "<D:valid-sync-token/>")

    var response: Response {
        .dav(
            status,
            """
            <?xml version="1.0" encoding="utf-8"?>
            <D:error xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav">\(condition)</D:error>

            """)
    }
}

extension HTTPRequest.Method {
    static var propfind: Self { Self("PROPFIND") ?? .get }
    static var report: Self { Self("REPORT") ?? .get }

    /// The methods that CardDAV answers, if only to say that cards are read-only.
    fileprivate static let cardDAV: [Self] =
        [.get, propfind, report, .put, .delete, .post, .patch]
        + ["PROPPATCH", "MKCOL", "MOVE", "COPY", "LOCK", "UNLOCK", "ACL"].compactMap { Self($0) }
}

extension HTTPField.Name {
    static var dav: Self { Self("DAV") ?? .allow }
    static var depth: Self { Self("Depth") ?? .range }
}

extension Response {
    /// The value of the `DAV` header.
    fileprivate static let davClasses = "1, 3, access-control, addressbook"

    private static let davHeaders: HTTPFields = [.contentType: "application/xml; charset=utf-8", .dav: davClasses]

    fileprivate static func dav(_ status: HTTPResponse.Status, _ xml: Markup) -> Response {
        Response(status: status, headers: davHeaders, body: ResponseBody(byteBuffer: ByteBuffer(string: xml.text)))
    }

    /// 207 with the elements that `body` writes, sent from a file in `folder`. It must be complete, because clients
    /// delete what is missing.
    /// - Throws: `IOError` if the disk is full or the answer too large, `CancellationError` if the client disconnected, or
    ///   the error of `body`.
    static func multistatus(
        _ writer: MultistatusWriter, in folder: String, on channel: any Channel,
        _ body: (@escaping (Markup) throws -> Void) throws -> Void
    ) throws -> Response {
        let file = try ResponseFile(tag: "", in: folder) { write in
            func send(_ xml: Markup) throws {
                guard channel.isActive else { throw CancellationError() }
                try write(Data(xml.text.utf8))
            }
            try send(writer.start)
            try body(send)
            try send(MultistatusWriter.end)
        }
        return Response(status: .multiStatus, headers: davHeaders, body: ResponseBody(file))
    }
}

extension HTTPResponse.Status {
    fileprivate static var multiStatus: Self { .init(code: 207, reasonPhrase: "Multi-Status") }
}
