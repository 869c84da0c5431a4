import Foundation
import Hummingbird
import Language
import NIOPosix

/// The body of PROPFIND or REPORT.
struct DAVRequest: Sendable {
    enum Properties: Equatable, Sendable {
        case named([DAVName])
        /// All except card data.
        case all
        case names
    }

    private let root: DAVElement
    let properties: Properties
    /// The maximum number of results of a query or a synchronization.
    let limit: Int

    /// The maximum number of properties, which are repeated for every card.
    private static let maxProperties = 100
    /// The maximum number of conditions, which are checked for every card.
    private static let maxConditions = 100
    /// In bytes.
    private static let maxNamespaceLength = 256
    /// In bytes.
    private static let maxNameLength = 64

    /// - Parameter body: if empty, it requests all properties.
    /// - Throws: `DAVElement.Unreadable` if it cannot be read or asks for more than clients do.
    init(_ body: Data) throws {
        let isEmpty = body.allSatisfy { [0x09, 0x0A, 0x0D, 0x20].contains($0) }
        root = isEmpty ? DAVElement(.propfind) : try DAVElement(body)
        if let requested = root[.dav("prop")]?.children.map(\.name) {
            var known: Set<DAVName> = []
            let names = requested.filter { known.insert($0).inserted }
            properties = .named(names)
            let areShort = names.allSatisfy {
                $0.namespace.utf8.count <= Self.maxNamespaceLength && $0.local.utf8.count <= Self.maxNameLength
            }
            guard areShort, names.count <= Self.maxProperties else { throw DAVElement.Unreadable() }
        } else {
            properties = root[.dav("propname")] == nil ? .all : .names
        }
        let number =
            switch root.name {
            case .query: root[.card("limit")]?[.card("nresults")]
            case .synchronization: root[.dav("limit")]?[.dav("nresults")]
            default: nil as DAVElement?
            }
        guard let limit = number.map({ Int($0.trimmedText) }) ?? .max, limit >= 0 else { throw DAVElement.Unreadable() }
        self.limit = limit
        guard filter?.count ?? 0 <= Self.maxConditions else { throw DAVElement.Unreadable() }
    }

    /// What is requested: the name of the root element.
    var name: DAVName { root.name }

    /// The addresses of the requested resources.
    var hrefs: [String] { root.children.filter { $0.name == .dav("href") }.map(\.trimmedText) }

    /// The sync token, "" initially.
    var token: String { root[.dav("sync-token")]?.trimmedText ?? "" }

    /// The filter of a query, or nil if every card is wanted.
    var filter: DAVElement? { name == .query ? root[.card("filter")] : nil }

    private var cardData: DAVElement? { root[.dav("prop")]?[.addressData] }

    /// True if the text of cards is requested.
    var wantsCards: Bool { cardData != nil && name != .propfind }

    /// True if cards of a version other than vCard 3.0 are requested.
    var wantsOtherCards: Bool {
        let type = cardData?.attributes["content-type"]?.prefix { $0 != ";" }.lowercased() ?? "text/vcard"
        return type != "text/vcard" || cardData?.attributes["version"] ?? "3.0" != "3.0"
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
        } catch is DAVElement.Unreadable {
            throw Refusal(
                .badRequest, translated("The body is not valid XML, or it asks for too much."), Refusal.correct)
        }
    }
}
