import ClassAPI
import DirectoryModel
import Foundation
import HTTPTypes
import Hummingbird
import Language

/// An answer that says no, with a sentence that says why.
struct Refusal: Error {
    /// The JSON of every refusal: `error` for people; `field` and `reason` where a field is to blame.
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

    /// 422: the field called `key`, shown as `label`, breaks a rule; `reason` goes on after the label.
    init(field key: String, label: String, reason: String, status: HTTPResponse.Status = .unprocessableContent) {
        self.init(status, translated("\(label) \(reason)."))
        field = key
        self.reason = reason
    }

    /// 422: what a rule says of a field.
    init(_ broken: FieldBroken) { self.init(field: broken.key, label: broken.label, reason: broken.reason) }

    /// 401, with the header that makes a browser ask.
    static var notSignedIn: Refusal {
        var refusal = Refusal(
            .unauthorized, translated("Sign in with your NetID and the password you were given."))
        refusal.headers[.wwwAuthenticate] = "Basic realm=\"Duke Directory\", charset=\"UTF-8\""
        return refusal
    }

    static func unknown(_ netid: String) -> Refusal {
        Refusal(.notFound, translated("There is no entry of \(netid)."))
    }

    static let notYours = Refusal(
        .forbidden, translated("This entry belongs to somebody else; you can change only your own."))

    static let tooLarge = Refusal(.contentTooLarge, translated("The body is larger than 256 KB."))

    static let notJSON = Refusal(.badRequest, translated("The body is not valid JSON."))

    static let changedMeanwhile = Refusal(
        .preconditionFailed, translated("The entry was changed meanwhile. Fetch it again before you change it."))

    /// The answer itself.
    var response: Response { .json(json, status: status, headers: headers) }

    /// The answer's body.
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
    /// 507: there is no room for it.
    static var insufficientStorage: Self { .init(code: 507, reasonPhrase: "Insufficient Storage") }
}
