import HTTPTypes

/// The content types that a client accepts.
struct Accepted {
    /// The quality value of each type, from 0 to 1.
    private var likes: [String: Double] = [:]

    init(_ headers: HTTPFields) {
        for range in headers[values: .accept].flatMap({ $0.split(separator: ",") }).prefix(64) {
            let parts = range.lowercased().split(separator: ";").map { $0.filter { !$0.isWhitespace } }
            guard let kind = parts.first else { continue }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 }
            likes[kind] = max(likes[kind] ?? 0, quality ?? 1)
        }
    }

    /// True for a program that requests JSON; browsers, and clients that accept anything, get pages.
    var prefersJSON: Bool {
        guard let json = likes["application/json"], json > 0 else { return false }
        let page = ["text/html", "application/xhtml+xml"].compactMap { likes[$0] }.max() ?? 0
        return json > page
    }
}
