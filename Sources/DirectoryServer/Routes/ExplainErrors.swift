import DirectoryModel
import Glibc
import HTTPTypes
import Hummingbird
import Language
import Logging
import NIOCore
import NIOHTTP1

/// Converts every error to a JSON answer with a sentence, and sets the headers of every answer.
struct ExplainErrors: RouterMiddleware {
    func handle(
        _ request: Request, context: ClassContext, next: (Request, ClassContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch let error as HTTPParserError {
            // The connection is unreadable after this error: the server answers 400 and closes it.
            throw error
        } catch {
            response = Self.refusal(for: error, request, logger: context.logger).response
        }
        for field in Self.headers where response.headers[field.name] == nil { response.headers.append(field) }
        return response
    }

    private static func refusal(for error: any Error, _ request: Request, logger: Logger) -> Refusal {
        switch error {
        case let refusal as Refusal: return refusal
        case let broken as FieldBroken: return Refusal(broken)
        case is NotAnObject: return Refusal(.badRequest, translated("The body is not a JSON object."))
        case ItemError.full:
            return Refusal(.insufficientStorage, translated("This list is full, so nothing was saved."))
        case ItemError.otherRequest:
            return Refusal(
                field: "Idempotency-Key", label: "Idempotency-Key",
                reason: translated("was already used for another request"))
        case let problem as StorageError: return Refusal(problem)
        case let error as IOError where [ENOSPC, EDQUOT, EFBIG].contains(error.errnoCode):
            return Refusal(StorageError.diskFull)
        case let error as HTTPError where error.status == .notFound:
            guard Methods.all.contains(request.method) else {
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
            // The client left, or the server ends.
            return Refusal.busy(translated("The server could not do this. Try again later."))
        default:
            // An error of the database may contain what it was about to store.
            let reason = error is IOError ? "\(error)" : "\(type(of: error))"
            logger.error(
                "A request failed",
                metadata: ["reason": "\(reason)", "path": "\(RequestRecord.path(of: request.uri.path))"])
            return Refusal(.internalServerError, translated("The server could not do this. Try again later."))
        }
    }

    /// The headers of every answer that does not have others of these names.
    static let headers: HTTPFields = {
        var headers: HTTPFields = [
            .cacheControl: "private, no-cache", .xContentTypeOptions: "nosniff",
            .contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
        ]
        if let referrerPolicy = HTTPField.Name("Referrer-Policy") { headers[referrerPolicy] = "no-referrer" }
        return headers
    }()
}

extension Refusal {
    /// 507 where the disk is full, or 503 where the database cannot be reached, with the seconds after which to try
    /// again where nothing was done.
    fileprivate init(_ problem: StorageError) {
        self.init(problem == .diskFull ? .insufficientStorage : .serviceUnavailable, problem.message)
        if problem == .unavailable { headers[.retryAfter] = "2" }
    }
}
