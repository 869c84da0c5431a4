import Foundation
import FoundationXML

/// What a client asks for in the body of PROPFIND or REPORT.
struct DAVRequest: Equatable, Sendable {
    /// Which properties the answer has.
    enum Properties: Equatable, Sendable {
        /// Those that are named, each with its value or as unknown.
        case named([DAVName])
        /// All but the data of cards.
        case all
        /// The names of all, without values.
        case names
    }

    /// The name of the root element; PROPFIND without a body has that of PROPFIND.
    var root = DAVName.dav("propfind")
    var properties = Properties.all
    /// The addresses of the resources that a report names.
    var hrefs: [String] = []
    /// True where the cards shall have another form than vCard 3.0.
    var asksForOtherCards = false
    /// The token of the state that the client has; "" where it has none, nil where it does not name one.
    var token: String?

    /// The request in `body`.
    /// - Throws: `Unreadable` where it is not XML, or XML that no client sends: with declarations, very deep, or with very
    ///   many elements, attributes or properties.
    init(_ body: Data) throws {
        guard !body.allSatisfy({ [0x09, 0x0A, 0x0D, 0x20].contains($0) }) else { return }
        let reader = DAVRequestReader()
        let parser = XMLParser(data: try DAVBody(body).xml)
        parser.shouldProcessNamespaces = true
        parser.shouldResolveExternalEntities = false
        parser.delegate = reader
        guard parser.parse(), !reader.isRefused, reader.isComplete, let request = reader.request else {
            throw Unreadable()
        }
        self = request
    }

    init() {}

    /// The error that a body is not a request.
    struct Unreadable: Error {}
}
