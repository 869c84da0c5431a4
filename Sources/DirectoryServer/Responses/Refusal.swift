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

/// An error response.
struct Refusal: UserFacingError {
    let status: HTTPResponse.Status
    let message: String
    let recovery: String
    let headers: HTTPFields
    private let field: String?
    private let reason: String?

    /// - Parameters:
    ///   - message: what happened.
    ///   - recovery: what to do about it.
    init(
        _ status: HTTPResponse.Status, _ message: String, _ recovery: String, headers: HTTPFields = [:],
        field: String? = nil, reason: String? = nil
    ) {
        self.status = status
        self.message = message
        self.recovery = recovery
        self.headers = headers
        self.field = field
        self.reason = reason
    }

    /// 422: a field breaks a rule; `reason` follows its label in a sentence.
    init(field key: String, label: String, reason: String, status: HTTPResponse.Status = .unprocessableContent) {
        self.init(status, translated("\(label) \(reason)."), Self.correct, field: key, reason: reason)
    }

    static let correct = translated("Correct it and send it again.")
    static let checkAddress = translated("Check the address.")
    static let readLog = translated("Ask the person who runs this server to read its log.")
    static let onlyOwn = translated("You can change only your own entry.")
    private static let waitAMoment = translated("Try again in a moment.")

    init(_ broken: FieldBroken) { self.init(field: broken.key, label: broken.label, reason: broken.reason) }

    /// 401, which makes browsers ask for a password.
    static let notSignedIn = Refusal(
        .unauthorized, translated("Sign in with your NetID and the password you were given."),
        translated("If you forgot it, ask the person who runs this server for a new one."),
        headers: [.wwwAuthenticate: challenge])

    static let challenge = "Basic realm=\"Duke Directory\", charset=\"UTF-8\""

    static func unknown(_ netid: String) -> Refusal {
        Refusal(.notFound, translated("\(netid) has no entry."), translated("Check the NetID."))
    }

    static let notYours = Refusal(
        .forbidden, translated("This entry belongs to someone else."), onlyOwn)

    /// 503 with `Retry-After`: the request was not started.
    static func busy(_ message: String) -> Refusal {
        Refusal(.serviceUnavailable, message, waitAMoment, headers: [.retryAfter: "5"])
    }

    /// 429 with `Retry-After` in seconds.
    static func tooMany(_ message: String, wait: Int64, headers: HTTPFields = [:]) -> Refusal {
        var headers = headers
        headers[.retryAfter] = String(wait)
        return Refusal(.tooManyRequests, message, waitAMoment, headers: headers)
    }

    static let tooLarge = Refusal(
        .contentTooLarge, translated("The body is larger than 256 KB."), translated("Send less, or a smaller picture."))

    static let notJSON = Refusal(.badRequest, translated("The body is not valid JSON."), correct)

    /// 412.
    static func changed(_ message: String) -> Refusal {
        Refusal(.preconditionFailed, message, translated("Fetch it again before you change it."))
    }

    static let changedMeanwhile = changed(translated("The entry was changed in the meantime."))

    static let noAddress = Refusal(.notFound, translated("This address does not exist."), checkAddress)

    var response: Response { .json(json, status: status, headers: headers) }

    /// The response to `request`: a page for browsers, or else JSON.
    func response(to request: Request) -> Response { request.prefersPage ? page : response }

    /// The JSON: `error` and `recovery` for people; `field` and `reason` if a field is invalid.
    var json: Data {
        let texts = ["error": message, "recovery": recovery, "field": field, "reason": reason].compactMapValues { $0 }
        return WireJSON.data(texts)
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
