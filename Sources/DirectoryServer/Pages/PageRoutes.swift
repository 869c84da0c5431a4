import ClassAPI
import DirectoryModel
import Foundation
import Hummingbird
import Language

/// `GET /entries`, and what `GET /` shows browsers.
struct PageRoutes {
    let repository: any EntryRepository

    func add(to routes: SignedInRoutes) { routes.on(.entries, [(.get, everyone)]) }

    /// What this is and how to sign in.
    @Sendable static func home(_ request: Request, _ context: ClassContext) async throws -> Response {
        .page(title: "Duke Directory", HomePage.body)
    }

    @Sendable private func everyone(_ request: Request, _ context: ClassContext) async throws -> Response {
        let search = Self.parameter("q", of: request)
        let number = min(max(Int(Self.parameter("page", of: request)) ?? 1, 1), 1_000_000)
        let words = Folding.text(search).split(separator: " ").prefix(16).map(String.init)
        let query = PageQuery(words: words, offset: (number - 1) * ClassPage.size, limit: ClassPage.size)
        let page = ClassPage(
            page: try await repository.page(query), search: search, number: number, reader: context.account?.netid)
        return .page(title: translated("Everyone · Duke Directory"), page.html)
    }

    /// A value of the query as a form sends it, at most 200 characters; "" where there is none.
    private static func parameter(_ name: String, of request: Request) -> String {
        for pair in (request.uri.query ?? "").split(separator: "&") where pair.hasPrefix("\(name)=") {
            let value = pair.dropFirst(name.count + 1).replacing("+", with: " ")
            return String((value.removingPercentEncoding ?? "").prefix(200)).trimmed
        }
        return ""
    }
}
