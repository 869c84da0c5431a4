import Foundation
import Hummingbird

/// `PATCH /user`: changes one's own password.
struct UserRoutes {
    let accounts: Accounts

    func add(to routes: RouterGroup<ClassContext>) { routes.patch(use: change) }

    @Sendable private func change(_ request: Request, _ context: ClassContext) async throws -> Response {
        let account = try context.requireAccount()
        let password = try Self.password(try EntryCheck.json(try await request.wholeBody()))
        try await accounts.change(account.netid, to: password)
        return try .message("Your password was changed.")
    }

    private static func password(_ json: Any) throws(Refusal) -> String {
        guard let object = json as? [String: Any], let password = object["password"] as? String else {
            throw refusal("is missing")
        }
        guard password.count >= Accounts.shortestPassword else {
            throw refusal("has to have at least \(Accounts.shortestPassword) characters")
        }
        guard password.utf8.count <= Accounts.longestPassword, !password.utf8.contains(0) else {
            throw refusal("has to be text of at most \(Accounts.longestPassword) bytes")
        }
        return password
    }

    private static func refusal(_ reason: String) -> Refusal {
        Refusal(field: "password", label: "Password", reason: reason)
    }
}
