import DirectoryModel
import HTTPTypes
import Hummingbird
import Language
import Logging
import NIOCore

/// Turns every error into a JSON answer with a sentence, and sets the headers that every answer has.
struct ExplainErrors: RouterMiddleware {
    func handle(
        _ request: Request, context: ClassContext, next: (Request, ClassContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch {
            response = Self.refusal(for: error, logger: context.logger).response
        }
        for field in Self.headers where response.headers[field.name] == nil { response.headers.append(field) }
        return response
    }

    private static func refusal(for error: any Error, logger: Logger) -> Refusal {
        switch error {
        case let refusal as Refusal: return refusal
        case let problem as EntryProblem: return refusal(for: problem)
        case let broken as FieldBroken: return Refusal(broken)
        case is NotAnObject: return Refusal(.badRequest, translated("The body is not a JSON object."))
        case ItemProblem.full:
            return Refusal(
                .init(code: 507, reasonPhrase: "Insufficient Storage"),
                translated("This list is full, so nothing was kept."))
        case let error as HTTPError where error.status == .notFound:
            return Refusal(.notFound, translated("There is nothing at this address."))
        case is NIOTooManyBytesError:
            return Refusal(.contentTooLarge, translated("The body is larger than 256 KB."))
        case let error as any HTTPResponseError:
            let reason = error.status.reasonPhrase
            return Refusal(error.status, translated("The request cannot be answered: \(reason)."))
        default:
            logger.error("A request failed", metadata: ["reason": "\(error)"])
            return Refusal(.internalServerError, translated("The server failed at this. Try again later."))
        }
    }

    private static func refusal(for problem: EntryProblem) -> Refusal {
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
