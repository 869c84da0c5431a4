import ClassAPI
import DirectoryModel
import Foundation
import Glibc
import HTTPTypes
import Hummingbird
import Language
import Logging
import NIOCore
import NIOHTTP1

/// An error response with a sentence.
struct Refusal: Error {
    let status: HTTPResponse.Status
    let sentence: String
    let headers: HTTPFields
    private let field: String?
    private let reason: String?

    init(
        _ status: HTTPResponse.Status, _ sentence: String, headers: HTTPFields = [:], field: String? = nil,
        reason: String? = nil
    ) {
        (self.status, self.sentence, self.headers) = (status, sentence, headers)
        (self.field, self.reason) = (field, reason)
    }

    /// 422: a field breaks a rule; `reason` follows its label in a sentence.
    init(field key: String, label: String, reason: String, status: HTTPResponse.Status = .unprocessableContent) {
        self.init(status, translated("\(label) \(reason)."), field: key, reason: reason)
    }

    init(_ broken: FieldBroken) { self.init(field: broken.key, label: broken.label, reason: broken.reason) }

    /// 401, which makes browsers ask for a password.
    static let notSignedIn = Refusal(
        .unauthorized, translated("Sign in with your NetID and the password you were given."),
        headers: [.wwwAuthenticate: challenge])

    static let challenge = "Basic realm=\"Duke Directory\", charset=\"UTF-8\""

    static func unknown(_ netid: String) -> Refusal {
        Refusal(.notFound, translated("\(netid) has no entry."))
    }

    static let notYours = Refusal(
        .forbidden, translated("This entry belongs to someone else. You can change only your own."))

    /// 503 with `Retry-After`: the request was not started.
    static func busy(_ sentence: String) -> Refusal {
        Refusal(.serviceUnavailable, sentence, headers: [.retryAfter: "5"])
    }

    static let tooLarge = Refusal(.contentTooLarge, translated("The body is larger than 256 KB."))

    static let notJSON = Refusal(.badRequest, translated("The body is not valid JSON."))

    static let changedMeanwhile = Refusal(
        .preconditionFailed, translated("The entry was changed in the meantime. Fetch it again before you change it."))

    var response: Response { .json(json, status: status, headers: headers) }

    /// The response to `request`: a page for browsers, or else JSON.
    func response(to request: Request) -> Response { request.prefersPage ? page : response }

    /// The JSON: `error` for people; `field` and `reason` if a field is invalid.
    var json: Data {
        let words = ["error": sentence, "field": field, "reason": reason].compactMapValues { $0 }
        return (try? WireJSON.encode(words)) ?? Data("{}".utf8)
    }
}

extension Response {
    static func json(_ json: Data, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) -> Response {
        var headers = headers
        headers[.contentType] = "application/json; charset=utf-8"
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: json)))
    }

    /// `{"message": sentence}`
    static func message(_ sentence: String) throws -> Response { .json(try WireJSON.encode(["message": sentence])) }
}

extension HTTPResponse.Status {
    static var insufficientStorage: Self { .init(code: 507, reasonPhrase: "Insufficient Storage") }
}
