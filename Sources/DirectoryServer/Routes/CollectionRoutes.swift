import ClassAPI
import DirectoryModel
import Foundation
import HTTPTypes
import Hummingbird
import Language
import NIOCore

/// The routes of a list that anyone may change: `GET`, `POST`, and `DELETE` at its path; `GET`, `PATCH`, `PUT`, and
/// `DELETE` at the address of each record.
struct CollectionRoutes {
    let definition: Definition
    let repository: SQLRepository
    let turns: AsyncSemaphore
    /// The folder for the files of large answers.
    let folder: String

    func add(to router: Router<ClassContext>) { add(to: .open(definition.hostedPath, of: router), list: list) }

    /// The same routes at the root, where browsers get `home`.
    func addAtRoot(of router: Router<ClassContext>, home: @escaping Routes.Handler) {
        add(to: .open("/", of: router)) { request, context in
            var response =
                try await request.prefersPage ? home(request, context) : list(request, context)
            response.headers[.vary] = "Accept"
            return response
        }
    }

    private func add(to routes: Routes, list: @escaping Routes.Handler) {
        routes.on("", [.get: list, .post: make, .delete: removeAll])
        routes.on(":number", [.get: one, .patch: change, .put: replace, .delete: remove]) { Self.number($0) != nil }
    }

    // MARK: The list

    @Sendable private func list(_ request: Request, _ context: ClassContext) async throws -> Response {
        let (address, list) = (try request.serverAddress(context), context.list(of: definition))
        if let notModified = request.notModified(try await repository.version(of: list).etag) { return notModified }
        let headers: HTTPFields = [.accessControlExposeHeaders: Self.exposedHeaders]
        return try await turns.run(for: context.channel, as: context.client) {
            let (version, items) = try await repository.versionAndItems(of: list) { try json($0, at: address) }
            return try request.response(version.etag, headers: headers) { try ResponseBody(items, in: folder) }
        }
    }

    @Sendable private func make(_ request: Request, _ context: ClassContext) async throws -> Response {
        let address = try request.serverAddress(context)
        let key = try request.idempotencyKey()
        let part = try await request.part(of: definition)
        let content = ETags.tag(of: try WireJSON.encode(part.applied(to: Record(definition, key: 0))))
        let (again, headers) = (key.map { ItemRequest(key: $0, content: content) }, request.headers)
        let item = try await repository.addItem(to: context.list(of: definition), for: again) {
            try Self.requireUnchanged($0, headers)
        } _: { position in
            let record = part.applied(to: Record(definition, key: position.number)).withToggleOff
                .positioned(after: position.largestOrder)
            return try stored(record, as: position.number)
        }
        var response = try answer(item, at: address, status: .created)
        response.headers[.location] = url(of: item.number, at: address)
        return response
    }

    @Sendable private func removeAll(_ request: Request, _ context: ClassContext) async throws -> Response {
        let headers = request.headers
        try await repository.removeItems(of: context.list(of: definition)) { try Self.requireUnchanged($0, headers) }
        return Response(status: .noContent)
    }

    private static func requireUnchanged(_ version: ListVersion, _ headers: HTTPFields) throws(Refusal) {
        guard ETags.mayChange(version.etag, headers) else {
            throw .changed(translated("The list was changed in the meantime."))
        }
    }

    // MARK: One record

    @Sendable private func one(_ request: Request, _ context: ClassContext) async throws -> Response {
        let item = try await repository.item(try Self.requireNumber(context), of: context.list(of: definition))
        guard let item else { throw unknown }
        let tag = ETags.tag(of: item.json)
        return try request.response(tag, headers: [.accessControlExposeHeaders: Self.exposedHeaders]) {
            ResponseBody(byteBuffer: ByteBuffer(bytes: try json(item, at: try request.serverAddress(context))))
        }
    }

    /// Changes only the fields in the body.
    @Sendable private func change(_ request: Request, _ context: ClassContext) async throws -> Response {
        let part = try await request.part(of: definition)
        return try await changed(request, context) { part.applied(to: $0) }
    }

    /// Replaces a record; missing fields are as in a new record.
    @Sendable private func replace(_ request: Request, _ context: ClassContext) async throws -> Response {
        let part = try await request.part(of: definition)
        return try await changed(request, context) { [definition] in
            part.applied(to: Record(definition, key: $0.key).withToggleOff)
        }
    }

    private func changed(
        _ request: Request, _ context: ClassContext, _ change: @escaping @Sendable (Record) -> Record
    ) async throws -> Response {
        let (number, list) = (try Self.requireNumber(context), context.list(of: definition))
        let address = try request.serverAddress(context)
        let headers = request.headers
        return try await answeringStale(at: address) {
            let item = try await repository.changeItem(number, of: list) { json in
                try Self.requireUnchanged(Item(number: number, json: json), headers)
                return try stored(change(try record(json, number)), as: number)
            }
            guard let item else { throw unknown }
            return try answer(item, at: address)
        }
    }

    @Sendable private func remove(_ request: Request, _ context: ClassContext) async throws -> Response {
        let (number, list) = (try Self.requireNumber(context), context.list(of: definition))
        let headers = request.headers
        return try await answeringStale(at: try request.serverAddress(context)) {
            let isRemoved = try await repository.removeItem(number, of: list) { json in
                try Self.requireUnchanged(Item(number: number, json: json), headers)
            }
            guard isRemoved else { throw unknown }
            return Response(status: .noContent)
        }
    }

    private static func requireUnchanged(_ item: Item, _ headers: HTTPFields) throws(StaleItem) {
        guard ETags.mayChange(ETags.tag(of: item.json), headers) else { throw StaleItem(item: item) }
    }

    /// The answer of `work`, or 412 with the present record if the client’s version is stale.
    private func answeringStale(
        at address: String, _ work: () async throws -> Response
    ) async throws -> Response {
        do { return try await work() } catch let stale as StaleItem {
            return try answer(stale.item, at: address, status: .preconditionFailed)
        }
    }

    private static var exposedHeaders: String { "ETag, Location" }

    private func answer(
        _ item: Item, at address: String, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        .json(
            try json(item, at: address), status: status,
            headers: [.eTag: ETags.tag(of: item.json), .accessControlExposeHeaders: Self.exposedHeaders])
    }

    // MARK: Records and items

    /// The stored JSON contains the path of the record, without the server’s address.
    private func stored(_ record: Record, as number: Int) throws -> Data {
        try WireJSON.encode(record.hosted(as: number, at: url(of: number, at: "")))
    }

    private func record(_ json: Data, _ number: Int) throws -> Record {
        try Record(definition, json: json).hosted(as: number, at: url(of: number, at: ""))
    }

    /// The stored JSON with the server’s address before the path of the record.
    private func json(_ item: Item, at address: String) throws -> Data {
        let path = url(of: item.number, at: "")
        // Within texts, quotation marks are escaped.
        guard let field = definition.address,
            let found = item.json.range(of: Data("\"\(field.key)\":\"\(path)\"".utf8))
        else {
            // An earlier version or another program stored it.
            let record = try record(item.json, item.number)
            return try WireJSON.encode(record.hosted(as: item.number, at: url(of: item.number, at: address)))
        }
        var json = item.json
        json.insert(contentsOf: address.utf8, at: found.upperBound - path.utf8.count - 1)
        return json
    }

    private func url(of number: Int, at address: String) -> String { "\(address)\(definition.hostedPath)/\(number)" }

    /// The number in the path if it is canonical, or nil.
    private static func number(_ context: ClassContext) -> Int? {
        let text = context.parameter("number")
        guard let number = Int(text), String(number) == text else { return nil }
        return number
    }

    private static func requireNumber(_ context: ClassContext) throws -> Int {
        guard let number = number(context) else { throw HTTPError(.notFound) }
        return number
    }

    private var unknown: Refusal {
        Refusal(
            .notFound, translated("This \(definition.collection.one) does not exist."),
            translated("Fetch the list again."))
    }
}

/// A failed precondition of a change.
private struct StaleItem: Error {
    let item: Item
}

extension Request {
    /// The fields of a record in the body.
    /// - Throws: `Refusal`, or `FieldBroken` for the first invalid field.
    func part(of definition: Definition) async throws -> RecordPart {
        do { return try RecordPart(try await wholeBody(), of: definition) } catch JSONError.notAnObject {
            throw Refusal(.badRequest, translated("The body is not a JSON object."), Refusal.correct)
        } catch is JSONError { throw Refusal.notJSON }
    }
}
