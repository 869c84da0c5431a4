extension Catalogue {
    /// What pages call the language that everything is said in: "es", or "en" where there is no catalogue.
    public static let tag: String = {
        guard isThere else { return "en" }
        let line = text(for: "").split(separator: "\n").first { $0.hasPrefix("Language: ") }
        return line.map { $0.dropFirst("Language: ".count).map { $0 == "_" ? "-" : String($0) }.joined() } ?? "en"
    }()
}
