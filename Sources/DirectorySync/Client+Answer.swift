import AsyncHTTPClient
import DirectoryModel
import Foundation
import NIOCore
import NIOHTTP1

/// A short answer, read whole.
struct Answer: Sendable {
    let body: Data
    let tag: String?
}

extension Client {
    /// The largest answer that is read whole, in bytes.
    private static let largestAnswer = 1 << 20

    /// What the server answers, or nil where it knows no such thing (404).
    /// - Parameter label: what people call the field of a key.
    func answer(to route: Route, label: @Sendable (String) -> String?) async throws(SyncError) -> Answer? {
        do throws(SyncError) {
            return try await send(route) { response throws(SyncError) in
                switch response.status.code {
                case 404: return nil
                case 409: throw try await refusal(response, label) ?? .existsAlready(server: server.description)
                case 412: throw .conflict(server: server.description)
                case 422: throw try await refusal(response, label) ?? .failed(server: server.description, status: 422)
                default: try refuseFailure(response.status)
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

    /// The whole of a short answer, which has to be there in four times the server's patience.
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

    /// A tag that was weakened on its way, by a proxy that packs answers, still names the version it was given for.
    static func strongTag(_ tag: String) -> String { tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag }

    private static func tag(_ headers: HTTPHeaders) -> String? {
        headers.first(name: "etag").map(strongTag)
    }

    /// The JSON of a refusal that names a field.
    private struct Refusal: Decodable {
        let field: String
        let reason: String
    }

    /// The field an answer finds fault with; nil where it names none, or the netid of an entry that exists.
    private func refusal(
        _ response: HTTPClientResponse, _ label: (String) -> String?
    ) async throws(SyncError) -> SyncError? {
        let body: Data
        do throws(SyncError) { body = try await whole(response) } catch {
            // Refused it is, whatever is said about it.
            if case .tooLarge = error { return nil }
            throw error
        }
        guard let refusal = try? JSONDecoder().decode(Refusal.self, from: body) else { return nil }
        if response.status == .conflict, refusal.field.caseInsensitiveEquals("netid") { return nil }
        return .refused(
            server: server.description, key: refusal.field,
            label: label(refusal.field) ?? Self.shortened(refusal.field), reason: Self.shortened(refusal.reason))
    }

    /// Words of a server as they may stand in a sentence.
    private static func shortened(_ words: String) -> String { String(words.printable.prefix(200)) }
}
