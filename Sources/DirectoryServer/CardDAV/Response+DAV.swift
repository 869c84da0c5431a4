import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// What the server does of WebDAV, as the header `DAV` says it.
    static let davClasses = "1, 3, access-control, addressbook"

    private static let davHeaders: HTTPFields = {
        var headers: HTTPFields = [.contentType: "application/xml; charset=utf-8"]
        headers[.dav] = davClasses
        return headers
    }()

    /// An answer of XML.
    static func dav(_ status: HTTPResponse.Status, _ xml: DAVXML) -> Response {
        Response(status: status, headers: davHeaders, body: ResponseBody(byteBuffer: ByteBuffer(string: xml.text)))
    }

    /// 207 with the properties of a few resources.
    static func multistatus(_ resources: [DAVResource], _ properties: DAVRequest.Properties) -> Response {
        let answer = DAVAnswer(properties)
        return dav(.multiStatus, DAVXML([answer.start] + resources.map(answer.response) + [DAVAnswer.end]))
    }

    /// 207 with what `body` writes of `answer`, sent from a file in `folder`. It is complete or fails: a client would
    /// remove what is missing in it.
    /// - Throws: `IOError` where there is not enough space or the answer is too large, or the error of `body`.
    static func multistatus(
        _ answer: DAVAnswer, in folder: String, on channel: any Channel,
        _ body: (@escaping (DAVXML) throws -> Void) throws -> Void
    ) throws -> Response {
        let file = try SentList(tag: "", in: folder) { write in
            var buffer = Data(answer.start.text.utf8)
            try body { xml in
                buffer.append(contentsOf: xml.text.utf8)
                guard buffer.count >= 128 << 10 else { return }
                try write(buffer)
                buffer.removeAll(keepingCapacity: true)
            }
            try write(buffer + Data(DAVAnswer.end.text.utf8))
        }
        return Response(
            status: .multiStatus, headers: davHeaders, body: PreparedAnswer.Body.list(file).responseBody(on: channel))
    }
}

extension HTTPResponse.Status {
    /// 207: the answer has a status for each resource.
    static var multiStatus: Self { .init(code: 207, reasonPhrase: "Multi-Status") }
}
