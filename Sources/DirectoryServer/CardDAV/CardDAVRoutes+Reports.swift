import DirectoryModel
import Foundation
import HTTPTypes
import Hummingbird
import Language
import NIOCore

/// The reports: cards by address, and changes since a token.
extension CardDAVRoutes {
    /// The prefix of sync tokens; the tag of the list follows.
    private static var tokenStart: String { "urn:duke-directory:sync:" }

    /// The sync token of the list with `tag`, which is "" for a list that never had entries.
    static func token(_ tag: String) -> String { tokenStart + (tag.isEmpty ? "new" : tag) }

    /// Answers REPORT.
    func report(_ request: Request, _ context: ClassContext) async throws -> Response {
        let body = try await request.davBody()
        guard !body.asksForOtherCards else { return .dav(.forbidden, .error("<C:supported-address-data/>")) }
        switch body.root {
        case .card("addressbook-multiget"):
            return try await turns.run(for: context.channel) { try await multiget(body, context) }
        case .dav("sync-collection"): return try await changes(body, context)
        default: return .dav(.forbidden, .error("<D:supported-report/>"))
        }
    }

    // MARK: Cards by their addresses

    private func multiget(_ body: DAVRequest, _ context: ClassContext) async throws -> Response {
        let keys = Set(body.hrefs.compactMap(Self.key(ofHref:)))
        let (answer, folder, channel) = (MultistatusWriter(body.properties), folder, context.channel)
        return try await withCards(keys) { each in
            var found: Set<Int> = []
            return try .multistatus(answer, in: folder, on: channel) { write in
                try each { card in
                    found.insert(card.key)
                    try write(answer.response(resource(card, answer.properties)))
                }
                for href in body.hrefs where Self.key(ofHref: href).map({ !found.contains($0) }) ?? true {
                    try write(DAVResource.absent(href))
                }
            }
        }
    }

    func cards(_ keys: Set<Int>) async throws -> [Int: ServedCard<R>] {
        try await withCards(keys) { each in
            var cards: [Int: ServedCard<R>] = [:]
            try each { cards[$0.key] = $0 }
            return cards
        }
    }

    /// Calls `body` with the cards of these entries, read in one transaction.
    private func withCards<T: Sendable>(
        _ keys: Set<Int>, _ body: @escaping @Sendable (((ServedCard<R>) throws -> Void) throws -> Void) throws -> T
    ) async throws -> T {
        let name = R.collection.name
        for _ in 0..<8 {
            // A delta since the present tag contains only the requested keys.
            let tag = try await repository.listTag(of: name)
            guard !tag.isEmpty else { return try body { _ in } }
            let result = try await repository.withDelta(of: name, since: DeltaRequest(tag: tag, keys: keys)) { delta in
                try body { take in
                    try delta.each { json in
                        let card = try ServedCard<R>(json)
                        if keys.contains(card.key) { try take(card) }
                    }
                }
            }
            if let result { return result }
        }
        throw Refusal.busy(translated("The server is busy. Try again in a moment."))
    }

    // MARK: What changed

    private func changes(_ body: DAVRequest, _ context: ClassContext) async throws -> Response {
        let token = body.token ?? ""
        guard !token.isEmpty, token != Self.token("") else {
            return try await everyCard(body.properties, context, last: Self.tokenElement)
        }
        guard token.hasPrefix(Self.tokenStart) else { return Self.unknownToken }
        let request = DeltaRequest(tag: String(token.dropFirst(Self.tokenStart.count)))
        let (answer, folder, channel) = (MultistatusWriter(body.properties), folder, context.channel)
        let response = try await turns.run(for: channel) {
            try await repository.withDelta(of: R.collection.name, since: request) { delta -> Response in
                try .multistatus(answer, in: folder, on: channel) { write in
                    try delta.each { try write(answer.response(resource(try ServedCard<R>($0), answer.properties))) }
                    for key in delta.removed { try write(DAVResource.absent(Self.href(key))) }
                    try write(Self.tokenElement(delta.tag))
                }
            }
        }
        return response ?? Self.unknownToken
    }

    private static func tokenElement(_ tag: String) -> Markup { "<D:sync-token>\(token(tag))</D:sync-token>\n" }

    private static var unknownToken: Response { .dav(.badRequest, .error("<D:valid-sync-token/>")) }

    /// The resource of a card, including the card if requested.
    private func resource(_ card: ServedCard<R>, _ properties: DAVRequest.Properties) -> DAVResource {
        var resource = Self.cardResource(Self.href(card.key), tags.etag(card.hash))
        if case .named(let names) = properties, names.contains(.addressData) {
            resource.add(.addressData, "\(card.text(writer))")
        }
        return resource
    }
}
