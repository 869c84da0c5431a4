import Foundation
import HTTPTypes
import Hummingbird

/// Lets a request through where its HTTP Basic credentials are right, and says whose they are.
struct SignIn: RouterMiddleware {
    let accounts: Accounts
    /// True where reading needs no credentials.
    let isReadingOpen: Bool

    func handle(
        _ request: Request, context: ClassContext, next: (Request, ClassContext) async throws -> Response
    ) async throws -> Response {
        let isRead = request.method == .get || request.method == .head
        if isReadingOpen && isRead { return try await next(request, context) }
        guard let (netid, password) = Self.credentials(request.headers[.authorization]),
            let account = try await accounts.signIn(netid: netid, password: password)
        else { throw Refusal.notSignedIn }
        var context = context
        context.account = account
        return try await next(request, context)
    }

    /// The netid and password of an `Authorization: Basic` header, or nil.
    private static func credentials(_ header: String?) -> (netid: String, password: String)? {
        guard let words = header?.split(separator: " ", maxSplits: 1), words.count == 2,
            words[0].lowercased() == "basic", let data = Data(base64Encoded: String(words[1])),
            let text = String(data: data, encoding: .utf8), let colon = text.firstIndex(of: ":")
        else { return nil }
        let password = String(text[text.index(after: colon)...])
        guard password.utf8.count <= Accounts.longestPassword else { return nil }
        return (String(text[..<colon]), password)
    }
}
