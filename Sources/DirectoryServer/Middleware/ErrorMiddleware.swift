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
        case let problem as ItemError: return Refusal(problem)
        case let problem as StorageError:
            if problem == .diskFull { log(problem.message, request, logger) }
            return Refusal(problem)
        case let error as IOError: return refusal(for: error, request, logger)
        case is HTTPParserError: return .notHTTP
        case is NIOTooManyBytesError: return .tooLarge
        case let error as any HTTPResponseError: return refusal(for: error.status, request)
        // The client disconnected, or the server is stopping.
        case is CancellationError: return .busy(failed)
        default:
            // A database error may contain the data to be stored.
            log("\(type(of: error))", request, logger)
            return Refusal(.internalServerError, failed, Refusal.readLog)
        }
    }

    private static var failed: String { translated("The server could not do this.") }

    private static func refusal(for status: HTTPResponse.Status, _ request: Request) -> Refusal {
        guard status == .notFound else {
            return Refusal(
                status, translated("The request could not be answered: \(status.reasonPhrase)."),
                translated("Check the program that sent it."))
        }
        guard Routes.methods.contains(request.method) else {
            return Refusal(
                .notImplemented, translated("This server does not support the method \(request.method.rawValue)."),
                Refusal.checkAddress)
        }
        return .noAddress
    }

    /// Only answers are written to files.
    private static func refusal(for error: IOError, _ request: Request, _ logger: Logger) -> Refusal {
        switch error.errnoCode {
        case EFBIG:
            return Refusal(
                .insufficientStorage, translated("The answer is too large for this server."),
                translated("Ask for less."))
        case ENOBUFS: return .busy(translated("The server is sending too many large answers."))
        case ENOSPC, EDQUOT:
            let message = translated("The server’s disk is full, so the request could not be answered.")
            log(message, request, logger)
            return Refusal(.insufficientStorage, message, StorageError.diskFull.recovery)
        default:
            log("\(error)", request, logger)
            return Refusal(.internalServerError, failed, Refusal.readLog)
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

extension Refusal {
    fileprivate init(_ problem: ItemError) {
        switch problem {
        case .full:
            self.init(
                .insufficientStorage, translated("This list is full, so nothing was saved."),
                translated("Remove something from it first."))
        case .otherRequest:
            self.init(
                field: "Idempotency-Key", label: "Idempotency-Key",
                reason: translated("was already used for another request"))
        }
    }

    /// 507 if the disk is full, otherwise 503, with `Retry-After` if nothing was done.
    fileprivate init(_ problem: StorageError) {
        self.init(
            problem == .diskFull ? .insufficientStorage : .serviceUnavailable, problem.message, problem.recovery,
            headers: problem == .unavailable ? [.retryAfter: "2"] : [:])
    }
}
