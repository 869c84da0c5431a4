import Foundation
import HTTPTypes
import Hummingbird
import Language

/// The kind of a request's body.
enum BodyKind {
    /// Refuses bodies other than JSON in requests that change something: a page of any site can make a browser send
    /// those without asking for permission.
    static func requireJSON(of request: Request) throws(Refusal) {
        guard [.post, .put, .patch, .delete].contains(request.method), !isJSON(request) else { return }
        throw Refusal(
            .unsupportedMediaType, translated("The body must be sent as “Content-Type: application/json”."))
    }

    /// A program need not name the type of its body; a browser does not name one for bytes that a page did not label,
    /// and it asks for permission before every method but POST.
    private static func isJSON(_ request: Request) -> Bool {
        guard let type = request.headers[.contentType] else {
            return request.method != .post || !RefuseOtherSites.isOfAnotherSite(request)
        }
        let kind = type.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
        return kind == "application/json" || kind == "text/json"
            || kind.hasPrefix("application/") && kind.hasSuffix("+json")
    }
}
