import Foundation
import FoundationXML
import NIOHTTP1
import Testing

/// An answer of WebDAV, read by a parser.
final class MultiStatus: NSObject, XMLParserDelegate {
    struct Response {
        var href = ""
        /// The status of the whole resource, "" where each property has one.
        var status = ""
        /// The text in each element, by its name.
        var texts: [String: String] = [:]
        /// The names of all elements.
        var names: Set<String> = []
    }

    private(set) var responses: [Response] = []
    private(set) var token = ""
    private var path: [String] = []

    /// The only response, or nil where there is not exactly one.
    var only: Response? { responses.count == 1 ? responses.first : nil }

    /// - Throws: where `xml` cannot be read.
    init(_ xml: Data) throws {
        super.init()
        let parser = XMLParser(data: xml)
        parser.shouldProcessNamespaces = true
        parser.delegate = self
        guard parser.parse() else { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
    }

    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        path.append(elementName)
        if elementName == "response" { return responses.append(Response()) }
        guard !responses.isEmpty, path.contains("response") else { return }
        responses[responses.count - 1].names.insert(elementName)
        if path.dropLast().last == "prop" { responses[responses.count - 1].texts[elementName] = "" }
    }

    func parser(
        _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName: String?
    ) { path.removeLast() }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        switch path {
        case ["multistatus", "sync-token"]: token += string
        case ["multistatus", "response", "href"]: responses[responses.count - 1].href += string
        case ["multistatus", "response", "status"]: responses[responses.count - 1].status += string
        default:
            guard path.count > 4, path[3] == "prop" else { return }
            responses[responses.count - 1].texts[path[4], default: ""] += string
        }
    }
}

extension TestServer {
    /// Sends a request of WebDAV.
    func dav(
        _ method: String, _ path: String, _ body: String? = nil, depth: Int? = nil, credentials: String?? = nil
    ) async throws -> Answer {
        try await send(
            .RAW(value: method), path, body: body,
            headers: depth.map { ["Depth": String($0), "Content-Type": "application/xml"] } ?? [:],
            credentials: credentials)
    }

    /// Sends one that is answered with 207.
    func multistatus(
        _ method: String, _ path: String, depth: Int? = nil, _ body: String
    ) async throws -> MultiStatus {
        let answer = try await dav(method, path, body, depth: depth)
        #expect(answer.status == 207)
        return try MultiStatus(answer.body)
    }
}
