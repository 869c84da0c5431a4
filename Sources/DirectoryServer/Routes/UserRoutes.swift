import ClassAPI
import Foundation
import Hummingbird
import Language
import Synchronization

/// `PATCH /user`: changes the user’s own password.
struct UserRoutes {
    let accounts: Accounts
    private let changing = KeyedLock()

    func add(to routes: Routes) { routes.on(.user, [.patch: change]) }

    @Sendable private func change(_ request: Request, _ context: ClassContext) async throws -> Response {
        let account = try context.requireAccount()
        let password = try Self.password(try await request.wholeBody().json(), of: account)
        // Passwords have no ETag that a client could know.
        guard ETags.mayChange("", request.headers) else { throw Refusal.passwordHasNoTag }
        // Hashing is slow, so concurrent changes are refused.
        let isChanged = try await changing.run(account.netid.lowercased()) {
            try await accounts.change(account, to: password)
        }
        guard let isChanged else { throw Refusal.passwordIsChanging }
        // The account may have been disabled or its password reset.
        guard isChanged else { throw Refusal.notSignedIn }
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

    fileprivate static var passwordIsChanging: Refusal {
        tooMany(translated("Your password is already being changed."), wait: 1)
    }
}

/// Runs at most one operation for each name.
final class KeyedLock: Sendable {
    private let names = Mutex<Set<String>>([])

    /// - Returns: nil if an operation for `name` is running; then `work` does not run.
    func run<T: Sendable>(_ name: String, _ work: () async throws -> T) async rethrows -> T? {
        guard names.withLock({ $0.insert(name).inserted }) else { return nil }
        defer { names.withLock { _ = $0.remove(name) } }
        return try await work()
    }
}
