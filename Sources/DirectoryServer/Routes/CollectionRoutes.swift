import DirectoryModel
import Foundation
import HTTPTypes
import Hummingbird
import Language
import NIOCore

/// Everything that can be done with a list of records that live here: `GET`, `POST` and `DELETE` at `R.path`;
/// `GET`, `PATCH`, `PUT` and `DELETE` at each record's own address below it.
struct CollectionRoutes<R: Hosted> {
    let repository: any ItemRepository

    func add(to router: Router<ClassContext>) {
        let routes = OpenRoutes(R.path, of: router)
        routes.on("", [(.get, list), (.post, make), (.delete, removeAll)])
        routes.on(":number", [(.get, one), (.patch, change), (.put, replace), (.delete, remove)])
    }

    private var name: String { R.collection.name }

    // MARK: The list

    @Sendable private func list(_ request: Request, _ context: ClassContext) async throws -> Response {
        let address = try OwnAddress.of(request)
        let items = try await repository.items(of: name)
        let body = ResponseBody { writer in
            var piece = ByteBuffer(string: "[")
            for item in items {
                if item.number != items.first?.number { piece.writeString(",") }
                piece.writeBytes(try Self.json(item, at: address))
                guard piece.readableBytes >= Self.pieceSize else { continue }
                try await writer.write(piece)
                piece.clear()
            }
            piece.writeString("]")
            try await writer.write(piece)
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: [.contentType: "application/json; charset=utf-8"], body: body)
    }

    /// How many bytes of a list are sent at once.
    private static var pieceSize: Int { 64 << 10 }

    @Sendable private func make(_ request: Request, _ context: ClassContext) async throws -> Response {
        let address = try OwnAddress.of(request)
        let part = try await request.part(of: R.self)
        let item = try await repository.addItem(to: name) { number in
            try Self.stored(part.applied(to: R(key: number)).asMade, as: number)
        }
        return .json(
            try Self.json(item, at: address), status: .created,
            headers: [.location: Self.url(of: item.number, at: address), .accessControlExposeHeaders: "Location"])
    }

    @Sendable private func removeAll(_ request: Request, _ context: ClassContext) async throws -> Response {
        try await repository.removeItems(of: name)
        return Response(status: .noContent)
    }

    // MARK: One record

    @Sendable private func one(_ request: Request, _ context: ClassContext) async throws -> Response {
        try answer(try await repository.item(try Self.number(context), of: name), to: request)
    }

    /// What the body says is changed, and nothing else.
    @Sendable private func change(_ request: Request, _ context: ClassContext) async throws -> Response {
        let number = try Self.number(context)
        let part = try await request.part(of: R.self)
        let changed = try await repository.changeItem(number, of: name) { json in
            try Self.stored(part.applied(to: try Self.record(json)), as: number)
        }
        return try answer(changed, to: request)
    }

    /// What the body does not say is as in a record that was just made.
    @Sendable private func replace(_ request: Request, _ context: ClassContext) async throws -> Response {
        let number = try Self.number(context)
        let part = try await request.part(of: R.self)
        let replaced = try await repository.changeItem(number, of: name) { _ in
            try Self.stored(part.applied(to: R(key: number).asMade), as: number)
        }
        return try answer(replaced, to: request)
    }

    @Sendable private func remove(_ request: Request, _ context: ClassContext) async throws -> Response {
        guard try await repository.removeItem(try Self.number(context), of: name) else { throw Self.unknown }
        return Response(status: .noContent)
    }

    private func answer(_ item: Item?, to request: Request) throws -> Response {
        guard let item else { throw Self.unknown }
        return .json(try Self.json(item, at: try OwnAddress.of(request)))
    }

    // MARK: Records and items

    /// A record rests under the path it has on every address.
    private static func stored(_ record: R, as number: Int) throws -> Data {
        try WireJSON.encode(record.hosted(as: number, at: url(of: number, at: "")))
    }

    private static func record(_ json: Data) throws -> R { try JSONDecoder().decode(R.self, from: json) }

    private static func json(_ item: Item, at address: String) throws -> Data {
        try WireJSON.encode(try record(item.json).hosted(as: item.number, at: url(of: item.number, at: address)))
    }

    private static func url(of number: Int, at address: String) -> String { "\(address)\(R.path)/\(number)" }

    /// The number the address names, written as we write it.
    private static func number(_ context: ClassContext) throws(Refusal) -> Int {
        guard let text = context.parameters.get("number"), let number = Int(text), String(number) == text else {
            throw unknown
        }
        return number
    }

    private static var unknown: Refusal { Refusal(.notFound, translated("There is no such \(R.collection.one).")) }
}

extension Request {
    /// The fields of a record that the body names.
    /// - Throws: `Refusal.notJSON`, `NotAnObject`, or `FieldBroken`, which names the first field to blame.
    func part<R: Record>(of type: R.Type) async throws -> RecordPart<R> {
        let body = try await wholeBody()
        _ = try EntryCheck.json(body)
        return try RecordPart(body)
    }
}
