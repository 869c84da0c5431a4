import ClassAPI
import DirectoryModel
import Glibc
import HTTPTypes
import Hummingbird
import Language
import Logging
import NIOCore
import NIOHTTP1
import Synchronization

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
            if error is CancellationError { context.notes.values.withLock { $0.hasClientLeft = true } }
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
            return Refusal(
                .insufficientStorage, translated("This list is full, so nothing was saved."),
                translated("Remove something from it first."))
        case ItemError.otherRequest:
            return Refusal(
                field: "Idempotency-Key", label: "Idempotency-Key",
                reason: translated("was already used for another request"))
        case let problem as StorageError:
            if problem == .diskFull { log(problem.message, request, logger) }
            return Refusal(problem)
        case let error as IOError where error.errnoCode == EFBIG:
            return Refusal(
                .insufficientStorage, translated("The answer is too large for this server."),
                translated("Ask for less."))
        case let error as IOError where error.errnoCode == ENOBUFS:
            return Refusal.busy(translated("The server is sending too many large answers."))
        case let error as IOError where [ENOSPC, EDQUOT].contains(error.errnoCode):
            // Only answers are written to files.
            let message = translated("The server’s disk is full, so the request could not be answered.")
            log(message, request, logger)
            return Refusal(.insufficientStorage, message, StorageError.diskFull.recovery)
        case let error as HTTPError where error.status == .notFound:
            guard request.hasKnownMethod else {
                return Refusal(
                    .notImplemented, translated("This server does not support the method \(request.method.rawValue)."),
                    Refusal.checkAddress)
            }
            return .noAddress
        case is NIOTooManyBytesError:
            return .tooLarge
        case let error as any HTTPResponseError:
            let reason = error.status.reasonPhrase
            return Refusal(
                error.status, translated("The request could not be answered: \(reason)."),
                translated("Check the program that sent it."))
        case is CancellationError:
            // The client disconnected, or the server is stopping.
            return .busy(translated("The server could not do this."))
        default:
            // A database error may contain the data to be stored.
            log(error is IOError ? "\(error)" : "\(type(of: error))", request, logger)
            return Refusal(
                .internalServerError, translated("The server could not do this."), Refusal.readLog)
        }
    }

    private static func log(_ reason: String, _ request: Request, _ logger: Logger) {
        logger.error(
            "A request failed",
            metadata: ["reason": "\(reason)", "path": "\(RequestRecord.path(of: request.uri.path))"])
    }

    /// Defaults for every response.
    static let headers: HTTPFields = [
        .cacheControl: "private, no-cache", .xContentTypeOptions: "nosniff",
        .contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'", .referrerPolicy: "no-referrer",
    ]
}

extension HTTPField.Name {
    static var referrerPolicy: Self { Self("Referrer-Policy") ?? .referer }
}

extension Request {
    /// True if the server supports the method at some address.
    fileprivate var hasKnownMethod: Bool { Routes.methods.contains(method) }
}

extension Refusal {
    /// 507 if the disk is full, otherwise 503, with `Retry-After` if nothing was done.
    fileprivate init(_ problem: StorageError) {
        self.init(
            problem == .diskFull ? .insufficientStorage : .serviceUnavailable, problem.message, problem.recovery,
            headers: problem == .unavailable ? [.retryAfter: "2"] : [:])
    }
}
