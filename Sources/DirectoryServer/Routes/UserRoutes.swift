import ClassAPI
import Foundation
import Hummingbird
import Language

/// `PATCH /user`: changes one's own password.
struct UserRoutes {
    let accounts: Accounts

    func add(to routes: SignedInRoutes) { routes.on(.user, [(.patch, change)]) }

    @Sendable private func change(_ request: Request, _ context: ClassContext) async throws -> Response {
        let account = try context.requireAccount()
        let password = try Self.password(try EntryCheck.json(try await request.wholeBody()), of: account)
        // There is a password, but nobody is told a tag of it.
        guard ETags.mayChange("", request.headers) else { throw Refusal.passwordHasNoTag }
        try await accounts.change(account.netid, to: password)
        return try .message(translated("Your password was changed."))
    }

    private static func password(_ json: Any, of account: Account) throws(Refusal) -> String {
        guard let object = json as? [String: Any], let password = object["password"] as? String else {
            throw refusal(translated("is missing"))
        }
        guard password.count >= Accounts.shortestPassword else { throw refusal(tooShort) }
        guard password.utf8.count <= Accounts.longestPassword, !password.utf8.contains(0) else {
            throw refusal(tooLong)
        }
        if let weakness = PasswordWeakness(of: password, netid: account.netid) { throw refusal(weakness.reason) }
        return password
    }

    private static var tooShort: String {
        let least = Accounts.shortestPassword
        return translated(
            least, one: "must have at least \(least) character", many: "must have at least \(least) characters")
    }

    private static var tooLong: String {
        let most = Accounts.longestPassword
        return translated(
            most, one: "must be text of at most \(most) byte", many: "must be text of at most \(most) bytes")
    }

    private static func refusal(_ reason: String) -> Refusal {
        Refusal(field: "password", label: translated("Password"), reason: reason)
    }
}

extension Refusal {
    fileprivate static var passwordHasNoTag: Refusal {
        Refusal(.preconditionFailed, translated("A password is changed whatever it was: send no If-Match."))
    }
}
