import ClassAPI
import Foundation
import HTTPTypes
import Hummingbird
import Language

/// The page on which an account’s owner chooses a password.
struct PasswordPage {
    let links: PasswordLinks
    /// The maximum size of the form, in bytes.
    private static let maxBytes = 16 << 10

    func add(to router: Router<ClassContext>) {
        Routes.forms(of: router).on(.passwordLink, [.get: show, .post: set])
    }

    @Sendable private func show(_ request: Request, _ context: ClassContext) async throws -> Response {
        guard let account = try await account(context) else { return Self.invalid }
        return Self.form(for: account, at: request.uri.path, problem: nil)
    }

    @Sendable private func set(_ request: Request, _ context: ClassContext) async throws -> Response {
        guard let account = try await account(context) else { return Self.invalid }
        let body = try await request.body.collect(upTo: Self.maxBytes)
        let fields = String(buffer: body).formValues
        let password = fields["password"] ?? ""
        let reason = PasswordRules.problem(with: password, netid: account.netid)
        if let problem = reason.map({ translated("Password \($0).") })
            ?? (password == fields["again"] ? nil : translated("The two passwords differ."))
        {
            return Self.form(for: account, at: request.uri.path, problem: problem)
        }
        guard try await links.use(context.parameter("secret"), of: account, password: password) else {
            return Self.invalid
        }
        return Self.page(
            """
            <p>\(translated("Your password was set. Sign in with your NetID \(account.netid) and this password."))</p>
            <p><a class="button" href="/">\(translated("Continue"))</a></p>
            """)
    }

    private func account(_ context: ClassContext) async throws -> Account? {
        try await links.account(netid: context.netid, secret: context.parameter("secret"))
    }

    private static func form(for account: Account, at address: String, problem: String?) -> Response {
        let advice: Markup =
            problem.map { "<p role=\"alert\"><strong>\($0)</strong></p>" }
            ?? "<p class=\"dim\">\(translated("It must have at least 8 characters."))</p>"
        return page(
            """
            <p>\(translated("Choose the password for the account \(account.netid). This link works once."))</p>\(advice)
            <form class="column" action="\(address)" method="post">
            <label>\(translated("New password"))
            <input type="password" name="password" autocomplete="new-password" minlength="8" required autofocus></label>
            <label>\(translated("Repeat Password"))
            <input type="password" name="again" autocomplete="new-password" required></label>
            <button>\(translated("Set Password"))</button></form>
            """, status: problem == nil ? .ok : .unprocessableContent)
    }

    private static var invalid: Response {
        let message = translated(
            "This link was already used, or it has expired. Ask the person who runs this server for a new one.")
        return page("<p>\(message)</p>", status: .notFound)
    }

    private static func page(_ content: Markup, status: HTTPResponse.Status = .ok) -> Response {
        var response = Response.page(
            title: "\(translated("Password")) · Duke Directory", status: status,
            """
            <header class="narrow"><h1>\(translated("Password"))</h1></header>
            <main class="narrow"><div class="card">\(content)</div></main>
            """)
        // With the usual policy, browsers would not say which site the form is of.
        response.headers[.referrerPolicy] = "same-origin"
        return response
    }
}
