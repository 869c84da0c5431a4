import HTTPTypes
import Hummingbird
import NIOCore

/// Lets a request of CardDAV through where its credentials are valid: the password of the account or one of its app
/// passwords.
struct DAVSignIn: RouterMiddleware {
    let signIn: SignIn
    let passwords: AppPasswords

    func handle(
        _ request: Request, context: ClassContext, next: (Request, ClassContext) async throws -> Response
    ) async throws -> Response {
        guard let (netid, password) = request.headers[.authorization].flatMap(SignIn.credentials) else {
            throw Refusal.notSignedIn
        }
        var context = context
        if let account = try await passwords.account(netid: netid, password: password) {
            context.account = account
        } else {
            context.account = try await signIn.check(netid, password, request, context).account
        }
        if let netid = context.account?.netid {
            context.channel.triggerUserOutboundEvent(RequestRecorder.SignedIn(netid: netid), promise: nil)
        }
        return try await next(request, context)
    }
}
