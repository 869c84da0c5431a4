import DirectoryModel
import Foundation
import Hummingbird

/// The page of a collection.
struct PageRoutes<R: DirectoryRecord> {
    let repository: any EntryRepository
    let answers: LargeAnswers

    @Sendable func everyone(_ request: Request, _ context: ClassContext) async throws -> Response {
        let search = Self.parameter("q", of: request)
        let number = min(max(Int(Self.parameter("page", of: request)) ?? 1, 1), 1_000_000)
        let words = Folding.text(search).split(separator: " ").prefix(16).map(String.init)
        let query = PageQuery(words: words, offset: (number - 1) * ClassPage<R>.size, limit: ClassPage<R>.size)
        let (repository, reader) = (repository, context.account?.netid)
        return try await answers.made(on: context.channel) {
            let cards = try await repository.page(query, of: R.collection.name) {
                ClassPage<R>.Card($0, for: reader)
            }
            let page = ClassPage<R>(page: cards, search: search, number: number, reader: reader)
            return HTML.document(title: "\(R.collection.title) · Duke Directory", page.html)
        }
    }

    /// A value of the query as a form sends it, at most 200 characters; "" where it is absent.
    private static func parameter(_ name: String, of request: Request) -> String {
        for pair in (request.uri.query ?? "").split(separator: "&") where pair.hasPrefix("\(name)=") {
            let value = pair.dropFirst(name.count + 1).replacing("+", with: " ")
            // Databases end a text at its first NUL, or refuse it.
            let text = (value.removingPercentEncoding ?? "").replacing("\0", with: " ")
            return String(text.prefix(200)).trimmed
        }
        return ""
    }
}
