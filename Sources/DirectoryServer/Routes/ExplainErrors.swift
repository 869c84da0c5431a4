import DirectoryModel
import HTTPTypes
import Hummingbird
import Language
import Logging
import NIOCore
import NIOHTTP1

/// Turns every error into a JSON answer with a sentence, and sets the headers that every answer has.
struct ExplainErrors: RouterMiddleware {
    func handle(
        _ request: Request, context: ClassContext, next: (Request, ClassContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch let error as HTTPParserError {
            // Nothing can be read after it: the server says 400 and ends the connection.
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
        case let problem as EntryError: return refusal(for: problem)
        case let broken as FieldBroken: return Refusal(broken)
        case is NotAnObject: return Refusal(.badRequest, translated("The body is not a JSON object."))
        case ItemError.full:
            return Refusal(.insufficientStorage, translated("This list is full, so nothing was kept."))
        case ItemError.otherRequest:
            return Refusal(
                field: "Idempotency-Key", label: "Idempotency-Key",
                reason: translated("was used for another reservation already"))
        case let problem as StorageError: return Refusal(.insufficientStorage, problem.message)
        case let error as HTTPError where error.status == .notFound:
            guard Methods.all.contains(request.method) else {
                return Refusal(
                    .notImplemented, translated("This server knows no method \(request.method.rawValue)."))
            }
            return Refusal(.notFound, translated("There is nothing at this address."))
        case is NIOTooManyBytesError:
            return .tooLarge
        case let error as any HTTPResponseError:
            let reason = error.status.reasonPhrase
            return Refusal(error.status, translated("The request cannot be answered: \(reason)."))
        default:
            logger.error("A request failed", metadata: ["reason": "\(error)"])
            return Refusal(.internalServerError, translated("The server failed at this. Try again later."))
        }
    }

    private static func refusal(for problem: EntryError) -> Refusal {
        switch problem {
        case .unknown: Refusal(.notFound, translated("There is no such entry."))
        case .netidTaken:
            Refusal(field: "netid", label: "NetID", reason: translated("has an entry already"), status: .conflict)
        case .duidTaken:
            Refusal(field: "DUID", label: "DUID", reason: translated("is somebody else's"), status: .conflict)
        }
    }

    private static let headers: HTTPFields = {
        var headers: HTTPFields = [
            .cacheControl: "private, no-cache", .xContentTypeOptions: "nosniff",
            .contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
        ]
        if let referrerPolicy = HTTPField.Name("Referrer-Policy") { headers[referrerPolicy] = "no-referrer" }
        return headers
    }()
}
