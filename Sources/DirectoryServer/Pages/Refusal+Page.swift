import Hummingbird
import Language

extension Refusal {
    /// The response for browsers.
    var page: Response {
        let title =
            switch status {
            case .unauthorized: translated("Sign In")
            case .notFound: translated("Not Found")
            default: translated("Something Went Wrong")
            }
        var response = Response.page(
            title: "\(title) · Duke Directory", status: status,
            """
            <header class="narrow"><h1>\(title)</h1></header>
            <main class="narrow"><div class="card"><p>\(message) \(recovery)</p>
            <p><a class="button" href="/">Duke Directory</a></p></div></main>
            """)
        for field in headers { response.headers.append(field) }
        return response
    }
}
