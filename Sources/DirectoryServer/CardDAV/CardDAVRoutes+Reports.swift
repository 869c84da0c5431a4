import DirectoryModel
import Foundation
import HTTPTypes
import Hummingbird
import Language
import NIOCore

/// The reports: cards by address, cards that match a filter, and changes since a token.
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
            return try await turns.run(for: context) { try await multiget(body, context) }
        case .card("addressbook-query"): return try await query(body, context)
        case .dav("sync-collection"):
            do { return try await changes(body, context) } catch is TooManyResults {
                return .dav(.insufficientStorage, .error("<D:number-of-matches-within-limits/>"))
            }
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

    func cards(_ keys: Set<Int>) async throws -> [Int: ServedCard] {
        try await withCards(keys) { each in
            var cards: [Int: ServedCard] = [:]
            try each { cards[$0.key] = $0 }
            return cards
        }
    }

    /// Calls `body` with the cards of these entries, read in one transaction.
    private func withCards<T: Sendable>(
        _ keys: Set<Int>, _ body: @escaping @Sendable (((ServedCard) throws -> Void) throws -> Void) throws -> T
    ) async throws -> T {
        let list = ListKey(definition)
        for _ in 0..<8 {
            // A delta since the present tag contains only the requested keys.
            let tag = try await repository.version(of: list).tag
            guard !tag.isEmpty else { return try body { _ in } }
            let result = try await repository.withDelta(of: list, since: DeltaRequest(tag: tag, keys: keys)) { delta in
                try body { take in
                    try delta.each { json in
                        let card = try ServedCard(json, of: definition)
                        if keys.contains(card.key) { try take(card) }
                    }
                }
            }
            if let result { return result }
        }
        throw Refusal.busy(translated("The server is busy. Try again in a moment."))
    }

    // MARK: Cards that match a filter

    private func query(_ body: DAVRequest, _ context: ClassContext) async throws -> Response {
        if let fault = body.filter.fault { return .dav(.forbidden, .error(fault)) }
        if body.filter.isEmpty, body.limit == .max, !body.properties.includeCards {
            return try await everyCard(body.properties, context)
        }
        return try await wholeCards(body, context) { _, count in count > body.limit ? Self.truncation : "" }
    }

    /// The element that says that there are more results than the client wants.
    private static var truncation: Markup {
        """
        <D:response><D:href>\(book)</D:href><D:status>HTTP/1.1 507 Insufficient Storage</D:status>\
        <D:error><D:number-of-matches-within-limits/></D:error></D:response>

        """
    }

    /// Answers with the cards that match the filter of `body`, up to its limit, before what `last` returns for the tag
    /// of the list and the number of matches.
    private func wholeCards(
        _ body: DAVRequest, _ context: ClassContext, last: @escaping @Sendable (String, Int) throws -> Markup
    ) async throws -> Response {
        let (answer, folder, channel) = (MultistatusWriter(body.properties), folder, context.channel)
        return try await turns.run(for: context) {
            try await repository.withEntries(of: ListKey(definition)) { tag, each in
                try .multistatus(answer, in: folder, on: channel) { write in
                    var count = 0
                    try each { json in
                        let card = try ServedCard(json, of: definition)
                        guard matches(card, body.filter) else { return }
                        count += 1
                        if count <= body.limit { try write(answer.response(resource(card, answer.properties))) }
                    }
                    try write(last(tag, count))
                }
            }
        }
    }

    private func matches(_ card: ServedCard, _ filter: CardFilter) -> Bool {
        guard !filter.isEmpty else { return true }
        let values = card.values(writer)
        return filter.matches { values[$0] ?? [] }
    }

    // MARK: What changed

    private func changes(_ body: DAVRequest, _ context: ClassContext) async throws -> Response {
        let (token, limit) = (body.token ?? "", body.limit)
        guard !token.isEmpty, token != Self.token("") else {
            let last: @Sendable (String, Int) throws -> Markup = { tag, count in
                guard count <= limit else { throw TooManyResults() }
                return Self.tokenElement(tag)
            }
            return body.properties.includeCards
                ? try await wholeCards(body, context, last: last)
                : try await everyCard(body.properties, context, last: last)
        }
        guard token.hasPrefix(Self.tokenStart) else { return Self.unknownToken }
        let request = DeltaRequest(tag: String(token.dropFirst(Self.tokenStart.count)))
        let (answer, folder, channel) = (MultistatusWriter(body.properties), folder, context.channel)
        let response = try await turns.run(for: context) {
            try await repository.withDelta(of: ListKey(definition), since: request) { delta -> Response in
                try .multistatus(answer, in: folder, on: channel) { write in
                    var count = delta.removed.count
                    try delta.each {
                        count += 1
                        try write(answer.response(resource(try ServedCard($0, of: definition), answer.properties)))
                    }
                    // There is no token of a part of the changes.
                    guard count <= limit else { throw TooManyResults() }
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
    private func resource(_ card: ServedCard, _ properties: DAVRequest.Properties) -> DAVResource {
        var resource = Self.cardResource(Self.href(card.key), tags.etag(card.hash))
        if properties.includeCards { resource.add(.addressData, "\(card.text(writer))") }
        return resource
    }
}

extension DAVRequest.Properties {
    /// True if the text of cards is requested.
    fileprivate var includeCards: Bool {
        guard case .named(let names) = self else { return false }
        return names.contains(.addressData)
    }
}

/// The error that more changes would be sent than the client wants.
private struct TooManyResults: Error {}
