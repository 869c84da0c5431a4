import ClassAPI
import Foundation
import Hummingbird
import Language

/// `PATCH /user`: changes the user’s own password.
struct UserRoutes {
    let accounts: Accounts

    func add(to routes: Routes) { routes.on(.user, [.patch: change]) }

    @Sendable private func change(_ request: Request, _ context: ClassContext) async throws -> Response {
        let account = try context.requireAccount()
        let password = try Self.password(try await request.wholeBody().json(), of: account)
        // Passwords have no ETag that a client could know.
        guard ETags.mayChange("", request.headers) else { throw Refusal.passwordHasNoTag }
        // The account may have been disabled, or its password changed or reset.
        guard try await accounts.change(account, to: password) else { throw Refusal.notSignedIn }
        return try .message(translated("Your password was changed."))
    }

    private static func password(_ json: Any, of account: Account) throws(Refusal) -> String {
        guard let object = json as? [String: Any], let password = object["password"] as? String else {
            throw refusal(translated("is missing"))
        }
        if let reason = PasswordRules.problem(with: password, netid: account.netid) { throw refusal(reason) }
        return password
    }

    private static func refusal(_ reason: String) -> Refusal {
        Refusal(field: "password", label: translated("Password"), reason: reason)
    }
}

extension Refusal {
    fileprivate static var passwordHasNoTag: Refusal {
        Refusal(
            .preconditionFailed, translated("A password change does not use If-Match."), translated("Leave it out."))
    }
}
