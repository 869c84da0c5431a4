import Foundation
import Hummingbird
import Language

/// `PATCH /user`: changes one's own password.
struct UserRoutes {
    let accounts: Accounts

    func add(to routes: RouterGroup<ClassContext>) { routes.patch(use: change) }

    @Sendable private func change(_ request: Request, _ context: ClassContext) async throws -> Response {
        let account = try context.requireAccount()
        let password = try Self.password(try EntryCheck.json(try await request.wholeBody()))
        try await accounts.change(account.netid, to: password)
        return try .message(translated("Your password was changed."))
    }

    private static func password(_ json: Any) throws(Refusal) -> String {
        guard let object = json as? [String: Any], let password = object["password"] as? String else {
            throw refusal(translated("is missing"))
        }
        guard password.count >= Accounts.shortestPassword else { throw refusal(tooShort) }
        guard password.utf8.count <= Accounts.longestPassword, !password.utf8.contains(0) else {
            throw refusal(tooLong)
        }
        return password
    }

    private static var tooShort: String {
        let least = Accounts.shortestPassword
        return translated(
            least, one: "has to have at least \(least) character", many: "has to have at least \(least) characters")
    }

    private static var tooLong: String {
        let most = Accounts.longestPassword
        return translated(
            most, one: "has to be text of at most \(most) byte", many: "has to be text of at most \(most) bytes")
    }

    private static func refusal(_ reason: String) -> Refusal {
        Refusal(field: "password", label: translated("Password"), reason: reason)
    }
}
