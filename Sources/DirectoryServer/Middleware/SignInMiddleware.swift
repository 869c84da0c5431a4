import Foundation
import HTTPTypes
import Hummingbird
import Language
import Logging
import NIOCore
import Synchronization

/// HTTP Basic authentication; adds the account to the context.
struct SignInMiddleware: RouterMiddleware {
    let authenticator: Authenticator
    /// True if reading requires no credentials.
    var isReadingOpen: Bool
    let client: ClientAddress
    let metrics: ServerMetrics
    let log: ServerLog?
    /// True if an app password is as good as the password of the account.
    var isAppPasswordAccepted = false
    /// The NetIDs whose rate-limited sign-ins were logged.
    let logged: LogThrottle

    /// Authentication for CardDAV, where reading is never open.
    func acceptingAppPasswords() -> SignInMiddleware {
        var copy = self
        copy.isAppPasswordAccepted = true
        copy.isReadingOpen = false
        return copy
    }

    func handle(
        _ request: Request, context: ClassContext, next: (Request, ClassContext) async throws -> Response
    ) async throws -> Response {
        let isRead = request.method == .get || request.method == .head
        if isReadingOpen && isRead { return try await next(request, context) }
        guard let (netid, password) = request.headers[.authorization].flatMap(Self.credentials) else {
            throw Refusal.notSignedIn
        }
        guard let account = try await signIn(netid, password, request, context) else {
            throw Refusal.notSignedIn
        }
        var context = context
        context.account = account
        context.notes.values.withLock { $0.netid = account.netid }
        return try await next(request, context)
    }

    /// The account of valid credentials, or nil.
    /// - Throws: `Refusal` 429.
    private func signIn(
        _ netid: String, _ password: String, _ request: Request, _ context: ClassContext
    ) async throws -> Account? {
        let address = client.counted(of: context.channel, forwarded: request.headers[values: .forwardedFor].last)
        do {
            let account = try await authenticator.account(
                netid: netid, password: password, from: address, isAppPasswordAccepted: isAppPasswordAccepted)
            metrics.recordSignIn(account == nil ? .wrong : .right)
            return account
        } catch let problem as TooManyGuesses {
            metrics.recordSignIn(.limited)
            logRefusal(of: netid)
            throw Refusal.tooManyGuesses(wait: problem.wait)
        }
    }

    /// Logs a rate-limited sign-in, once a minute for each NetID. Other text may be a password, and is not logged.
    private func logRefusal(of netid: String) {
        guard let log, Account.canBeNetID(netid), logged.insert(netid.lowercased()) else { return }
        let netid = netid.lowercased()
        log.write(translated("Too many sign-in attempts for \(netid) or from its address."), level: .warning)
    }

    /// The NetID and password of an `Authorization: Basic` header, or nil.
    static func credentials(_ header: String) -> (netid: String, password: String)? {
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "basic", let data = Data(base64Encoded: String(parts[1])),
            let text = String(data: data, encoding: .utf8), let colon = text.firstIndex(of: ":")
        else { return nil }
        let password = String(text[text.index(after: colon)...])
        guard password.utf8.count <= Accounts.maxPasswordLength else { return nil }
        return (String(text[..<colon]), password)
    }
}

extension Refusal {
    fileprivate static func tooManyGuesses(wait: Duration) -> Refusal {
        tooMany(
            translated("Too many sign-in attempts."), wait: max(1, wait.components.seconds + 1),
            headers: [.wwwAuthenticate: challenge])
    }
}
