import ClassAPI
import DirectoryModel
import Foundation
import HTTPTypes
import Hummingbird
import Language
import NIOCore

/// An answer that refuses a request, with a sentence that explains why.
struct Refusal: Error {
    /// The JSON of every refusal: `error` for people; `field` and `reason` where a field is invalid.
    private struct Body: Encodable {
        let error: String
        let field: String?
        let reason: String?
    }

    let status: HTTPResponse.Status
    let sentence: String
    var field: String?
    var reason: String?
    var headers: HTTPFields = [:]

    init(_ status: HTTPResponse.Status, _ sentence: String) {
        self.status = status
        self.sentence = sentence
    }

    /// 422: the field called `key`, shown as `label`, breaks a rule; `reason` continues a sentence after the label.
    init(field key: String, label: String, reason: String, status: HTTPResponse.Status = .unprocessableContent) {
        self.init(status, translated("\(label) \(reason)."))
        field = key
        self.reason = reason
    }

    /// 422: a field breaks its rule.
    init(_ broken: FieldBroken) { self.init(field: broken.key, label: broken.label, reason: broken.reason) }

    /// 401, with the header that makes a browser ask for a password.
    static var notSignedIn: Refusal {
        var refusal = Refusal(
            .unauthorized, translated("Sign in with your NetID and the password you were given."))
        refusal.headers[.wwwAuthenticate] = challenge
        return refusal
    }

    /// What tells programs that an answer is about credentials.
    static let challenge = "Basic realm=\"Duke Directory\", charset=\"UTF-8\""

    static func unknown(_ netid: String) -> Refusal {
        Refusal(.notFound, translated("\(netid) has no entry."))
    }

    static let notYours = Refusal(
        .forbidden, translated("This entry belongs to someone else. You can change only your own."))

    /// 503 with the seconds after which to try again: the request was not begun.
    static func busy(_ sentence: String) -> Refusal {
        var refusal = Refusal(.serviceUnavailable, sentence)
        refusal.headers[.retryAfter] = "5"
        return refusal
    }

    static let tooLarge = Refusal(.contentTooLarge, translated("The body is larger than 256 KB."))

    static let notJSON = Refusal(.badRequest, translated("The body is not valid JSON."))

    static let changedMeanwhile = Refusal(
        .preconditionFailed, translated("The entry was changed in the meantime. Fetch it again before you change it."))

    /// The HTTP response.
    var response: Response { .json(json, status: status, headers: headers) }

    /// The whole response, where HTTP is not set up for it; the connection closes after it.
    var bytes: ByteBuffer {
        let fields = headers.map { "\($0.name.rawName): \($0.value)\r\n" }.joined()
        let head = """
            HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\nContent-Type: application/json; charset=utf-8\r\n\
            Content-Length: \(json.count)\r\nConnection: close\r\n\(fields)\r\n
            """
        return ByteBuffer(string: head + String(decoding: json, as: UTF8.self))
    }

    /// The body of the response.
    var json: Data {
        (try? WireJSON.encode(Body(error: sentence, field: field, reason: reason))) ?? Data("{}".utf8)
    }
}

extension Response {
    /// An answer of JSON.
    static func json(_ json: Data, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) -> Response {
        var headers = headers
        headers[.contentType] = "application/json; charset=utf-8"
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: json)))
    }

    /// `{"message": sentence}`
    static func message(_ sentence: String) throws -> Response { .json(try WireJSON.encode(["message": sentence])) }
}

extension HTTPResponse.Status {
    /// 507: there is not enough space.
    static var insufficientStorage: Self { .init(code: 507, reasonPhrase: "Insufficient Storage") }
}
