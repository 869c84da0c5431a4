import HTTPTypes

/// The content types that a client accepts.
struct Accepted {
    /// The type with the highest quality value, the first of several; nil where the client names none.
    private var favorite: String?

    init(_ headers: HTTPFields) {
        var highest = 0.0
        for range in headers[values: .accept].flatMap({ $0.split(separator: ",") }).prefix(64) {
            let parts = range.lowercased().split(separator: ";").map { $0.filter { !$0.isWhitespace } }
            let named = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 }
            guard let kind = parts.first, case let quality = named ?? 1, quality > highest else { continue }
            (favorite, highest) = (kind, quality)
        }
    }

    /// True for a browser, which names pages before all else; programs, and clients that accept anything, get JSON.
    var prefersPage: Bool { favorite == "text/html" || favorite == "application/xhtml+xml" }
}
