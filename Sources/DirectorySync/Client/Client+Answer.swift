import AsyncHTTPClient
import ClassAPI
import DirectoryModel
import Foundation
import Language
import NIOCore
import NIOHTTP1

extension Client {
    /// In bytes.
    private static let largestAnswer = 1 << 20

    /// The record in the server's answer, or nil for 404.
    /// - Throws: `notAnAnswer` if it is not the requested record.
    func published(
        _ route: Route, of definition: Definition, where isRequested: @Sendable (Record) -> Bool
    ) async throws(SyncError) -> Published? {
        guard let answer = try await answer(to: route, about: definition) else { return nil }
        guard let record = try? Record(definition, json: answer.body), isRequested(record) else {
            throw .notAnAnswer(server: "\(server)")
        }
        return Published(record: record, tag: answer.tag)
    }

    /// The server's answer, or nil for 404.
    /// - Parameter definition: that of the records; nil if it is about a password.
    func answer(to route: Route, about definition: Definition?) async throws(SyncError) -> Answer? {
        do throws(SyncError) {
            return try await send(route) { response throws(SyncError) in
                switch response.status.code {
                case 404: return nil
                case 409: throw try await refusal(response, definition) ?? .existsAlready(server: "\(server)")
                case 412: throw .conflict(server: "\(server)")
                case 422: throw try await refusal(response, definition) ?? .failed(server: "\(server)", status: 422)
                default: try refuseFailure(response)
                }
                return Answer(body: try await whole(response), tag: Self.tag(response.headers))
            }
        } catch {
            switch error {
            case .cutShort(let server): throw .answerCut(server: server)
            case .cancelled: throw .stopped(server: server.description)
            default: throw error
            }
        }
    }

    /// Reads a short answer, which must arrive within four times the timeout.
    private func whole(_ response: HTTPClientResponse) async throws(SyncError) -> Data {
        var whole = Data()
        let clock = ContinuousClock()
        let end = clock.now + .seconds(4 * timeout)
        do {
            for try await buffer in response.body {
                guard clock.now < end else { throw SyncError.answerSlow(server: server.description) }
                whole.append(contentsOf: buffer.readableBytesView)
                guard whole.count <= Self.largestAnswer else { throw SyncError.tooLarge(server: server.description) }
            }
        } catch { throw problem(for: error, isAfterHead: true) }
        return whole
    }

    /// The strong form of a tag that a proxy weakened by compressing the answer.
    static func strongTag(_ tag: String) -> String { tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag }

    private static func tag(_ headers: HTTPHeaders) -> String? {
        headers.first(name: "etag").map(strongTag)
    }

    private struct Refusal: Decodable {
        let field: String
        let reason: String
    }

    /// The field that an answer rejects; nil if it names none, or the owner of an existing entry.
    private func refusal(
        _ response: HTTPClientResponse, _ definition: Definition?
    ) async throws(SyncError) -> SyncError? {
        let body: Data
        do throws(SyncError) { body = try await whole(response) } catch {
            // It is a refusal even if its text is too large to read.
            if case .tooLarge = error { return nil }
            throw error
        }
        guard let refusal = WireJSON.decode(Refusal.self, from: body) else { return nil }
        let field = Self.shortened(refusal.field)
        let name = definition.map { $0.field(named: refusal.field)?.label ?? field } ?? translated("Password")
        let reason = Self.shortened(refusal.reason)
        // The user cannot change the owner.
        guard let owner = definition?.owner?.key, refusal.field.caseInsensitiveEquals(owner) else {
            return .refused(server: server.description, key: refusal.field, label: name, reason: reason)
        }
        return response.status == .conflict
            ? nil : .ownerRefused(server: server.description, label: name, reason: reason)
    }

    private static func shortened(_ text: String) -> String { String(text.printable.prefix(200)) }
}

/// Withholds from the HTTP client what would crash it: a status below 100, and a redirect to an invalid port. It drops
/// informational answers.
final class ResponseValidator: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    enum Refused: Error {
        case status
        case redirect(status: Int)
    }

    private let server: URL
    private var announced = 0
    private var isRefused = false
    private static let maxAnnounced = 100

    init(server: URL) { self.server = server }

    /// Adds a validator to `channel` directly after the HTTP decoder.
    static func guarding(_ channel: any Channel, server: URL) -> EventLoopFuture<Void> {
        channel.eventLoop.submit {
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
            try pipeline.addHandler(ResponseValidator(server: server), position: .after(decoder))
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        if case .head(let head) = unwrapInboundIn(data) {
            if let refused = refusal(of: head) {
                isRefused = true
                context.fireErrorCaught(refused)
                return context.close(promise: nil)
            }
            if (100..<200).contains(head.status.code) { return }
        }
        context.fireChannelRead(data)
    }

    private func refusal(of head: HTTPResponseHead) -> Refused? {
        let status = Int(head.status.code)
        switch status {
        // The client never requests another protocol.
        case ..<100, 101: return .status
        case 102..<200, 100:
            announced += 1
            return announced > Self.maxAnnounced ? .status : nil
        case 300..<400:
            let location = head.headers.first(name: "location").flatMap { URL(string: $0, relativeTo: server) }
            return location.map { ServerAddress.hasPort($0) } == false ? .redirect(status: status) : nil
        default: return nil
        }
    }
}
