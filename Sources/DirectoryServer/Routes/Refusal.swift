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

    /// The response as bytes, for a connection without HTTP handlers, which closes after it.
    var bytes: ByteBuffer {
        let fields = headers.map { "\($0.name.rawName): \($0.value)\r\n" }.joined()
        let head = """
            HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\nContent-Type: application/json; charset=utf-8\r\n\
            Content-Length: \(json.count)\r\nConnection: close\r\n\(fields)\r\n
            """
        return ByteBuffer(string: head + String(decoding: json, as: UTF8.self))
    }

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

/// Converts errors to responses, and adds the common headers.
struct ErrorMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: ClassContext, next: (Request, ClassContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch let error as HTTPParserError {
            // The connection cannot be parsed any further: the server answers 400 and closes it.
            throw error
        } catch {
            response = Self.refusal(for: error, request, logger: context.logger).response(to: request)
        }
        for field in Self.headers where response.headers[field.name] == nil { response.headers.append(field) }
        return response
    }

    private static func refusal(for error: any Error, _ request: Request, logger: Logger) -> Refusal {
        switch error {
        case let refusal as Refusal: return refusal
        case let broken as FieldBroken: return Refusal(broken)
        case ItemError.full:
            return Refusal(.insufficientStorage, translated("This list is full, so nothing was saved."))
        case ItemError.otherRequest:
            return Refusal(
                field: "Idempotency-Key", label: "Idempotency-Key",
                reason: translated("was already used for another request"))
        case let problem as StorageError:
            if problem == .diskFull { log(problem.message, request, logger) }
            return Refusal(problem)
        case let error as IOError where [ENOSPC, EDQUOT, EFBIG].contains(error.errnoCode):
            // Only answers are written to files.
            let sentence = translated("The server’s disk is full, so the request could not be answered.")
            log(sentence, request, logger)
            return Refusal(.insufficientStorage, sentence)
        case let error as HTTPError where error.status == .notFound:
            guard request.hasKnownMethod else {
                return Refusal(
                    .notImplemented, translated("This server does not support the method \(request.method.rawValue)."))
            }
            return Refusal(.notFound, translated("This address does not exist."))
        case is NIOTooManyBytesError:
            return .tooLarge
        case let error as any HTTPResponseError:
            let reason = error.status.reasonPhrase
            return Refusal(error.status, translated("The request could not be answered: \(reason)."))
        case is CancellationError:
            // The client disconnected, or the server is stopping.
            return Refusal.busy(translated("The server could not do this. Try again later."))
        default:
            // A database error may contain the data to be stored.
            log(error is IOError ? "\(error)" : "\(type(of: error))", request, logger)
            return Refusal(.internalServerError, translated("The server could not do this. Try again later."))
        }
    }

    private static func log(_ reason: String, _ request: Request, _ logger: Logger) {
        logger.error(
            "A request failed",
            metadata: ["reason": "\(reason)", "path": "\(RequestRecord.path(of: request.uri.path))"])
    }

    /// Defaults for every response.
    static let headers: HTTPFields = {
        var headers: HTTPFields = [
            .cacheControl: "private, no-cache", .xContentTypeOptions: "nosniff",
            .contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
        ]
        if let referrerPolicy = HTTPField.Name("Referrer-Policy") { headers[referrerPolicy] = "no-referrer" }
        return headers
    }()
}

extension Request {
    /// True if the server supports the method at some address.
    fileprivate var hasKnownMethod: Bool { Routes.methods.contains(method) }
}

extension Refusal {
    /// 507 if the disk is full, otherwise 503, with `Retry-After` if nothing was done.
    fileprivate init(_ problem: StorageError) {
        self.init(
            problem == .diskFull ? .insufficientStorage : .serviceUnavailable, problem.message,
            headers: problem == .unavailable ? [.retryAfter: "2"] : [:])
    }
}
